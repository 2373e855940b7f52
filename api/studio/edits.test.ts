import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { createFolderObjects } from '@sachet/adapters/images/folder';
import { signImagePath } from '@sachet/adapters/images/signed-url';
import { createImageStore } from '@sachet/adapters/images/store';
import { createLeftMask, measureChange, picture } from '@sachet/adapters/images/testing/masks';
import { readLabel } from '@sachet/adapters/images/testing/labels';
import {
  lookAt,
  phonePhoto,
  photo,
  readPixels,
  withoutLabel,
} from '@sachet/adapters/images/testing/photos';
import {
  GenerateRequest,
  GenerationResult,
  UnlockImageResponse,
} from '@sachet/shared/studio/contracts/generation';
import type { PictureProvider } from '@sachet/shared/providers';
import { minuteMs } from '@sachet/shared/time';
import {
  createCustomer,
  respondAsync,
  somePrompt,
  toUpload,
  type Customer,
  type PreviewOrder,
  type Upload,
} from '../testing/client.ts';
import type { Gate } from '../testing/gate.ts';
import { filesIn } from '../testing/folder.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { storeInputImage } from './input-image.ts';
import { Refusal } from '../http/refusal.ts';
import { createSigners } from '../identity/signers.ts';
import { shareStack, signingSecret, type OpenStack } from '../testing/stack.ts';
import type { Resources } from '../limits/resources.ts';

let open: OpenStack;
let gates: Record<PictureProvider, Gate>;
let gate: Gate;
let landscape: Upload;
beforeAll(async () => {
  const shared = await shareStack();
  gates = shared.gates;
  gate = gates.google;
  open = shared;
  landscape = toUpload(await photo(640, 480));
});
afterAll(() => open?.stop());

const edit = (order: PreviewOrder): PreviewOrder => ({
  mode: 'edit_image',
  prompt: somePrompt('Make it vintage.'),
  ...order,
});

async function download(address: string | null): Promise<Uint8Array> {
  const answer = await fetch(open.stack.apiUrl + address);
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

async function readRow(generationId: string) {
  const [row] = await open.books.query<Record<'input_key' | 'original_key' | 'mask_key', string>>(
    'select input_key, original_key, mask_key from generation where id = $1',
    [generationId],
  );
  return row!;
}

const stored = (key: string) => readFileSync(join(open.imageFolder, key));

test('a phone photo is stored upright without its location, and the edit has its shape and is bought once', async () => {
  const customer = await createCustomer(open.stack);
  const image = toUpload(await phonePhoto(400, 200));
  const preview = GenerationResult.parse(await customer.preview(edit({ image })));
  expect(preview).toMatchObject({ aspectRatio: '9:16', sourceGenerationId: null });
  const input = await lookAt(await download(preview.inputImageUrl));
  expect(input).toMatchObject({ width: 200, height: 400, hasExif: false });
  // The left half of the original is now on top.
  const [red, , blue] = input.corner;
  expect([red! > 150, blue! < 90]).toEqual([true, true]);
  const shown = await lookAt(await download(preview.previewImageUrl));
  expect([shown.width, shown.height]).toEqual([143, 256]);

  const answers = await Promise.all([1, 2].map(() => customer.unlock(preview, 512)));
  for (const { status, body } of answers) {
    expect([status, body.charged]).toEqual([200, preview.prices![512]]);
  }
  const final = await lookAt(await download(answers[0]!.body.imageUrl));
  expect(final).toMatchObject({ width: 286, height: 512, hasExif: false });
  const { walletId, walletBalance } = await customer.wallet();
  expect(walletBalance).toBe(250 - preview.prices![512]!);
  expect(await open.books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
    HoldPlaced: 1,
    HoldCaptured: 1,
  });
  await open.books.expectToBeSound();
});

const png = { name: 'mask.png', type: 'image/png' };
const send = async (customer: Customer, bytes: Uint8Array, more = png) =>
  (await customer.upload(bytes, more)).body.uploadId;

/** Shares of the width, from the left. */
const marked = { from: 0, to: 0.45 };
const unmarked = { from: 0.55, to: 1 };

