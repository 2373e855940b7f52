import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLeftMask } from '@sachet/adapters/images/testing/masks';
import { photo } from '@sachet/adapters/images/testing/photos';
import type { LibraryPage } from '@sachet/shared/studio/contracts/library';
import type { Statement } from '@sachet/shared/wallet/contracts/statement';
import { sweepNow } from '../../worker/testing/sweep-now.ts';
import { createCustomer, respondAsync, toUpload, type Customer } from '../testing/client.ts';
import { filesIn } from '../testing/folder.ts';
import type { Gate } from '../testing/gate.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

const poll = { timeout: 60_000, interval: 20 };

let open: OpenStack;
let gate: Gate;
let customer: Customer;
beforeAll(async () => {
  const shared = await shareStack();
  gate = shared.gates.google;
  open = shared;
  customer = await createCustomer(open.stack);
});
afterAll(() => open?.stop());
afterEach(async () => {
  gate.open();
  if (!open.stack.worker.isRunning()) await open.stack.worker.start();
  await open.books.expectToBeSound();
});

const listFiles = (generationId: string) =>
  filesIn(open.imageFolder).filter((file) => file.startsWith(`${generationId}/`));

/** The time to undo the deletion has passed, and the worker sweeps. */
async function expectErased(generationId: string): Promise<void> {
  await open.books.query(
    'update generation set erase_after = now() where id = $1 and deleted_at is not null',
    [generationId],
  );
  await sweepNow(open);
  // The worker's own sweep may have claimed it.
  await expect.poll(() => listFiles(generationId), poll).toEqual([]);
}

test('a deleted preview disappears immediately for its owner, and its words and images soon after', async () => {
  const image = toUpload(await photo(640, 480));
  const kept = await customer.preview();
  const mask = await customer.upload(await createLeftMask(320, 240), { type: 'image/png' });
  const maskUploadId = mask.body.uploadId;
  const preview = await customer.preview({ mode: 'edit_image', image, maskUploadId });
  const { generationId } = preview;
  expect(listFiles(generationId)).toHaveLength(4);
  const mark = await open.books.mark();

  const { status, body } = await customer.remove(generationId);
  expect([status, body]).toEqual([204, '']);
  expectRefusal(await customer.send(`/api/generation?id=${generationId}`), 'not_found');
  const { body: list } = await customer.send('/api/generations');
  expect(list.items.map((each) => each.generationId)).toEqual([kept.generationId]);
  expectRefusal(await customer.remove(generationId), 'not_found');
  expectRefusal(await customer.cancel(generationId), 'not_found');
  expectRefusal(await customer.unlock(preview), 'not_found');

  await expectErased(generationId);
  const gone = await fetch(open.stack.apiUrl + preview.previewImageUrl);
  expect(gone.status).toBe(404);
  const rows = await open.books.query(
    `select prompt, content, original_key, preview_key, input_key, mask_key
       from generation where id = $1`,
    [generationId],
  );
  const keys = { original_key: null, preview_key: null, input_key: null, mask_key: null };
  expect(rows).toEqual([{ prompt: '', content: null, ...keys }]);
  expect(listFiles(kept.generationId)).toHaveLength(2);
  expect(await open.books.mark()).toBe(mark);
});

test('a bought picture is erased too, and its payment stays in the ledger', async () => {
  const buyer = await createCustomer(open.stack);
  const preview = await buyer.preview({ quality: 'speed' });
  const { body: bought } = await buyer.unlock(preview, 512);
  for (const address of Object.values(bought.generation.thumbnails!)) {
    expect((await fetch(open.stack.apiUrl + address)).status).toBe(200);
  }
  // The preview, its original, the picture with and without its mark, and two small copies.
  expect(listFiles(preview.generationId)).toHaveLength(6);
  const text = await buyer.preview({ mode: 'general' });
  expect((await buyer.unlockText(text)).status).toBe(200);
  const events = await buyer.events();
  const mark = await open.books.mark();

  for (const { generationId } of [preview, text]) {
    expect((await buyer.remove(generationId)).status).toBe(204);
    await expectErased(generationId);
  }
  const addresses = [bought.imageUrl, ...Object.values(bought.generation.thumbnails!)];
  for (const address of addresses) {
    expect((await fetch(open.stack.apiUrl + address)).status).toBe(404);
  }
  expect(listFiles(preview.generationId)).toEqual([]);
  expect(await buyer.events()).toEqual(events);
  expect(await open.books.mark()).toBe(mark);
  const [row] = await open.books.query('select content from generation where id = $1', [
    text.generationId,
  ]);
  expect(row).toEqual({ content: null });
});

