import type { Language, Provider } from '@sachet/shared/contracts/vocabulary';
import { failureText } from '@sachet/shared/failure';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hi } from '../i18n/hi';
import { answerGenerations, somePicture, somePictureBought } from '../testing/generations';
import { mount, see, seeGone } from '../testing/mount';
import { signIn } from '../testing/people';
import {
  allow,
  answer,
  cutOff,
  failWith,
  keepBack,
  refuse,
  requestsTo,
  sentKeys,
  serve,
} from '../testing/server';
import { GenerationCard } from './GenerationCard';

const card = () => page.getByRole('article', { name: 'Result from Google' });
const button = (name: string) => card().getByRole('button', { name, exact: true });

async function show(
  generation = somePicture(),
  {
    onReplace = vi.fn(),
    onVaried = vi.fn(),
    taken = new Set<Provider>(),
    onDeleted = vi.fn(),
    freeCancelsLeft = 3,
    language = 'en' as Language,
  } = {},
) {
  const freeCancels = { left: freeCancelsLeft, perDay: 3 };
  signIn({ wallet: { walletId: 'wal_of_the_test', freeCancels } });
  answer('GET /api/generation', generation);
  await mount(
    <GenerationCard
      generationId={generation.generationId}
      busy={false}
      taken={taken}
      onReplace={onReplace}
      onVaried={onVaried}
      onFull={() => undefined}
      onDeleted={onDeleted}
    />,
    { language },
  );
  return { generation, onReplace, onVaried, onDeleted };
}

test('a failed result says whose fault it was, that nothing was charged, and offers both ways on', async () => {
  const failed = somePicture({
    status: 'failed',
    errorCategory: 'safety',
    errorStatus: 400,
    errorCode: 'content_policy',
    error: 'The provider found the request unsafe. Soften or change the subject.',
  });

  const { onReplace } = await show(failed);

  const alert = card().getByRole('alert');
  await see(alert);
  expect([...alert.element().querySelectorAll('p, h2')].map((line) => line.textContent)).toEqual([
    'Failed · Google',
    'Stopped for safety',
    'The provider found the request unsafe. Soften or change the subject.',
    'You were not charged',
  ]);
  await expect.element(card().getByText('content_policy')).not.toBeVisible();
  await card().getByText('Details').click();
  await see(card().getByText('content_policy'));
  await button('Try again').click();
  await button('Try the other provider').click();
  expect(onReplace.mock.calls.map(([, provider]) => provider)).toEqual(['google', 'openai']);
});

test('a failed result in Hindi has no English sentence', async () => {
  const error = failureText.quota;
  await show(somePicture({ status: 'failed', errorCategory: 'quota', error }), { language: 'hi' });
  const alert = page.getByRole('alert');
  await see(alert.getByText(hi.failure.quotaHint));
  const lines = [...alert.element().querySelectorAll('p, h2')].map((line) => line.textContent);
  expect(lines).toEqual([
    `${hi.results.failed} · Google`,
    hi.failure.quota,
    hi.failure.quotaHint,
    hi.results.notCharged,
  ]);
});

test('a failed result of an unknown category shows the text of the server', async () => {
  const error = 'The kitchen is closed.';
  await show(somePicture({ status: 'failed', errorCategory: null, errorCode: 'closed', error }));
  await see(card().getByRole('alert').getByText(error, { exact: true }));
});

test('beside a result of the other provider, a failed one offers only to try again', async () => {
  await show(somePicture({ status: 'failed' }), { taken: new Set(['openai']) });
  await see(button('Try again'));
  expect(button('Try the other provider').query()).toBeNull();
});

test('a locked picture names the model that will draw it, and the one that only sketched the preview', async () => {
  await show();
  await see(card().getByRole('heading', { name: 'Gemini Pro Image', exact: true }));
  await see(card().getByText(/Gemini Pro Image draws the full picture anew.* Gemini Image only/));
});

test('where one model draws both, it says that the full picture is only larger', async () => {
  await show(somePicture({ finalModelId: 'gemini-image', finalModelName: 'Gemini Image' }));
  await see(card().getByText(/Gemini Image drew this preview.*the same, only larger/));
});