test('only the marked area changes, in the preview, in the bought picture and with the other provider', async () => {
  const customer = await createCustomer(open.stack);
  const before = await picture(640, 480);
  const [uploadId, maskUploadId] = [
    await send(customer, before),
    await send(customer, await createLeftMask(320, 240)),
  ];
  const prompt = somePrompt('Black and white.');
  const google = await customer.preview(edit({ uploadId, maskUploadId, prompt }));
  const sameInputAs = google.generationId;
  const openai = await customer.preview(edit({ sameInputAs, provider: 'openai', prompt }));
  for (const preview of [google, openai]) {
    const { original_key: key, mask_key: maskKey } = await readRow(preview.generationId);
    const { width, height } = await lookAt(stored(maskKey));
    expect([maskKey, width, height]).toEqual([`${preview.generationId}/mask.png`, 640, 480]);
    const made = stored(key);
    expect(await measureChange([made, before], marked)).toBeGreaterThan(8);
    expect(await measureChange([made, before], unmarked)).toBeLessThan(2);

    const providerGate = gates[preview.provider as PictureProvider];
    const { body } = await customer.unlock(preview, 1024);
    expect(body.charged).toBe(preview.prices![1024]);
    const asked = providerGate.asked.at(-1)!;
    expect(asked).toMatch(preview.provider === 'openai' ? /name="mask"/ : /the second is tinted/);
    const final = await download(body.imageUrl);
    expect(await measureChange([final, before], marked)).toBeGreaterThan(8);
    expect(await measureChange([final, before], { from: 0.55, to: 0.7 })).toBeLessThan(3);
  }
  const { walletId, walletBalance } = await customer.wallet();
  expect(walletBalance).toBe(250 - google.prices![1024]! - openai.prices![1024]!);
  expect(await open.books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
    HoldPlaced: 2,
    HoldCaptured: 2,
  });
  await open.books.expectToBeSound();
});

test('a mask of a result is drawn over the picture that its owner sees', async () => {
  const customer = await createCustomer(open.stack);
  const source = await customer.preview({ aspectRatio: '4:3', provider: 'openai' });
  const { generationId: sourceGenerationId } = source;
  const whole = stored((await readRow(sourceGenerationId)).original_key);
  const { width, height } = await lookAt(whole);
  expect([width, height]).toEqual([1024, 768]);
  const maskUploadId = await send(customer, await createLeftMask(256, 192));
  const order = edit({ sourceGenerationId, maskUploadId, provider: 'openai' });
  const { generationId } = await customer.preview({ ...order, prompt: 'Black and white.' });
  const { mask_key: key, original_key: made } = await readRow(generationId);
  expect(await lookAt(stored(key))).toMatchObject({ width, height });
  expect(await measureChange([stored(made), whole], { from: 0, to: 0.48 })).toBeGreaterThan(8);
  expect(await measureChange([stored(made), whole], unmarked)).toBeLessThan(2);
});

test('a mask of another user or another size is refused, and nothing is kept of the order', async () => {
  const customer = await createCustomer(open.stack);
  const other = await createCustomer(open.stack);
  const ask = async (maskUploadId: string, order: PreviewOrder = { image: landscape }) =>
    customer.generate(edit({ ...order, maskUploadId }), respondAsync);
  const mask = await createLeftMask(320, 240);
  const listInputs = () =>
    filesIn(open.imageFolder).filter((file) => /^gen_.*(input|mask)\.\w+$/.test(file));
  const before = listInputs();
  const field = 'maskUploadId';
  expectRefusal(await ask(await send(other, mask)), 'not_found', field);
  expectRefusal(await ask('upl_0'), 'not_found', field);
  const expired = await send(customer, mask);
  await open.books.query(
    `update upload set created_at = created_at - interval '24 hours' where id = $1`,
    [expired],
  );
  expectRefusal(await ask(expired), 'not_found', field);
  const jpeg = await send(customer, await photo(320, 240));
  expectRefusal(await ask(jpeg), 'unsupported_media_type', field);
  expectRefusal(await ask(await send(customer, await createLeftMask(240, 320))), 'invalid', field);
  expectRefusal(
    await ask(await send(customer, await createLeftMask(320, 240, 0))),
    'invalid',
    field,
  );
  const own = await send(customer, mask);
  expectRefusal(await ask(own, { sameInputAs: 'gen_0' }), 'invalid', field);
  expectRefusal(await ask(own, { mode: 'instagram', image: landscape }), 'invalid', field);
  expectRefusal(await ask(own, { mode: 'image' }), 'invalid', field);
  expect(listInputs()).toEqual(before);
});