test('a generation can be deleted only by its owner, and only after its work and purchases were cancelled', async () => {
  const buyer = await createCustomer(open.stack);
  const preview = await buyer.preview();
  const askedBefore = gate.asked.length;
  gate.shut();
  const running = await buyer.startPreview();
  await buyer.unlock(preview, 1024, respondAsync);
  await gate.isAsked(askedBefore + 2);
  expectRefusal(await customer.remove(preview.generationId), 'not_found');
  expectRefusal(await customer.remove('gen_0'), 'not_found');
  for (const { generationId } of [running, preview]) {
    expectRefusal(await buyer.remove(generationId), 'wrong_state');
    expect((await buyer.cancel(generationId)).status).toBe(200);
    expect((await buyer.remove(generationId)).status).toBe(204);
    await expectErased(generationId);
  }
  expect(await buyer.wallet()).toMatchObject({ walletBalance: 250, held: 0 });
});

test('a picture that is bought and deleted at the same moment is either kept and paid, or deleted', async () => {
  const buyer = await createCustomer(open.stack);
  const previews = [];
  for (let i = 0; i < 5; i += 1) previews.push(await buyer.preview({ quality: 'speed' }));
  const raced = await Promise.all(
    previews.map(async (preview) => {
      const [bought, removed] = await Promise.all([
        buyer.unlock(preview, 512, respondAsync),
        buyer.remove(preview.generationId),
      ]);
      return { preview, bought, removed };
    }),
  );
  const isKept = ({ bought }: (typeof raced)[number]) => bought.status === 202;
  for (const { bought, removed } of raced.filter((each) => !isKept(each))) {
    expectRefusal(bought, 'not_found');
    expect(removed.status).toBe(204);
  }
  let paid = 0;
  // A purchase also keeps a picture whose deletion can still be undone.
  for (const { preview } of raced.filter(isKept)) {
    const charged = preview.prices![512]!;
    await expect
      .poll(() => buyer.generation(preview.generationId), poll)
      .toMatchObject({ unlockStatus: 'done', charged });
    paid += charged;
  }
  expect(await buyer.wallet()).toMatchObject({ walletBalance: 250 - paid, held: 0 });
});

test('a final image that arrives after its preview was deleted is not kept', async () => {
  const buyer = await createCustomer(open.stack);
  const preview = await buyer.preview();
  const { generationId } = preview;
  const calls = await open.books.lockTable('provider_call');
  await buyer.unlock(preview, 1024, respondAsync);
  await expect.poll(calls.waiting, poll).toBe(1);
  await buyer.cancel(generationId);
  expect((await buyer.remove(generationId)).status).toBe(204);
  await expectErased(generationId);
  await calls.release();
  // The worker finishes its current jobs first.
  await open.stack.worker.kill('SIGTERM');
  expect((await open.books.providerCalls(generationId)).map(({ purpose }) => purpose)).toEqual([
    'preview',
    'final',
  ]);
  expect(listFiles(generationId)).toEqual([]);
  expect(await buyer.wallet()).toMatchObject({ walletBalance: 250, held: 0 });
});

test('a preview that is not bought is erased after its days; bought pictures and all entries stay', async () => {
  const buyer = await createCustomer(open.stack);
  const preview = await buyer.preview();
  const bought = await buyer.preview();
  expect((await buyer.unlock(bought, 512)).status).toBe(200);
  const statement = await buyer.send<Statement>('/api/statement');
  const mark = await open.books.mark();
  const ids = [preview.generationId, bought.generationId];
  await open.books.query(
    `update generation set kept_from = kept_from - interval '31 days' where id = any($1)`,
    [ids],
  );
  await sweepNow(open);
  expectRefusal(await buyer.send(`/api/generation?id=${preview.generationId}`), 'not_found');
  // The files stay until `erase_after`, because a purchase in progress would have kept the preview.
  expect(listFiles(preview.generationId)).toHaveLength(2);
  await expectErased(preview.generationId);

  const { body: library } = await buyer.send<LibraryPage>('/api/library');
  expect(library.items.map(({ generationId }) => generationId)).toEqual([bought.generationId]);
  expect((await fetch(open.stack.apiUrl + library.items[0]!.pictureUrl)).status).toBe(200);
  // The original, its preview, the bought picture, and its copy without the AI mark.
  expect(listFiles(bought.generationId)).toHaveLength(4);
  await buyer.remove(bought.generationId);
  await expectErased(bought.generationId);
  const { body: later } = await buyer.send<Statement>('/api/statement');
  // The entries stay in the statement; their words and pictures are erased.
  const erased = { subject: null, thumbnailUrl: null };
  const rows = statement.body.items.map((row) => ({ ...row, ...erased }));
  expect(later).toEqual({ ...statement.body, items: rows });
  expect(await open.books.mark()).toBe(mark);
});
