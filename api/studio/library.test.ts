import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unzipSync } from 'fflate';
import { readLabel } from '@sachet/adapters/images/testing/labels';
import { lookAt } from '@sachet/adapters/images/testing/photos';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type {
  LibraryMonth,
  LibraryPage,
  ZipResponse,
} from '@sachet/shared/studio/contracts/library';
import type { PictureVersion } from '@sachet/shared/studio/contracts/version';
import { dayMs } from '@sachet/shared/time';
import { createCustomer, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type SharedStack } from '../testing/stack.ts';

let open: SharedStack;
let asha: Customer;
let stranger: Customer;
let locked: GenerationResult;
let bought: GenerationResult;
let text: GenerationResult;
let lockedText: GenerationResult;

beforeAll(async () => {
  open = await shareStack();
  [asha, stranger] = await Promise.all([createCustomer(open.stack), createCustomer(open.stack)]);
  locked = await asha.preview({ prompt: 'नीली पतंग over Jaipur' });
  bought = await asha.preview({ prompt: 'A cup of chai' });
  text = await asha.preview({ mode: 'instagram', prompt: 'Captions for tea' });
  lockedText = await asha.preview({ mode: 'general', prompt: 'What is tea?' });
  expect((await asha.unlock(bought, 512)).status).toBe(200);
});
afterAll(() => open?.stop());

const list = async (who: Customer, query = '') =>
  (await who.send<LibraryPage>(`/api/library${query}`)).body;
const toIds = ({ items }: LibraryPage) => items.map(({ generationId }) => generationId);

describe('the library', () => {
  test("the library lists the user's own results newest first, with only the beginning of locked texts", async () => {
    const page = await list(asha);
    expect(toIds(page)).toEqual(
      [lockedText, text, bought, locked].map(({ generationId }) => generationId),
    );
    const [lockedTile, textTile, boughtTile, previewTile] = page.items;
    expect(lockedTile).toMatchObject({
      unlocked: false,
      pictureUrl: null,
      price: lockedText.cost,
    });
    expect(lockedTile!.text!.length).toBeLessThanOrEqual(lockedText.previewContent!.length);
    expect(lockedText.previewContent).toContain(lockedTile!.text);
    expect(textTile).toMatchObject({ unlocked: true, keptUntil: null, boughtSize: null });
    expect(text.content).toContain(textTile!.text);
    expect(boughtTile).toMatchObject({
      unlocked: true,
      boughtSize: 512,
      keptUntil: null,
      price: null,
    });
    expect(previewTile!.price).toBe(locked.pricesNow![1024]);
    const days = (Date.parse(previewTile!.keptUntil!) - Date.now()) / dayMs;
    expect([previewTile!.unlocked, Math.round(days)]).toEqual([false, 30]);
    for (const { pictureUrl } of [boughtTile!, previewTile!]) {
      expect((await fetch(open.stack.apiUrl + pictureUrl)).status).toBe(200);
    }
    expect(await list(stranger)).toEqual({ items: [], next: null });
  });

  test('the library shows labelled small copies of bought pictures, and previews of the others', async () => {
    const wide = await asha.preview({ prompt: 'A wide bay', aspectRatio: '16:9' });
    expect(wide.thumbnails).toBeNull();
    const { generation } = (await asha.unlock(wide, 1536)).body;
    const { items } = await list(asha, '?q=A+wide+bay');
    expect(items[0]!.thumbnails).toEqual(generation.thumbnails);
    for (const [side, address] of Object.entries(generation.thumbnails!)) {
      const read = () => fetch(open.stack.apiUrl + address);
      const [first, again] = await Promise.all([read(), read()]);
      expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/webp']);
      const bytes = new Uint8Array(await first.arrayBuffer());
      expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
      const { width, height } = await lookAt(bytes);
      expect([height, Math.round((9 * width) / 16)]).toEqual([Number(side), Number(side)]);
      expect(readLabel(bytes)).toMatchObject({
        id: wide.generationId,
        model: generation.modelId,
        sourceType: expect.stringMatching(/\/trainedAlgorithmicMedia$/),
      });
      const other = await fetch(`${open.stack.apiUrl}${address.replace('thumb-', 'thumb-1')}`);
      expect(other.status).toBe(403);
    }
    await asha.remove(wide.generationId);
  });

  test('the library can be read page by page, filtered and searched', async () => {
    const first = await list(asha, '?limit=3');
    const second = await list(asha, `?limit=3&after=${first.next}`);
    expect([toIds(second), second.next]).toEqual([[locked.generationId], null]);
    expect(toIds(await list(asha, `?q=${encodeURIComponent('पतंग OVER')}`))).toEqual([
      locked.generationId,
    ]);
    expect(toIds(await list(asha, '?tool=image&state=kept'))).toEqual([bought.generationId]);
    expectRefusal(await asha.send('/api/library?tool=video'), 'invalid', 'tool');
    expectRefusal(await asha.send('/api/library?limit=101'), 'invalid', 'limit');
  });

  test("the library lists favourites and counts this month's purchases", async () => {
    const json = { generationId: locked.generationId, favourite: true };
    const set = (who: Customer, body: object) =>
      who.send('/api/library', { method: 'PATCH', json: body });
    expectRefusal(await set(stranger, json), 'not_found');
    expect((await set(asha, json)).body).toMatchObject({ favourite: true });
    expect(toIds(await list(asha, '?favourite=1'))).toEqual([locked.generationId]);
    expect((await set(asha, { ...json, favourite: false })).body.favourite).toBe(false);
    const { body: month } = await asha.send<LibraryMonth>('/api/library/month');
    expect(month).toEqual({ pictures: 2, texts: 0, chatBlocks: 0 });
  });

  test('a deleted result disappears from the library and can be restored whole by its owner only', async () => {
    const { generationId } = bought;
    const json = { generationId };
    const before = await asha.generation(generationId);
    const mark = await open.books.mark();
    expect((await asha.remove(generationId)).status).toBe(204);
    expect(toIds(await list(asha))).not.toContain(generationId);
    expectRefusal(await stranger.send('/api/restore-generation', { json }), 'not_found');
    const { status, body } = await asha.send('/api/restore-generation', { json });
    expect([status, body]).toEqual([200, before]);
    expect((await asha.send('/api/restore-generation', { json })).status).toBe(200);
    expect((await fetch(open.stack.apiUrl + body.imageUrl)).status).toBe(200);
    expect(await open.books.mark()).toBe(mark);
  });
});