test("a mask is read in its sender's turn, and nothing is kept if too many are waiting", async () => {
  const customer = await createCustomer(open.stack);
  const image = { uploadId: await send(customer, await picture(320, 240)) };
  const maskUploadId = await send(customer, await createLeftMask(320, 240));
  const db = createKysely(createPool(open.stack.database.appUrl, { max: 1 }));
  const images = createImageStore(createFolderObjects(open.imageFolder));
  const { signal: left } = new AbortController();
  const who = { uid: customer.uid, network: 'home', class: 'customer' } as const;
  const given = { generationId: 'gen_turned_away', who, walletId: '', left };
  const decodes = { run: () => Promise.reject(new Refusal('rate_limited', 'Too many wait.')) };
  const store = (more: object) =>
    storeInputImage(
      { db, images, resources: { decodes } as unknown as Resources },
      {
        ...given,
        request: GenerateRequest.parse({ ...edit({ ...image, ...more }), provider: 'google' }),
      },
    );
  await expect(store({ maskUploadId })).rejects.toMatchObject({ code: 'rate_limited' });
  expect(filesIn(open.imageFolder).filter((file) => file.includes(given.generationId))).toEqual([]);
  // The photo is already decoded, so a request without a mask does not wait for a turn.
  expect(await store({})).toMatchObject({ maskKey: null });
  await db.destroy();
});

test('edits are sold at the prices of edits and in the ordered size', async () => {
  const customer = await createCustomer(open.stack);
  const prices = { 512: 27, 1536: 68 } as const;
  for (const size of [512, 1536] as const) {
    const preview = await customer.preview(edit({ image: landscape }));
    expect(preview.prices).toMatchObject(prices);
    const { body } = await customer.unlock(preview, size);
    const { charged, generation, imageUrl } = UnlockImageResponse.parse(body);
    expect([charged, generation.charged]).toEqual([prices[size], prices[size]]);
    expect(generation.unlockSize).toBe(size);
    const { width, height } = await lookAt(await download(imageUrl));
    expect(Math.max(width, height)).toBe(size);
  }
  const spent = prices[512] + prices[1536];
  const { walletId, walletBalance } = await customer.wallet();
  expect(walletBalance).toBe(250 - spent);
  expect(
    await open.books.query(
      `select counter_account, sum(amount_paise)::bigint as paise from ledger_event
          where wallet_id = $1 and kind = 'HoldCaptured' group by counter_account`,
      [walletId],
    ),
  ).toEqual([{ counter_account: 'revenue:edit_image', paise: -100 * spent }]);
  await open.books.expectToBeSound();
});

test('the request to the premium model says that the picture already contains the edit', async () => {
  const customer = await createCustomer(open.stack);
  const prompt = somePrompt('Add a second cat.');
  const preview = await customer.preview(edit({ prompt, image: landscape }));
  expect(toWords(gate.asked.at(-1)!)).toBe(prompt);
  await customer.unlock(preview, 512);
  const words = toWords(gate.asked.at(-1)!);
  expect(words).toMatch(/^Render the same image .* Change nothing else: it is already the result/);
  expect(words.endsWith(prompt)).toBe(true);
});

/** The text of a request to Gemini, without its image. */
function toWords(body: string): string {
  const { contents } = JSON.parse(body) as { contents: { parts: { text?: string }[] }[] };
  return contents[0]!.parts.at(-1)!.text!;
}