test('what is left comes with the receipt, not from the wallet that was read before', async () => {
  const { generation } = await show();
  await see(button('Unlock · ₹50'));
  const figures = { walletBalance: 200, held: 0, available: 200, locked: 0 };
  const { generationId } = generation;
  const bought = somePictureBought({
    generationId,
    wallet: { walletId: 'wal_of_the_test', seq: 3, ...figures },
  });
  answer('POST /api/unlock-image', bought);

  await button('Unlock · ₹50').click();

  // The wallet's own answer still says ₹250.
  await see(card().getByText('₹50 paid · ₹200.00 left'));
  await see(card().getByRole('heading', { name: 'Gemini Pro Image', exact: true }));
  await see(card().getByText('Google · 1:1 · Quality · 1024 px'));
});

test('a picture whose premium model refuses says why, that nothing was charged, and can be bought after all', async () => {
  await show(somePicture({ unlockStatus: 'failed', errorCategory: 'copyright' }));
  const alert = card().getByRole('alert');
  await see(alert);
  expect([...alert.element().querySelectorAll('p')].map((line) => line.textContent)).toEqual([
    'Unlock failed',
    'Protected work',
    'This may copy protected work or a real person. Leave out names of brands, characters and artists.',
    'You were not charged',
  ]);
  await expect.element(button('Unlock · ₹50')).toBeEnabled();
});

test('a bought picture can be bought larger for the difference, and says so', async () => {
  const { generation } = await show(somePictureBought());
  const onItsWay = { unlockStatus: 'pending', unlockSize: 2048 } as const;
  answer('POST /api/unlock-image', { ...generation, ...onItsWay });

  await button('Make it 2048 px · ₹50 more').click();

  await see(card().getByText(/₹50 is set aside/));
  await see(card().getByRole('link', { name: 'Download' }));
  const [sent] = requestsTo('POST /api/unlock-image');
  expect(sent?.body).toMatchObject({
    finalSize: 2048,
    price: 50,
    finalModelId: 'gemini-pro-image',
  });
});

test('a larger copy that failed leaves the bought one, and can be tried again', async () => {
  await show(
    somePictureBought({ unlockStatus: 'failed', unlockSize: 2048, errorCategory: 'safety' }),
  );
  await see(card().getByText('You were not charged'));
  await see(card().getByText(/₹50 paid/));
  await see(card().getByRole('link', { name: 'Download' }));
  await expect.element(button('Make it 2048 px · ₹50 more')).toBeEnabled();
});

test('the parts that were paid stand on the receipt; the largest has nothing on sale', async () => {
  await show(
    somePictureBought({ charged: 100, charges: [50, 50], boughtSize: 2048, pricesNow: {} }),
  );
  await see(card().getByText(/₹50 \+ ₹50 paid/));
  expect(card().getByRole('button', { name: /more/ }).query()).toBeNull();
});

test('an offer that has changed is shown as it is now, and nothing is bought', async () => {
  const { generation } = await show();
  const release = keepBack('POST /api/unlock-image');
  await button('Unlock · ₹50').click();
  answer('GET /api/generation', { ...generation, pricesNow: { '1024': 60 } });
  refuse('POST /api/unlock-image', 'offer_changed');
  const reads = () => requestsTo('GET /api/generation').length;
  const before = reads();
  release();
  await expect.poll(reads).toBeGreaterThan(before);

  await see(button('Unlock · ₹60'));
  await see(card().getByRole('alert'));
});

test('the button names the price of the size that is chosen, and buys that size', async () => {
  const { generation } = await show();
  answer('POST /api/unlock-image', { ...generation, unlockStatus: 'pending', unlockSize: 2048 });
  await see(button('Unlock · ₹50'));

  await card().getByRole('radio', { name: '2048' }).click();
  await button('Unlock · ₹100').click();

  await see(card().getByText('₹100 is set aside until it arrives.'));
  const [sent] = requestsTo('POST /api/unlock-image');
  expect(sent?.body).toMatchObject({ generationId: generation.generationId, finalSize: 2048 });
  expect(sent?.headers.get('Idempotency-Key')).toBeTruthy();
});

test('who has too little is asked to add money, and pays nothing', async () => {
  await show();
  refuse('POST /api/unlock-image', 'insufficient_funds');

  await button('Unlock · ₹50').click();

  await see(card().getByRole('alert'));
  await expect.element(button('Unlock · ₹50')).toBeEnabled();
});