describe('a zip', () => {
  const ask = (who: Customer, generationIds: string[]) =>
    who.send<ZipResponse>('/api/library/zip', { json: { generationIds } });

  test('a zip has the chosen results and their versions under descriptive names, and nothing locked', async () => {
    const version = await asha.send<PictureVersion>('/api/version', {
      json: { generationId: bought.generationId, format: 'post', fit: 'crop', brand: null },
    });
    expect(version.status).toBe(200);
    const all = [locked, bought, text, lockedText].map(({ generationId }) => generationId);
    const { body } = await ask(asha, [...all, ...all, 'gen_0']);
    expect(body.files).toBe(3);
    const answer = await fetch(open.stack.apiUrl + body.url);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="sachet-\d{4}-\d{2}-\d{2}\.zip"$/,
    );
    const files = unzipSync(Buffer.from(await answer.arrayBuffer()));
    const names = [
      '01-sachet-captions-for-tea-text.txt',
      '02-sachet-a-cup-of-chai-512.jpg',
      '03-sachet-a-cup-of-chai-post.jpg',
      '04-sachet-नीली-पतंग-over-jaipur-preview.webp',
    ];
    expect(Object.keys(files)).toEqual(names);
    expect(Buffer.from(files[names[0]!]!).toString()).toBe(text.content);
    const { imageUrl } = await asha.generation(bought.generationId);
    const image = await fetch(open.stack.apiUrl + imageUrl);
    expect(Buffer.from(files[names[1]!]!).equals(Buffer.from(await image.arrayBuffer()))).toBe(
      true,
    );
    expect(files[names[2]!]).toHaveLength(version.body.bytes);
    expect(readLabel(files[names[2]!]!)).toMatchObject({ id: bought.generationId });
  });

  test('a zip is for its owner only, has at most 50 results, and its address cannot be changed', async () => {
    expectRefusal(await ask(stranger, [bought.generationId]), 'not_found');
    expectRefusal(await ask(asha, []), 'invalid', 'generationIds');
    const many = Array.from({ length: 51 }, (_, index) => `gen_${index}`);
    expectRefusal(await ask(asha, many), 'invalid', 'generationIds');
    const { body } = await ask(asha, [bought.generationId]);
    const changed = [
      body.url.replace(asha.uid, stranger.uid),
      body.url.replace(bought.generationId, locked.generationId),
      body.url.replace(/expires=\d/, 'expires=9'),
    ];
    for (const url of changed) expect((await fetch(open.stack.apiUrl + url)).status).toBe(403);
  });
});
