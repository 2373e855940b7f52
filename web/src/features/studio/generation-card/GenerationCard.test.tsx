import type { ComponentProps } from 'react';
import type { LibraryItem } from '@sachet/shared/studio/contracts/library';
import type { Language, Provider } from '@sachet/shared/contracts/vocabulary';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  answerGenerations,
  answerUnlock,
  later,
  somePicture,
  somePictureBought,
} from '../../../testing/generations';
import { mount, see, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import {
  allow,
  answer,
  cutOff,
  failWith,
  goOffline,
  keepBack,
  refuse,
  requestsTo,
  sentKeys,
  serve,
} from '../../../testing/server';
import { GenerationCard } from './GenerationCard';

const card = () => page.getByRole('article', { name: 'Result from Google' });
const someCaptions = (text: string): LibraryItem => ({
  generationId: 'gen_captions',
  mode: 'instagram',
  provider: 'google',
  aspectRatio: '1:1',
  prompt: 'Tone: Casual',
  text,
  pictureUrl: null,
  thumbnails: null,
  unlocked: true,
  boughtSize: null,
  price: null,
  favourite: false,
  keptUntil: null,
  createdAt: '2026-03-01T10:00:00.000Z',
});

const button = (name: string) => card().getByRole('button', { name, exact: true });

type CardProps = ComponentProps<typeof GenerationCard>;

async function show(
  generation = somePicture(),
  {
    onReplace = vi.fn<CardProps['onReplace']>(),
    onVaried = vi.fn<CardProps['onVaried']>(),
    taken = new Set<Provider>(),
    onDeleted = vi.fn<CardProps['onDeleted']>(),
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

test('the card of a failed result shows the reason, that nothing was charged, and two ways to continue', async () => {
  const failed = somePicture({
    status: 'failed',
    errorCategory: 'safety',
    error: 'The provider found this unsafe. Try a milder prompt.',
  });

  const { onReplace } = await show(failed);

  const alert = card().getByRole('alert');
  await see(alert);
  expect([...alert.element().querySelectorAll('p, h2')].map((line) => line.textContent)).toEqual([
    'Failed · Google',
    'Stopped for safety',
    'The provider found this unsafe. Try a milder prompt.',
    'You were not charged',
  ]);
  await expect.element(card().getByText('IMAGE_SAFETY')).not.toBeVisible();
  await card().getByText('Details').click();
  await see(card().getByText('IMAGE_SAFETY'));
  await button('Try again').click();
  await button('Try the other provider').click();
  expect(onReplace.mock.calls.map(([, provider]) => provider)).toEqual(['google', 'openai']);
});

test('the card of a failed result shows the words of the model as text', async () => {
  const said = '<b>I can’t draw that person.</b> [Pay](https://example.test)';
  await show(somePicture({ status: 'failed', errorCategory: 'generic', errorSaid: said }));
  await see(card().getByText(said));
  await see(card().getByText('Google said:'));
  expect(card().getByRole('link').elements()).toEqual([]);
});

test('the card of a failed result shows from when its provider has capacity', async () => {
  const errorUntil = '2026-11-30T09:30:00.000Z';
  await show(somePicture({ status: 'failed', errorCategory: 'quota', errorUntil }));
  await see(card().getByText(/no capacity left until .*3:00/));
});

test('the card of a failed result offers only a retry when the other provider has a result', async () => {
  await show(somePicture({ status: 'failed' }), { taken: new Set(['openai']) });
  await see(button('Try again'));
  expect(button('Try the other provider').query()).toBeNull();
});

test('the result card names the model of the full picture and says that the picture is redrawn and may differ', async () => {
  await show();
  await see(card().getByRole('heading', { name: 'Gemini Pro Image', exact: true }));
  await see(
    card().getByText(
      'The full picture is redrawn in more detail and may differ from this preview.',
    ),
  );
});

test('the result card says that the full picture is only larger when one model draws both', async () => {
  await show(somePicture({ finalModelId: 'gemini-image', finalModelName: 'Gemini Image' }));
  await see(card().getByText('The full picture is this one, only larger.'));
});

test('the result card shows the balance from the receipt, not an older one', async () => {
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

  // `GET /api/wallet` still answers with the old balance of ₹250.
  await see(card().getByText('₹50 paid · ₹200.00 left'));
  await see(card().getByRole('heading', { name: 'Gemini Pro Image', exact: true }));
  await see(card().getByText('Google · 1:1 · Quality · 1024 px'));
  // The focus moves from the removed button to the card, not to the page.
  await expect.element(card()).toHaveFocus();
});

test('the result card says why the premium model refused and that nothing was charged, and unlocks on the next try', async () => {
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

test('the result card sells a larger size of a bought picture for the difference', async () => {
  const { generation } = await show(somePictureBought());
  const onItsWay = { unlockStatus: 'pending', unlockSize: 2048 } as const;
  answerUnlock(later(generation, { ...onItsWay, boughtSize: 1024, pricesNow: { '2048': 50 } }));

  await button('Upgrade to 2048 px · ₹50 more').click();

  await see(card().getByText(/₹50 is on hold/));
  await see(card().getByRole('link', { name: 'Download' }));
  const [sent] = requestsTo('POST /api/unlock-image');
  expect(sent?.body).toMatchObject({
    finalSize: 2048,
    price: 50,
    finalModelId: 'gemini-pro-image',
  });
});

test('the result card keeps the bought picture when a larger size fails, and offers a retry', async () => {
  await show(somePictureBought({ unlockSize: 2048, errorCode: 'preview_missing' }));
  await see(card().getByText('You were not charged'));
  await see(card().getByText(/₹50 paid/));
  await see(card().getByRole('link', { name: 'Download' }));
  await expect.element(button('Upgrade to 2048 px · ₹50 more')).toBeEnabled();
});

test('the result card lists each payment on the receipt and offers no size above the largest', async () => {
  await show(
    somePictureBought({ charged: 100, charges: [50, 50], boughtSize: 2048, pricesNow: {} }),
  );
  await see(card().getByText(/₹50 \+ ₹50 paid/));
  expect(card().getByRole('button', { name: /more/ }).query()).toBeNull();
});

test('the result card shows the current offer and buys nothing when the offer has changed', async () => {
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

test('the result card shows the price of the chosen size and buys that size', async () => {
  const { generation } = await show();
  answerUnlock(later(generation, { unlockStatus: 'pending', unlockSize: 2048 }));
  await see(button('Unlock · ₹50'));

  await card().getByRole('radio', { name: '2048' }).click();
  await button('Unlock · ₹100').click();

  await see(card().getByText('₹100 is on hold. You’re charged when your picture is ready.'));
  const [sent] = requestsTo('POST /api/unlock-image');
  expect(sent?.body).toMatchObject({ recipe: generation.recipe, finalSize: 2048 });
  expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[\da-f]{32}$/);
});

test('the result card asks the user to add money and charges nothing when the balance is too low', async () => {
  await show();
  refuse('POST /api/unlock-image', 'insufficient_funds');

  await button('Unlock · ₹50').click();

  await see(card().getByRole('alert'));
  await expect.element(button('Unlock · ₹50')).toBeEnabled();
});

test('the result card cancels a purchase after the provider was asked while free cancels are left', async () => {
  const bought = somePicture({
    unlockStatus: 'pending',
    unlockSize: 1024,
    providerAsked: true,
    underWay: { stage: 'asked', elapsedMs: 3_000 },
  });
  await show(bought);
  // Only one status on the card shows the progress.
  await see(card().getByText('Google is working on it'));
  expect(card().getByRole('status').elements()).toHaveLength(1);
  const release = keepBack('POST /api/cancel-generation');
  const cancel = card().getByRole('button', { name: /Cancel/ });
  await expect.element(cancel).toHaveTextContent('Cancel · free, 3 of 3 left today');

  await cancel.click();
  await expect.element(cancel).toHaveAttribute('aria-busy', 'true');
  answer('POST /api/cancel-generation', later(bought, { errorCode: 'cancelled' }));
  release();

  await see(button('Unlock · ₹50'));
});

test('Unlock without a connection says that nothing was sent', async () => {
  await show();
  goOffline();
  await button('Unlock · ₹50').click();
  await see(card().getByText('No connection. Nothing was sent.'));
  await see(card().getByText('You were not charged'));
  expect(requestsTo('POST /api/unlock-image')).toEqual([]);
});

test('the result card says that the user never pays twice when the connection is lost, and repeats the same request', async () => {
  const { generation } = await show();
  cutOff('POST /api/unlock-image');
  await button('Unlock · ₹50').click();
  await see(card().getByText('You never pay twice for the same picture'));

  answerUnlock(later(generation, { unlockStatus: 'pending' }));
  await button('Unlock · ₹50').click();

  await see(card().getByText('₹50 is on hold. You’re charged when your picture is ready.'));
  const keys = sentKeys('POST /api/unlock-image');
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a lost answer is not called a failure, and its notice goes once the purchase is known to be in progress', async () => {
  const { generation } = await show();
  await see(button('Unlock · ₹50'));
  const release = keepBack('GET /api/generation');
  cutOff('POST /api/unlock-image');
  await button('Unlock · ₹50').click();
  await see(card().getByRole('alert').getByText('No answer came'));
  expect(page.getByText('Unlock failed').query()).toBeNull();
  answer('GET /api/generation', later(generation, { unlockStatus: 'pending' }));
  release();
  await see(card().getByText('₹50 is on hold. You’re charged when your picture is ready.'));
  await expect.element(card().getByRole('alert')).not.toBeInTheDocument();
});

test('the result card says that the picture will be finished when no free cancels are left', async () => {
  const bought = somePicture({ unlockStatus: 'pending', unlockSize: 1024, providerAsked: true });
  await show(bought, { freeCancelsLeft: 0 });
  await see(card().getByText('Your picture is being generated and can no longer be cancelled.'));
  await seeGone(card().getByRole('button', { name: /Cancel/ }));
});

test('the result card names the failed unlock and its status for an error without a text', async () => {
  await show();
  failWith('POST /api/unlock-image', 502, {});
  await button('Unlock · ₹50').click();
  const words = 'Unlock failed with status 502';
  await see(card().getByRole('alert').getByText(words, { exact: true }));
});

test('the result card says that the model is unavailable, and the user can press the button again', async () => {
  await show();
  refuse('POST /api/unlock-image', 'unavailable');
  await button('Unlock · ₹50').click();
  await see(card().getByRole('alert'));
  await expect.element(button('Unlock · ₹50')).toBeEnabled();
});

test('the result card deletes a result without asking, and Undo restores it', async () => {
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

test('the result card compares an edit with its photo by a line that keys and the mouse move', async () => {
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
  // Replaced, because a browser captures only real pointers.
  box.setPointerCapture = () => undefined;
  box.dispatchEvent(new PointerEvent('pointerdown', at(0.3)));
  await expect.element(line).toHaveAttribute('aria-valuenow', '30');
  box.dispatchEvent(new PointerEvent('pointermove', at(2)));
  await expect.element(line).toHaveAttribute('aria-valuenow', '100');
  box.dispatchEvent(new PointerEvent('pointerup', at(2)));
  box.dispatchEvent(new PointerEvent('pointermove', at(0.1)));
  await expect.element(line).toHaveAttribute('aria-valuenow', '100');
  // A touch beside the line is a swipe that shows the other result, so it does not move the line.
  box.dispatchEvent(new PointerEvent('pointerdown', { ...at(0.5), pointerType: 'touch' }));
  await expect.element(line).toHaveAttribute('aria-valuenow', '100');
});

const { canShare, share } = navigator;
afterEach(() => {
  Object.assign(navigator, { canShare, share });
});

test("the result card shares a bought picture as the API's file together with its caption, which is copied, too", async () => {
  const { generation } = await show(somePictureBought());
  const text = '- Fresh jalebi today #jalebi\n- Two\n- Three';
  answer('GET /api/library', { items: [someCaptions(text)], next: null });
  const copied: string[] = [];
  const copying = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (words) => {
    copied.push(words);
  });
  onTestFinished(() => copying.mockRestore());
  const shared: { files: File[]; text?: string }[] = [];
  const answers = [undefined, new DOMException('', 'AbortError')];
  Object.assign(navigator, {
    canShare: () => true,
    share: async (data: { files: File[]; text?: string }) => {
      shared.push(data);
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
  const sheet = page.getByRole('dialog', { name: 'Share this picture' });
  await shareIt.click();
  await sheet.getByRole('button', { name: 'Fresh jalebi today #jalebi' }).click();
  await sheet.getByRole('button', { name: 'Share picture and caption' }).click();
  await expect.poll(() => shared.length).toBe(1);
  await shareIt.click();
  await sheet.getByRole('button', { name: 'Share picture' }).click();
  await expect.poll(() => shared.length).toBe(2);
  expect(shared.map((data) => data.text)).toEqual(['Fresh jalebi today #jalebi', undefined]);
  expect(copied).toEqual(['Fresh jalebi today #jalebi']);
  expect(await shared[0]?.files[0]?.text()).toBe('the labelled bytes');
  expect(shared[0]?.files[0]?.name).toMatch(/^sachet-gen_\d+\.jpeg$/);
  await seeGone(sheet);
});

test('the result card shares a link to the home page, never to the picture, when the browser cannot share files', async () => {
  Object.assign(navigator, { canShare: undefined });
  answer('GET /api/library', { items: [], next: null });
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

test('the result card requests variations as previews of the same request, concurrently', async () => {
  const { generation, onVaried } = await show();
  const orders = answerGenerations([generation]);
  await page.getByRole('button', { name: 'Variations of the result from Google' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '2 previews' }).click();
  await expect.poll(() => onVaried.mock.calls.length).toBe(1);
  expect(orders).toHaveLength(2);
  for (const order of orders) {
    expect(order).toMatchObject({ provider: 'google', mode: 'image', prompt: generation.prompt });
  }
  expect(onVaried.mock.calls[0]?.[0]).toHaveLength(2);
});

test('the result card shows the variations that were started, and why the others are missing, when a limit is reached', async () => {
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

test('the result card says why variations over a limit are refused, and keeps the result', async () => {
  const { onVaried } = await show();
  refuse('POST /api/generate', 'rate_limited');
  await page.getByRole('button', { name: 'Variations of the result from Google' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '4 previews' }).click();
  await see(page.getByRole('alert'));
  expect(onVaried).not.toHaveBeenCalled();
});
