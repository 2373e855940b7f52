import type {
  GenerationResult,
  UnlockImagesRequest,
} from '@sachet/shared/studio/contracts/generation';
import { createStore, del } from 'idb-keyval';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeDialog } from '../../../app/base/dialogs';
import { isBrandOn } from '../brand/brand';
import { expectReadable } from '../../../testing/access';
import { answerGenerations, later, somePicture } from '../../../testing/generations';
import { see, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { answer, cutOff, refuse, requestsTo, sentKeys } from '../../../testing/server';
import { answerUploads } from '../../../testing/uploads';
import { visit } from '../../../testing/visit';
import { someKit } from '../../../testing/brand';
import { batchPhotos, forgetPhotos } from './batch-photos';

const choose = page.getByLabelText('Choose up to 10 photos');
const keep = (number: number) => page.getByLabelText(`Keep photo ${number}`);
const unlock = page.getByRole('button', { name: /^Unlock \d+ for ₹/ });

beforeEach(forgetPhotos);

async function takePhotos(count: number): Promise<File[]> {
  const canvas = new OffscreenCanvas(64, 48);
  canvas.getContext('2d')?.fillRect(0, 0, 32, 48);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
  return Array.from(
    { length: count },
    (_, index) => new File([blob], `jar-${index + 1}.jpg`, { type: 'image/jpeg' }),
  );
}

const someEdit = (given: Parameters<typeof somePicture>[0] = {}) =>
  somePicture({
    mode: 'edit_image',
    inputImageUrl: '/favicon.svg',
    pricesNow: { '512': 27, '1024': 45, '2048': 90 },
    ...given,
  });

const toBought = (edit: GenerationResult) =>
  later(edit, { unlocked: true, charged: 45, charges: [45] });

const toPath = (made: readonly { generationId: string }[]) =>
  `/?mode=edit_image&batch=${made.map(({ generationId }) => generationId).join(',')}`;

test('the form takes up to ten photos from one control, skips files that aren’t photos, and sends one request for each', async () => {
  signIn();
  const photos = answerUploads();
  const orders = answerGenerations([], () => ({ status: 'queued' }));
  await visit('/?mode=edit_image', { phone: true });
  await page.getByRole('link', { name: 'Several photos in one go' }).click();
  // The form of one photo has a button of the same name.
  await see(choose);
  await page.getByRole('button', { name: 'Generate previews · Free' }).click();
  await see(page.getByText('Add at least one photo.'));
  await see(page.getByText('Describe what should change.'));

  await choose.upload([
    new File(['#!'], 'a.png', { type: 'image/png' }),
    ...(await takePhotos(11)),
  ]);
  await see(page.getByText('10 of 10 photos'));
  await see(page.getByText(/a\.png: This file isn’t a valid image.*The others were left out\./));
  for (const number of [10, 9, 8, 7, 6, 5, 4]) {
    await page.getByRole('button', { name: `Remove jar-${number}.jpg` }).click();
  }
  await page.getByText('Product photo').first().click();
  await page.getByRole('button', { name: 'White background' }).click();
  await see(page.getByText('₹45 for each picture you keep, at 1024 px'));
  await expectReadable('the form for several photos');
  await page.getByRole('button', { name: 'See 3 previews · Free' }).click();

  await see(page.getByRole('heading', { name: 'Your photos' }));
  await expect.element(page.getByRole('heading', { name: 'Your photos' })).toHaveFocus();
  await expect.poll(() => orders.length).toBe(3);
  expect(photos.map(({ name }) => name)).toEqual(['jar-1.jpg', 'jar-2.jpg', 'jar-3.jpg']);
  for (const order of orders) {
    expect(order).toMatchObject({ mode: 'edit_image', provider: 'google' });
    expect(order.prompt).toMatch(/plain white background/);
  }
  await expect
    .poll(() => new URLSearchParams(location.search).get('batch')?.split(',').length)
    .toBe(3);
});

test('several photos can be pasted or dropped together', async () => {
  signIn();
  await visit('/?mode=edit_image&batch=', { phone: true });
  await see(choose);
  const given = new DataTransfer();
  for (const photo of await takePhotos(2)) given.items.add(photo);
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: given, bubbles: true }));
  await see(page.getByText('2 of 10 photos'));
  const drop = { dataTransfer: given, bubbles: true, cancelable: true };
  expect(document.dispatchEvent(new DragEvent('drop', drop))).toBe(false);
  await see(page.getByText('4 of 10 photos'));
});

test('the chosen photos are there again after a reload, and a lost one is named', async () => {
  signIn();
  await visit('/?mode=edit_image&batch=', { phone: true });
  await choose.upload(await takePhotos(3));
  await page.getByRole('button', { name: 'Remove jar-2.jpg' }).click();
  await expect.poll(() => batchPhotos.get().map(({ photo }) => photo.name)).toHaveLength(2);
  const [, second] = batchPhotos.get();
  forgetPhotos();
  await visit('/?mode=edit_image&batch=', { phone: true });
  await see(page.getByText('2 of 10 photos'));
  await see(page.getByAltText('jar-3.jpg', { exact: false }));

  await del(second!.id, createStore('sachet', 'photos'));
  forgetPhotos();
  await visit('/?mode=edit_image&batch=', { phone: true });
  await see(page.getByText('1 of 10 photos'));
  await see(page.getByText('Your browser couldn’t keep a photo. Add it again.'));
});