test('a picture whose provider was asked can be cancelled as long as free cancels are left', async () => {
  const bought = somePicture({
    unlockStatus: 'pending',
    unlockSize: 1024,
    providerAsked: true,
    underWay: { stage: 'asked', elapsedMs: 3_000 },
  });
  await show(bought);
  // One sign that it is being made, not one more over the picture.
  await see(card().getByText('Google is at work'));
  expect(card().getByRole('status').elements()).toHaveLength(1);
  const release = keepBack('POST /api/cancel-generation');
  const cancel = card().getByRole('button', { name: /Cancel/ });
  await expect.element(cancel).toHaveTextContent('Cancel · 3 of 3 free today');

  await cancel.click();
  await expect.element(cancel).toHaveAttribute('aria-busy', 'true');
  answer('POST /api/cancel-generation', { ...bought, unlockStatus: 'none', providerAsked: false });
  release();

  await see(button('Unlock · ₹50'));
});

test('without a connection it is said that nobody pays twice, and the same press of the button is sent again', async () => {
  const { generation } = await show();
  cutOff('POST /api/unlock-image');
  await button('Unlock · ₹50').click();
  await see(card().getByText('You never pay twice for the same picture'));

  answer('POST /api/unlock-image', { ...generation, unlockStatus: 'pending', unlockSize: 1024 });
  await button('Unlock · ₹50').click();

  await see(card().getByText('₹50 is set aside until it arrives.'));
  const keys = sentKeys('POST /api/unlock-image');
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('whoever has no free cancels left is told that the picture will be finished', async () => {
  const bought = somePicture({ unlockStatus: 'pending', unlockSize: 1024, providerAsked: true });
  await show(bought, { freeCancelsLeft: 0 });
  await see(card().getByText('It is being made already and will be finished.'));
  await seeGone(card().getByRole('button', { name: /Cancel/ }));
});

test.each([
  ['without a text', {}, 'Unlock failed with status 502'],
  ['a server error', { error: 'Oops', code: 'internal' }, 'Unlock failed with status 502'],
  ['an unknown code', { error: 'Sold out today.', code: 'sold_out' }, 'Sold out today.'],
])('an unlock that fails with %s shows its words', async (_what, body, words) => {
  await show();
  failWith('POST /api/unlock-image', 502, body);
  await button('Unlock · ₹50').click();
  await see(card().getByRole('alert').getByText(words, { exact: true }));
});

test('a model that can no longer draw it is said, and nothing else happens', async () => {
  await show();
  refuse('POST /api/unlock-image', 'unavailable');
  await button('Unlock · ₹50').click();
  await see(card().getByRole('alert'));
  await expect.element(button('Unlock · ₹50')).toBeEnabled();
});

test('deletes a result without asking, and restores it when the user presses Undo', async () => {
  const picture = somePicture({
    unlocked: true,
    unlockStatus: 'done',
    imageUrl: '/favicon.svg',
    charged: 50,
  });
  const { onDeleted } = await show(picture);
  allow('DELETE /api/generation');

  await page.getByRole('button', { name: 'Delete the result from Google' }).click();
  await expect.poll(() => onDeleted.mock.calls.length).toBe(1);
  expect(requestsTo('DELETE /api/generation')).toHaveLength(1);
  answer('POST /api/restore-generation', picture);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => location.search).toBe(`?open=${picture.generationId}`);
  expect(location.pathname).toBe('/library');
});

test('an edit is compared with its photo by a line that keys and the mouse move', async () => {
  await show(somePicture({ mode: 'edit_image', inputImageUrl: '/favicon.svg' }));
  const line = card().getByRole('slider', { name: 'Before and after' });
  await expect.element(line).toHaveAttribute('aria-valuenow', '50');
  (line.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{PageUp}');
  await expect.element(line).toHaveAttribute('aria-valuetext', '75% before');
  await userEvent.keyboard('{Home}{ArrowLeft}');
  await expect.element(line).toHaveAttribute('aria-valuenow', '0');

  const box = line.element().parentElement!;
  const { left, top, width } = box.getBoundingClientRect();
  const at = (share: number) => ({
    bubbles: true,
    pointerId: 1,
    pointerType: 'mouse',
    clientX: left + share * width,
    clientY: top + 20,
  });
  // The browser captures only pointers that are there.
  box.setPointerCapture = () => undefined;
  box.dispatchEvent(new PointerEvent('pointerdown', at(0.3)));
  await expect.element(line).toHaveAttribute('aria-valuenow', '30');
  box.dispatchEvent(new PointerEvent('pointermove', at(2)));
  await expect.element(line).toHaveAttribute('aria-valuenow', '100');
  box.dispatchEvent(new PointerEvent('pointerup', at(2)));
  box.dispatchEvent(new PointerEvent('pointermove', at(0.1)));
  await expect.element(line).toHaveAttribute('aria-valuenow', '100');
  // A finger beside the line is on its way to the other result.
  box.dispatchEvent(new PointerEvent('pointerdown', { ...at(0.5), pointerType: 'touch' }));
  await expect.element(line).toHaveAttribute('aria-valuenow', '100');
});

const { canShare, share } = navigator;
afterEach(() => {
  Object.assign(navigator, { canShare, share });
});

test('a bought picture is shared as the file that the API sends; what somebody thinks better of is no error', async () => {
  const { generation } = await show(somePictureBought());
  const shared: File[] = [];
  const answers = [undefined, new DOMException('', 'AbortError')];
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files }: { files: File[] }) => {
      shared.push(...files);
      const thrown = answers.shift();
      if (thrown) throw thrown;
    },
  });
  const sent = new Blob(['the labelled bytes'], { type: 'image/jpeg' });
  const fetching = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (input, init) =>
      input === generation.imageUrl ? new Response(sent) : serve(input, init),
    );
  onTestFinished(() => void fetching.mockRestore());
  const shareIt = card().getByRole('button', { name: 'Share the picture from Google' });
  await shareIt.click();
  await expect.poll(() => shared.length).toBe(1);
  await shareIt.click();
  await expect.poll(() => shared.length).toBe(2);
  expect(await shared[0]?.text()).toBe('the labelled bytes');
  expect(shared[0]?.name).toMatch(/^sachet-gen_\d+\.jpeg$/);
  expect(page.getByRole('dialog').query()).toBeNull();
});