describe('an earlier result', () => {
  let customer: Customer;
  beforeAll(async () => {
    customer = await createCustomer(open.stack);
  });

  test('an edit of a locked result uses the whole picture, and shows only its preview', async () => {
    const source = await customer.preview({ aspectRatio: '4:3' });
    const { generationId: sourceGenerationId } = source;
    const before = await open.books.mark();
    const edited = await customer.preview(edit({ sourceGenerationId }));
    // The edit by the other provider, for the comparison.
    const compared = await customer.preview(
      edit({ provider: 'openai', sameInputAs: edited.generationId }),
    );
    const original = await lookAt(stored((await readRow(sourceGenerationId)).original_key));
    const sourcePath = new URL(open.stack.apiUrl + source.previewImageUrl).pathname;
    for (const each of [edited, compared]) {
      expect(each).toMatchObject({ sourceGenerationId, aspectRatio: '4:3' });
      const { input_key } = await readRow(each.generationId);
      expect(await lookAt(stored(input_key))).toEqual(original);
      expect(new URL(open.stack.apiUrl + each.inputImageUrl).pathname).toBe(sourcePath);
      expect(JSON.stringify(await customer.generation(each.generationId))).not.toContain(input_key);
    }
    expect(await open.books.mark()).toBe(before);

    await customer.remove(sourceGenerationId);
    const orphan = await customer.generation(edited.generationId);
    expect(orphan).toMatchObject({ inputImageUrl: null, sourceGenerationId });
    // The edit contains the picture that was not bought, and costs the price of that picture.
    expect([edited.prices, compared.prices![1024]]).toEqual([source.prices, 75]);
    expect((await customer.unlock(orphan, 512)).body.charged).toBe(source.prices![512]);
    await open.books.expectToBeSound();
  });

  test('an edit of a bought result uses the bought picture', async () => {
    const source = await customer.preview();
    expect((await customer.unlock(source, 512)).status).toBe(200);
    const { generationId: sourceGenerationId } = source;
    const edited = await customer.preview(edit({ sourceGenerationId }));
    expect(await lookAt(await download(edited.inputImageUrl))).toMatchObject({ width: 512 });
    // The shown input has a visible label; the model gets the picture without it, so that it does not draw
    // the label again.
    const shown = edited.inputImageUrl!.split('?')[0]!.replace('/api/images/', '');
    const { input_key: used } = await readRow(edited.generationId);
    expect(shown).toContain(sourceGenerationId);
    expect(used).toContain('/unmarked-input.');
    expect(await readPixels(stored(shown))).not.toEqual(await readPixels(stored(used)));
    const again = await customer.preview(edit({ sameInputAs: edited.generationId }));
    const keys = await Promise.all([edited, again].map((each) => readRow(each.generationId)));
    expect(stored(keys[0]!.input_key).equals(stored(keys[1]!.input_key))).toBe(true);
  });

  test.each(['sourceGenerationId', 'sameInputAs'] as const)(
    'an earlier result that a request names by %s must exist and belong to the user',
    async (field) => {
      const ask = (generationId: string) => customer.generate(edit({ [field]: generationId }));
      const other = await createCustomer(open.stack);
      const foreign = await other.preview(edit({ image: landscape }));
      expectRefusal(await ask(foreign.generationId), 'not_found', field);
      expectRefusal(await ask('gen_0'), 'not_found', field);

      const own = await customer.preview(edit({ image: landscape }));
      await customer.remove(own.generationId);
      expectRefusal(await ask(own.generationId), 'not_found', field);

      const text = await customer.preview({ mode: 'instagram' });
      expectRefusal(await ask(text.generationId), 'wrong_state', field);
      const failed = await customer.generate({ prompt: somePrompt('[[fail:safety]]') });
      expectRefusal(await ask(failed.body.generationId), 'wrong_state', field);
    },
  );
});