test('the brand ends the words of each photo only while it is switched on', async () => {
  signIn();
  answer('GET /api/brand', { kit: someKit(), organizationName: null, mayEdit: true });
  answerUploads();
  const orders = answerGenerations([], () => ({ status: 'queued' }));
  await visit('/?mode=edit_image&batch=', { phone: true });
  await choose.upload(await takePhotos(1));
  await page.getByText('Product photo').first().click();
  await page.getByRole('button', { name: 'Festive table' }).click();
  await page.getByRole('checkbox', { name: /^Use my brand/ }).click();
  await page.getByRole('button', { name: 'See 1 preview · Free' }).click();
  await expect.poll(() => orders.length).toBe(1);
  expect(orders[0]!.prompt).toMatch(/ Brand: palette of #8a1c3b and #f5c451 for what you add/);
  isBrandOn.set(false);
});

test('a limit ends the sending and says how many were not sent', async () => {
  signIn();
  answerUploads();
  answerGenerations([]);
  const made = someEdit({ status: 'queued' });
  answer('GET /api/generation', made);
  answer('POST /api/generate', () => {
    refuse('POST /api/generate', 'rate_limited');
    return made;
  });
  await visit('/?mode=edit_image&batch=');
  await choose.upload(await takePhotos(3));
  await page.getByText('Product photo').first().click();
  await page.getByRole('button', { name: 'Soft shadow' }).click();
  await page.getByRole('button', { name: 'See 3 previews · Free' }).click();
  await see(page.getByRole('alert').filter({ hasText: '2 photos weren’t sent.' }));
});

test('buys exactly the ticked pictures with one press and shows which are bought', async () => {
  const made = [1, 2, 3, 4].map(() => someEdit());
  signIn({ wallet: { available: 250 } });
  answerGenerations(made);
  answer('POST /api/unlock-images', ({ body }) => {
    const { pictures, finalSize } = body as UnlockImagesRequest;
    const ids = new Set(pictures.map(({ generationId }) => generationId));
    const all = made.map((each) => (ids.has(each.generationId) ? toBought(each) : each));
    answerGenerations(all);
    expect(finalSize).toBe(1024);
    return { generations: all.filter(({ generationId }) => ids.has(generationId)), refused: [] };
  });
  await visit(toPath(made), { phone: true });
  const nothing = page.getByRole('button', { name: 'Tick the pictures you want to keep.' });
  await expect.element(nothing).toBeDisabled();
  await seeGone(page.getByText('₹0'));
  await page.getByRole('button', { name: 'Select all' }).click();
  await see(page.getByRole('button', { name: 'Unlock 4 for ₹180' }));
  await keep(2).click();
  const bar = document.querySelector('.lower-bar')!;
  expect(bar.getBoundingClientRect().height).toBeLessThanOrEqual(100);
  await expectReadable('the previews of several photos');
  await page.getByRole('button', { name: 'Unlock 3 for ₹135' }).click();
  await see(page.getByText('3 of 4 bought'));
  expect(page.getByText('Yours · ₹45').elements()).toHaveLength(3);
  await see(keep(2));
  await see(page.getByRole('button', { name: 'Download 3 pictures' }));
  const [sent] = requestsTo('POST /api/unlock-images');
  expect((sent!.body as UnlockImagesRequest).pictures).toEqual(
    [made[0], made[2], made[3]].map((each) => ({
      generationId: each!.generationId,
      price: 45,
      finalModelId: 'gemini-pro-image',
    })),
  );
});

test('offers only the sizes that every picture is sold in', async () => {
  const made = [someEdit(), someEdit({ pricesNow: { '512': 27, '1024': 45 } })];
  signIn({ wallet: { available: 250 } });
  answerGenerations(made);
  await visit(toPath(made));
  await see(page.getByRole('radio', { name: '512 px' }));
  expect(page.getByRole('radio', { name: '2048 px' }).elements()).toEqual([]);
});

test('says before the press that the money is not enough, and opens the wallet when nothing was bought', async () => {
  const made = [1, 2, 3].map(() => someEdit());
  signIn({ wallet: { available: 100 } });
  answerGenerations(made);
  refuse('POST /api/unlock-images', 'insufficient_funds');
  await visit(toPath(made));
  await page.getByRole('button', { name: 'Select all' }).click();
  await see(page.getByText(/^You have ₹100\.00\. Add ₹35, or untick some\./));
  await page.getByRole('button', { name: 'Unlock 3 for ₹135' }).click();
  await see(page.getByRole('dialog'));
});

test('keeps the key of a press whose answer was lost, and shows what was bought', async () => {
  const made = [someEdit(), someEdit()];
  signIn({ wallet: { available: 250 } });
  answerGenerations(made);
  cutOff('POST /api/unlock-images');
  await visit(toPath(made));
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Unlock 2 for ₹90' }).click();
  await see(page.getByRole('alert').filter({ hasText: 'you never pay twice' }));
  const bought = made.map(toBought);
  answerGenerations(bought);
  answer('POST /api/unlock-images', { generations: bought, refused: [] });
  await page.getByRole('button', { name: 'Unlock 2 for ₹90' }).click();
  await see(page.getByText('2 of 2 bought'));
  expect(new Set(sentKeys('POST /api/unlock-images')).size).toBe(1);
});

test('names what a race left unbought', async () => {
  const made = [someEdit(), someEdit()];
  signIn({ wallet: { available: 250 } });
  answerGenerations(made);
  const first = toBought(made[0]!);
  answer('POST /api/unlock-images', {
    generations: [first, made[1]!],
    refused: [
      {
        generationId: made[1]!.generationId,
        error: 'wallet has insufficient funds',
        code: 'insufficient_funds',
      },
    ],
  });
  await visit(toPath(made));
  await page.getByRole('button', { name: 'Select all' }).click();
  await unlock.click();
  await see(page.getByText(/^One picture wasn’t bought, and you weren’t charged for it\./));
  await see(page.getByText('1 of 2 bought'));
});

test('compares a photo and its result with the arrow keys, and shows the next one', async () => {
  const made = [someEdit(), someEdit({ status: 'failed', errorCategory: 'safety' }), someEdit()];
  signIn();
  answerGenerations(made);
  await visit(toPath(made), { phone: true });
  await see(page.getByText('Stopped for safety'));
  const compare = page.getByRole('button', { name: 'Compare photo 1 with its result' });
  await compare.click();
  const slider = page.getByRole('slider', { name: 'Before and after' });
  await see(slider);
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(slider).toHaveAttribute('aria-valuenow', '55');
  await page.getByRole('button', { name: 'Next' }).click();
  await see(page.getByRole('heading', { name: 'Photo 3, before and after' }));
  await userEvent.keyboard('{Escape}');
  await seeGone(slider);
  await expect.element(compare).toHaveFocus();
});

const signInDialog = page.getByRole('dialog', { name: /Create your account|Welcome back/ });

async function askForThree(): Promise<void> {
  await visit('/?mode=edit_image&batch=', { phone: true });
  await choose.upload(await takePhotos(3));
  await page.getByText('Product photo').first().click();
  await page.getByRole('button', { name: 'White background' }).click();
  await page.getByRole('button', { name: 'See 3 previews · Free' }).click();
}

test('photos that a visitor wanted to send are sent once each after the sign-in', async () => {
  const photos = answerUploads();
  const orders = answerGenerations([]);
  await askForThree();
  await see(signInDialog);
  expect(orders).toEqual([]);
  closeDialog();
  signIn();
  await see(page.getByRole('heading', { name: 'Your photos' }));
  await expect.poll(() => orders.length).toBe(3);
  expect(photos.map(({ name }) => name)).toEqual(['jar-1.jpg', 'jar-2.jpg', 'jar-3.jpg']);
  expect(sessionStorage.getItem('sachet.pending')).toBeNull();
});

test('the photos that an ended session left unsent follow the sent ones after the sign-in', async () => {
  signIn();
  const photos = answerUploads();
  answerGenerations([]);
  const first = someEdit({ status: 'queued' });
  answer('GET /api/generation', first);
  answer('POST /api/generate', () => {
    refuse('POST /api/generate', 'unauthenticated');
    return first;
  });
  await askForThree();
  await see(signInDialog);
  const orders = answerGenerations([first]);
  closeDialog();
  await expect.poll(() => orders.length).toBe(2);
  expect(photos.map(({ name }) => name)).toEqual(['jar-1.jpg', 'jar-2.jpg', 'jar-3.jpg']);
  const shownIds = () => new URLSearchParams(location.search).get('batch')?.split(',') ?? [];
  await expect.poll(() => shownIds().length).toBe(3);
  expect(shownIds()[0]).toBe(first.generationId);
  expect(page.getByText('weren’t sent').query()).toBeNull();
});

test.each([
  ['the sign-in', 'unauthenticated', signInDialog],
  ['the verification', 'email_unverified', page.getByRole('dialog', { name: /Verify/ })],
] as const)('a purchase of several pictures continues after %s', async (_what, code, dialog) => {
  const made = [1, 2, 3].map(() => someEdit());
  signIn({ wallet: { available: 250 } });
  answerGenerations(made);
  refuse('POST /api/unlock-images', code);
  await visit(toPath(made));
  await keep(1).click();
  await keep(3).click();
  await page.getByRole('button', { name: 'Unlock 2 for ₹90' }).click();
  await see(dialog);
  const bought = [toBought(made[0]!), toBought(made[2]!)];
  answerGenerations([bought[0]!, made[1]!, bought[1]!]);
  answer('POST /api/unlock-images', { generations: bought, refused: [] });
  closeDialog();
  await see(page.getByText('2 of 3 bought'));
  const [refused, continued, ...others] = requestsTo('POST /api/unlock-images');
  expect(others).toEqual([]);
  expect(continued!.body).toEqual(refused!.body);
});