test('where files cannot be shared, the words lead to the home page and never to the picture', async () => {
  Object.assign(navigator, { canShare: undefined });
  const { generation } = await show(somePictureBought());
  await card().getByRole('button', { name: 'Share the picture from Google' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this picture' });
  const link = dialog.getByRole('link', { name: 'WhatsApp' });
  await see(link);
  const text = new URL(link.element().getAttribute('href')!).searchParams.get('text');
  expect(text).toContain(`${location.origin}/`);
  expect(text).not.toContain(generation.generationId);
  await see(dialog.getByRole('link', { name: 'Download' }));
  await see(dialog.getByRole('button', { name: 'Copy the link to Sachet' }));
});

test.each([2, 4])(
  '%i variations are previews of the same request, asked for at once',
  async (count) => {
    const { generation, onVaried } = await show();
    const orders = answerGenerations([generation]);
    await page.getByRole('button', { name: 'Variations of the result from Google' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `${count} previews` })
      .click();
    await expect.poll(() => onVaried.mock.calls.length).toBe(1);
    expect(orders).toHaveLength(count);
    for (const order of orders) {
      expect(order).toMatchObject({ provider: 'google', mode: 'image', prompt: generation.prompt });
    }
    expect(onVaried.mock.calls[0]?.[0]).toHaveLength(count);
  },
);

test('of variations that a limit cuts half-way those that were begun are shown, and why it is not all', async () => {
  const { generation, onVaried } = await show();
  const orders = answerGenerations([generation], () => {
    if (orders.length === 2) refuse('POST /api/generate', 'rate_limited');
    return { status: 'queued' };
  });
  await page.getByRole('button', { name: 'Variations of the result from Google' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '4 previews' }).click();
  await see(page.getByRole('alert'));
  await expect.poll(() => onVaried.mock.calls.length).toBe(1);
  expect(requestsTo('POST /api/generate')).toHaveLength(4);
  expect(onVaried.mock.calls[0]?.[0]).toHaveLength(2);
});

test('variations over a limit are refused in words, and the result stays', async () => {
  const { onVaried } = await show();
  refuse('POST /api/generate', 'rate_limited');
  await page.getByRole('button', { name: 'Variations of the result from Google' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '4 previews' }).click();
  await see(page.getByRole('alert'));
  expect(onVaried).not.toHaveBeenCalled();
});