describe('edits above the bought size', () => {
  const cheapEdit = { provider: 'openai', quality: 'speed' } as const;
  const full = { 512: 59, 1024: 98, 1536: 147, 2048: 195 };
  const difference = { 512: 13, 1024: 39, 1536: 88, 2048: 136 };
  const readPaid = async (walletId: string) => {
    const rows = await open.books.query<{ paise: number }>(
      `select -amount_paise as paise from ledger_event
        where wallet_id = $1 and kind = 'HoldCaptured' order by seq`,
      [walletId],
    );
    return rows.map(({ paise }) => paise / 100);
  };

  test('an edit of a bought picture costs the difference to its price at that size, as shown before the purchase', async () => {
    const customer = await createCustomer(open.stack);
    const source = await customer.preview({ provider: 'openai' });
    expect(source.prices).toEqual(full);
    await customer.unlock(source, 512);
    const { generationId: sourceGenerationId } = source;
    const edited = await customer.preview(edit({ ...cheapEdit, sourceGenerationId }));
    expect(edited).toMatchObject({ prices: difference, pricesNow: difference });

    // Buying the source larger costs the difference, and changes no price of an edit.
    expect((await customer.unlock(source, 1024)).body.charged).toBe(39);
    const later = await customer.preview(edit({ ...cheapEdit, sourceGenerationId }));
    expect(later.prices).toEqual(difference);
    const { recipe } = edited;
    const order = { recipe, finalSize: 1536 as const };
    const buy = (price: number) =>
      customer.send('/api/unlock-image', { json: { ...order, price } });
    expectRefusal(await buy(87), 'offer_changed');
    const answers = await Promise.all([buy(88), buy(88), buy(88)]);
    for (const { body } of answers) expect(body.charged).toBe(88);
    expect(await readPaid((await customer.wallet()).walletId)).toEqual([59, 39, 88]);
    await open.books.expectToBeSound();
  });

  test('an edit of an edit costs at least the unpaid rest of the first picture', async () => {
    const customer = await createCustomer(open.stack);
    const source = await customer.preview({ provider: 'openai' });
    await customer.unlock(source, 512);
    const first = await customer.preview(
      edit({ ...cheapEdit, sourceGenerationId: source.generationId }),
    );
    await customer.unlock(first, 1024);
    const second = await customer.preview(
      edit({ ...cheapEdit, sourceGenerationId: first.generationId }),
    );
    expect(second.prices).toEqual(difference);
    await customer.unlock(second, 1536);
    expect(await readPaid((await customer.wallet()).walletId)).toEqual([59, 39, 88]);
    await open.books.expectToBeSound();
  });

  test('an edit costs the same when the downloaded picture or its preview is uploaded', async () => {
    const customer = await createCustomer(open.stack);
    const source = await customer.preview({ provider: 'openai' });
    const preview = Buffer.from(await download(source.previewImageUrl));
    const ofPreview = await customer.preview(
      edit({ ...cheapEdit, image: toUpload(preview, 'image/webp') }),
    );
    expect(ofPreview.prices).toEqual(full);

    const { body } = await customer.unlock(source, 512);
    const saved = Buffer.from(await download(`${body.imageUrl}&download=1`));
    const uploadId = await send(customer, saved, { name: 'saved.jpg', type: 'image/jpeg' });
    const sent = await customer.preview(edit({ ...cheapEdit, uploadId }));
    const again = await customer.preview(edit({ ...cheapEdit, sameInputAs: sent.generationId }));
    expect([sent.prices, again.prices]).toEqual([difference, difference]);
    await customer.unlock(again, 1536);
    expect(await readPaid((await customer.wallet()).walletId)).toEqual([59, 88]);

    // Saved again without its label, as a messenger does, it costs as much.
    const relabelled = await withoutLabel(saved);
    const unknown = await customer.preview(edit({ ...cheapEdit, image: toUpload(relabelled) }));
    expect(unknown).toMatchObject({ prices: difference, sourceGenerationId: null });

    // Another user's wallet has paid nothing for the picture; a bought picture is edited at the usual price.
    const other = await createCustomer(open.stack);
    const theirs = await other.preview(edit({ ...cheapEdit, image: toUpload(saved) }));
    expect(theirs).toMatchObject({ prices: { ...full, 512: 13 }, sourceGenerationId: null });
    await open.books.expectToBeSound();
  });
});

