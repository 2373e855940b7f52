import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerGenerations, later, somePicture } from '../../../testing/generations';
import { resize, see, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { press } from '../../../testing/pointer';
import {
  allow,
  announce,
  answer,
  cutOff,
  dropListener,
  failWith,
  requestsTo,
} from '../../../testing/server';
import { visit } from '../../../testing/visit';
import { dismissToasts, notify } from '../../../ui/Toaster';

const resultFrom = (provider: 'Google' | 'OpenAI') =>
  page.getByRole('article', { name: `Result from ${provider}` });

const refused = { status: 'failed', errorCategory: 'safety' } as const;
const edit = { mode: 'edit_image', inputImageUrl: '/favicon.svg' } as const;
const captions = (caption: string) => `1. ${caption} #tea #chai #monsoon`;

const compare = page.getByRole('button', { name: /^Compare with/ });
const tryOther = page.getByRole('button', { name: 'Try the other provider' });

async function show(...generations: GenerationResult[]): Promise<void> {
  const ids = generations.map(({ generationId }) => generationId);
  await visit(`/?mode=${generations[0]?.mode}&results=${ids.join(',')}`);
}

test('the user can cancel a slow preview for free and request it again', async () => {
  signIn();
  const running = somePicture({ ...edit, status: 'running' });
  const failed = somePicture({ ...edit, ...refused, provider: 'openai' });
  const orders = answerGenerations([running, failed], () => ({ ...edit }));
  await show(running, failed);
  await see(page.getByText('Before'));
  await see(resultFrom('OpenAI').getByText('You were not charged'));
  expect(tryOther.query()).toBeNull();

  await page.getByRole('button', { name: 'Cancel Google' }).click();
  await see(resultFrom('Google').getByRole('heading', { name: 'Cancelled' }));
  await see(resultFrom('Google').getByText('You were not charged'));
  await resultFrom('Google').getByRole('button', { name: 'Try again' }).click();

  await see(resultFrom('Google').getByRole('button', { name: 'Unlock · ₹50' }));
  await see(resultFrom('OpenAI'));
  expect(orders).toMatchObject([{ provider: 'google', sameInputAs: running.generationId }]);
});

test('the prices of both results are at the same height, however many lines the models take', async () => {
  signIn();
  const google = somePicture({ finalModelName: 'A model whose name needs its own line' });
  const openai = somePicture({ provider: 'openai', finalModelName: 'GPT', quality: 'speed' });
  answerGenerations([google, openai]);
  await show(google, openai);
  const buttons = page.getByRole('button', { name: /^Unlock/ });
  await expect.poll(() => buttons.elements().length).toBe(2);
  const tops = () => buttons.elements().map((button) => button.getBoundingClientRect().top);
  await expect.poll(() => new Set(tops()).size).toBe(1);
});

test('"Try again" repeats the request even if the layout moves the button during the press', async () => {
  signIn();
  const failed = somePicture(refused);
  const other = somePicture({ provider: 'openai', status: 'running' });
  answerGenerations([failed, other]);
  await show(failed, other);
  const again = resultFrom('Google').getByRole('button', { name: 'Try again' });
  await see(again);
  await see(resultFrom('OpenAI').getByRole('button', { name: 'Cancel' }));
  const readTop = () => again.element().getBoundingClientRect().top;
  const top = readTop();

  const release = await press(again);
  answerGenerations([failed, later(other, { status: 'ready' })]);
  await announce({ event: 'generation', id: other.generationId });
  await see(resultFrom('OpenAI').getByRole('button', { name: /^Unlock/ }));
  expect(readTop()).not.toBe(top);
  await release();

  await see(page.getByText('Waiting for Google'));
  expect(requestsTo('POST /api/generate')).toHaveLength(1);
});

test('captions are requested from the other provider with the same photo after a refusal', async () => {
  signIn();
  const text = { mode: 'instagram', inputImageUrl: '/favicon.svg' } as const;
  const google = somePicture({ ...text, ...refused });
  const written = { ...text, content: captions('Rain outside') };
  const orders = answerGenerations([google], () => written);
  await show(google);
  await see(resultFrom('Google').getByText('You were not charged'));
  await see(page.getByText('Your photo'));

  await tryOther.click();

  await see(resultFrom('OpenAI').getByText('Rain outside'));
  expect(compare.query()).toBeNull();
  expect(orders).toMatchObject([
    { mode: 'instagram', provider: 'openai', sameInputAs: google.generationId },
  ]);
});

test('neither provider is offered as the other one when both have failed', async () => {
  signIn();
  const [google, openai] = [somePicture(refused), somePicture({ ...refused, provider: 'openai' })];
  answerGenerations([google, openai]);
  await show(google, openai);
  await see(resultFrom('OpenAI').getByRole('button', { name: 'Try again' }));
  await see(resultFrom('Google').getByRole('button', { name: 'Try again' }));
  expect(tryOther.query()).toBeNull();
});

test('a provider that failed before is not offered when its replacement fails', async () => {
  signIn();
  const google = somePicture(refused);
  answerGenerations([google], () => refused);
  await show(google);
  await tryOther.click();
  await see(resultFrom('OpenAI').getByRole('button', { name: 'Try again' }));
  await seeGone(resultFrom('Google'));
  expect(tryOther.query()).toBeNull();
});

test('missing money closes the results and opens the wallet', async () => {
  signIn();
  const cancelled = somePicture({ status: 'cancelled' });
  answerGenerations([cancelled]);
  failWith('POST /api/generate', 402, { error: 'No.', code: 'insufficient_funds' });
  await show(cancelled);
  await resultFrom('Google').getByRole('button', { name: 'Try again' }).click();
  await see(page.getByRole('dialog', { name: 'Wallet' }));
  await see(page.getByText('Insufficient funds or budget exceeded.'));
  await seeGone(page.getByRole('article', { includeHidden: true }));
});

test('a comparison without an answer says so, and the next press compares', async () => {
  signIn();
  const single = somePicture();
  answerGenerations([single], () => ({ status: 'queued' }));
  cutOff('POST /api/generate');
  await show(single);
  await compare.click();
  const words = 'An error occurred while generating with the other provider.';
  await see(page.getByRole('alert').getByText(words));

  const orders = answerGenerations([single], () => ({ status: 'queued' }));
  await compare.click();
  await see(page.getByText('Waiting for OpenAI'));
  await seeGone(compare);
  expect(orders).toMatchObject([{ provider: 'openai', prompt: single.prompt }]);
});

test('deleting one result keeps the other, which can be compared again once', async () => {
  signIn();
  const [google, openai] = [somePicture(), somePicture({ provider: 'openai' })];
  const orders = answerGenerations([google, openai]);
  allow('DELETE /api/generation');
  await show(google, openai);
  await see(resultFrom('OpenAI'));
  expect(compare.query()).toBeNull();
  await page.getByRole('button', { name: 'Delete the result from OpenAI' }).click();
  await seeGone(resultFrom('OpenAI'));
  await compare.click();
  await see(resultFrom('OpenAI').getByText('Waiting for OpenAI'));
  await seeGone(compare);
  await see(resultFrom('Google').getByRole('button', { name: 'Unlock · ₹50' }));
  expect(orders).toMatchObject([{ provider: 'openai', prompt: google.prompt }]);
});

test('a result that ended while the event stream was disconnected is shown', async () => {
  signIn();
  const running = somePicture({ status: 'running' });
  answerGenerations([running]);
  await show(running);
  await see(page.getByText('Waiting for Google'));
  expect(compare.query()).toBeNull();
  const cut = await dropListener();
  answer('GET /api/generation', later(running, { status: 'ready' }));
  cut.comeBack();
  await see(resultFrom('Google').getByRole('button', { name: 'Unlock · ₹50' }));
});

test('a phone shows one of two pictures with its price below; tab, keys and swipe show the other', async () => {
  signIn();
  const google = somePicture({ pricesNow: { '1024': 50, '2048': 100 } });
  const openai = somePicture({ provider: 'openai', pricesNow: { '1024': 65, '2048': 130 } });
  answerGenerations([google, openai]);
  const ids = `${google.generationId},${openai.generationId}`;
  await visit(`/?mode=image&results=${ids}`, { phone: true });

  const tab = (name: string) => page.getByRole('tab', { name });
  const price = (rupees: string) => page.getByRole('button', { name: `Unlock · ${rupees}` });
  await see(tab('Google ₹50'));
  await see(tab('OpenAI ₹65'));
  await see(price('₹50'));
  expect(price('₹65').query()).toBeNull();
  // All of the card is visible on the screen.
  const getBottom = (element: Element) => element.getBoundingClientRect().bottom;
  await expect.poll(() => getBottom(price('₹50').element())).toBeLessThanOrEqual(innerHeight);
  const picture = page.getByAltText('Preview: A paper boat').first().element();
  expect(getBottom(picture)).toBeLessThan(getBottom(price('₹50').element()));
  expect(document.documentElement.scrollWidth).toBe(innerWidth);

  await tab('OpenAI').click();
  await see(price('₹65'));
  await seeGone(price('₹50'));
  const panels = page.getByRole('tabpanel');
  await expect.element(panels.nth(1)).toHaveAccessibleName('OpenAI ₹65');
  await expect.element(panels.first()).toHaveAttribute('inert');
  await page.getByRole('radio', { name: /2048/ }).click();
  await see(tab('OpenAI ₹130'));

  (tab('OpenAI').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await see(price('₹100'));
  await expect.element(tab('Google ₹100')).toHaveFocus();

  const track = panels.first().element().parentElement;
  track?.scrollTo({ left: track.scrollWidth });
  await expect.element(tab('OpenAI')).toHaveAttribute('aria-selected', 'true');
  await see(price('₹130'));
});

test.each(['en', 'hi', 'hg'] as const)(
  'on a phone, sizes and button share a row, and a toast covers neither tabs nor picture (%s)',
  async (language) => {
    signIn();
    const pricesNow = { '512': 45, '1024': 75, '1536': 113, '2048': 150 };
    const pair = [somePicture({ pricesNow }), somePicture({ pricesNow, provider: 'openai' })];
    answerGenerations(pair);
    const ids = pair.map(({ generationId }) => generationId).join(',');
    await visit(`/?mode=image&results=${ids}`, { phone: true, language });
    await resize(360, 740);
    const buy = page.getByRole('button', { name: /₹75$/ });
    await see(buy);
    const bar = buy.element().closest('.sticky')!;
    await expect.poll(() => bar.getBoundingClientRect().height).toBeLessThanOrEqual(80);

    const credited = {
      en: 'Profile created — starting balance credited. Bonus: ₹250.',
      hi: 'अकाउंट बन गया। शुरुआती बैलेंस वॉलेट में आ गया। बोनस: ₹250।',
      hg: 'Account ban gaya! Starting balance wallet mein aa gaya. Bonus: ₹250.',
    }[language];
    notify.success(credited);
    await see(page.getByText(credited));
    const toast = page.getByText(credited).element().closest('[data-toast]')!;
    for (const tab of page.getByRole('tab').elements()) {
      const { top } = tab.getBoundingClientRect();
      await expect.poll(() => toast.getBoundingClientRect().bottom).toBeLessThanOrEqual(top);
    }
    dismissToasts();
  },
);

test('a generation in progress shows its stage and the elapsed time', async () => {
  signIn();
  const waiting = somePicture({
    status: 'queued',
    underWay: { stage: 'queued', elapsedMs: 65_000 },
  });
  answerGenerations([waiting]);
  await show(waiting);
  await see(page.getByText('Waiting for its turn'));
  await see(page.getByText(/^1:(0[5-9]|[1-5]\d)$/));

  const underWay = { stage: 'asked', elapsedMs: 70_000 } as const;
  const cut = await dropListener();
  answer('GET /api/generation', later(waiting, { status: 'running', underWay }));
  cut.comeBack();
  await see(page.getByText('Google is working on it'));
});

test('a picture opens in full screen; keys show the other one, Back and Escape close it', async () => {
  signIn();
  const [google, openai] = [somePicture(), somePicture({ provider: 'openai' })];
  answerGenerations([google, openai]);
  await show(google, openai);
  const open = page.getByRole('button', { name: 'Full screen: Google' });
  const whole = page.getByRole('dialog', { name: /^(Google|OpenAI) · A paper boat/ });
  await open.click();
  await see(page.getByRole('dialog', { name: 'Google · A paper boat' }));
  await userEvent.keyboard('{ArrowRight}');
  await see(page.getByRole('dialog', { name: 'OpenAI · A paper boat' }));
  await userEvent.keyboard('{Escape}');
  await seeGone(whole);
  await expect.element(open).toHaveFocus();
  await open.click();
  await see(whole);
  history.back();
  await seeGone(whole);
  await see(resultFrom('Google'));
});

test('variations open over the results, and Back returns to the results', async () => {
  signIn();
  const [google, openai] = [somePicture(), somePicture({ provider: 'openai' })];
  answerGenerations([google, openai], () => ({ status: 'ready' }));
  await show(google, openai);
  await page.getByRole('button', { name: 'Variations of the result from Google' }).click();
  await page.getByRole('button', { name: '4 previews' }).click();
  await expect.poll(() => page.getByRole('article').elements().length).toBe(4);
  await see(page.getByRole('group', { name: '4 of 4' }));
  // The address changes once the dialog's history entry is left, which may be after the page.
  await expect
    .poll(() => new URLSearchParams(location.search).get('results')?.split(',').length)
    .toBe(4);
  history.back();
  await see(resultFrom('OpenAI'));
  await expect.poll(() => page.getByRole('article').elements().length).toBe(2);
});