describe('AI labels of pictures that leave the server', () => {
  const term = (type: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`;
  const made = term('trainedAlgorithmicMedia');
  const composite = term('compositeWithTrainedAlgorithmicMedia');
  const labelAt = async (address: string | null) => readLabel(await download(address));
  let customer: Customer;
  beforeAll(async () => {
    customer = await createCustomer(open.stack);
  });

  test('previews, bought pictures and edits of either are labelled as made by AI', async () => {
    const preview = await customer.preview();
    const { generationId: id } = preview;
    const shown = await labelAt(preview.previewImageUrl);
    expect(shown).toMatchObject({ sourceType: made, id, system: 'Google', model: preview.modelId });
    expect(Math.abs(Date.parse(shown.madeAt!) - Date.now())).toBeLessThan(10 * minuteMs);
    const unbought = await customer.preview(edit({ sourceGenerationId: id }));
    expect((await labelAt(unbought.previewImageUrl)).sourceType).toBe(made);
    const { body } = await customer.unlock(preview, 512);
    const model = body.generation.modelId;
    expect(await labelAt(`${body.imageUrl}&download=1`)).toMatchObject({
      sourceType: made,
      id,
      model,
      tool: `Sachet (${model})`,
    });
    const edited = await customer.preview(edit({ sourceGenerationId: id }));
    expect(await labelAt(edited.inputImageUrl)).toMatchObject({ sourceType: made, id });
    expect(await labelAt(edited.previewImageUrl)).toMatchObject({
      sourceType: made,
      id: edited.generationId,
    });
  });

  test('an edited photo is labelled as a composite, and one of our pictures that was uploaded again is not', async () => {
    const photographed = await customer.preview(edit({ image: landscape }));
    expect((await labelAt(photographed.inputImageUrl)).sourceType).toBeUndefined();
    expect((await labelAt(photographed.previewImageUrl)).sourceType).toBe(composite);
    const bought = await customer.unlock(photographed, 512);
    expect((await labelAt(bought.body.imageUrl)).sourceType).toBe(composite);

    const drawn = await customer.preview({ quality: 'speed' });
    const saved = await download((await customer.unlock(drawn, 512)).body.imageUrl);
    const sent = await customer.preview(edit({ image: toUpload(Buffer.from(saved)) }));
    expect(await labelAt(sent.inputImageUrl)).toMatchObject({
      sourceType: made,
      id: drawn.generationId,
    });
    expect((await labelAt(sent.previewImageUrl)).sourceType).toBe(made);
  });

  test('pictures that were stored before labels existed are labelled too', async () => {
    const preview = await customer.preview({ quality: 'speed' });
    const { generationId: id } = preview;
    const { body } = await customer.unlock(preview, 512);
    const toKey = (address: string | null) => address!.split('?')[0]!.replace('/api/images/', '');
    const keys = [preview.previewImageUrl, body.imageUrl].map(toKey);
    for (const key of keys) {
      const plain = await withoutLabel(stored(key));
      expect(readLabel(plain).sourceType).toBeUndefined();
      writeFileSync(join(open.imageFolder, key), plain);
    }
    // The edit's copy of its input, as it was stored before labels existed.
    const edited = await customer.preview(edit({ sourceGenerationId: id }));
    const copy = `${edited.generationId}/input.jpg`;
    writeFileSync(join(open.imageFolder, copy), stored(keys[1]!));
    const signer = createSigners({ secret: signingSecret }).imageUrl;
    for (const key of [...keys, copy]) {
      const address = signImagePath({ key, expiresAt: Date.now() + 60_000, signer });
      expect(await labelAt(address)).toMatchObject({ sourceType: made, id });
    }
  });
});

test('an edit has exactly one image, and other modes accept no source', async () => {
  const customer = await createCustomer(open.stack);
  const [image, sameInputAs, sourceGenerationId] = [landscape, 'gen_0', 'gen_1'];
  expectRefusal(await customer.generate(edit({})), 'invalid', 'image');
  const two = await customer.generate(edit({ image, sourceGenerationId }));
  expectRefusal(two, 'invalid', 'sourceGenerationId');
  const both = await customer.generate(edit({ sameInputAs, sourceGenerationId }));
  expectRefusal(both, 'invalid', 'sameInputAs');
  for (const mode of ['image', 'general', 'instagram_ideas'] as const) {
    expectRefusal(await customer.generate({ mode, image }), 'invalid', 'image');
  }
  const caption = await customer.generate({ mode: 'instagram', sourceGenerationId });
  expectRefusal(caption, 'invalid', 'sourceGenerationId');
});

test('an Idempotency-Key is refused for a request with another image', async () => {
  const customer = await createCustomer(open.stack);
  const headers = { ...respondAsync, 'idempotency-key': 'an-edit' };
  const order = edit({ image: landscape });
  const [first, ...others] = await Promise.all(
    Array.from({ length: 5 }, () => customer.generate(order, headers)),
  );
  expect(first!.status).toBe(202);
  for (const { body } of others) expect(body.generationId).toBe(first!.body.generationId);
  const image = toUpload(await photo(641, 480));
  expectRefusal(await customer.generate({ ...order, image }, headers), 'idempotency_conflict');
  const rows = await open.books.query('select id from generation where uid = $1', [customer.uid]);
  expect(rows).toHaveLength(1);
});
