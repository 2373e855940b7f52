import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blackPng, lookAt, photo } from '@sachet/images/testing/photos';
import type { ErrorCode } from '@sachet/shared/contracts/error';
import {
  createCustomer,
  respondAsync,
  uploadOf,
  type Customer,
  type Upload,
} from './testing/client.ts';
import { filesIn } from './testing/folder.ts';
import { expectRefusal } from './testing/refusals.ts';
import { openStack, type OpenStack } from './testing/stack.ts';

const mebibyte = 1024 * 1024;

let open: OpenStack;
let customer: Customer;
beforeAll(async () => {
  open = await openStack({
    queue: 'postgres',
    withoutWorker: true,
    env: { GENERATIONS_PER_MINUTE: '3' },
  });
  customer = await createCustomer(open.stack);
});
afterAll(() => open?.stop());

/** Everything that an upload could have left behind. */
async function leftBehind() {
  const [row] = await open.books.query('select count(*) from generation');
  return { generations: row, files: filesIn(open.imageFolder), ledger: await open.books.mark() };
}

const upload = (image: Upload, mode: 'edit_image' | 'instagram' = 'edit_image') =>
  customer.generate({ mode, image }, respondAsync);

const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
const png = 'image/png';

/** Half a megapixel of noise to a JPEG's header would be the same: it is never decoded. */
async function bytesOver15Mebibytes(): Promise<Buffer> {
  return Buffer.concat([await photo(64, 64), Buffer.alloc(15 * mebibyte)]);
}

const lies: [string, () => Promise<Upload> | Upload, ErrorCode, string | undefined][] = [
  [
    'text that says it is a PNG',
    () => uploadOf(Buffer.from('hello'), png),
    'unsupported_media_type',
    'image',
  ],
  [
    'an SVG that says it is a PNG',
    () => uploadOf(Buffer.from(svg), png),
    'unsupported_media_type',
    'image',
  ],
  [
    'an SVG that says so',
    () => uploadOf(Buffer.from(svg), 'image/svg+xml'),
    'invalid',
    'image.mimeType',
  ],
  [
    'a GIF that says it is a JPEG',
    async () => uploadOf(await photo(20, 20, 'gif')),
    'unsupported_media_type',
    'image',
  ],
  [
    'a GIF that says so',
    async () => uploadOf(await photo(20, 20, 'gif'), 'image/gif'),
    'invalid',
    'image.mimeType',
  ],
  ['half a JPEG', async () => uploadOf(half(await photo(600, 600))), 'invalid', 'image'],
  ['half a PNG', async () => uploadOf(half(await photo(600, 600, 'png')), png), 'invalid', 'image'],
  [
    'half a WebP',
    async () => uploadOf(half(await photo(600, 600, 'webp')), 'image/webp'),
    'invalid',
    'image',
  ],
  ["a PNG's first bytes", () => uploadOf(blackPng(9, 9).subarray(0, 12), png), 'invalid', 'image'],
  [
    '64 MP in a few kilobytes',
    () => uploadOf(blackPng(8_000, 8_000), png),
    'payload_too_large',
    'image',
  ],
  ['a row over 50 MP', () => uploadOf(blackPng(10_000, 5_001), png), 'payload_too_large', 'image'],
  [
    'more than 15 MiB',
    async () => uploadOf(await bytesOver15Mebibytes()),
    'payload_too_large',
    'image',
  ],
  [
    'more than a body may have',
    () => uploadOf(Buffer.alloc(17 * mebibyte)),
    'payload_too_large',
    undefined,
  ],
  [
    'what is no base64',
    () => ({ data: '%%% no base64 %%%', mimeType: png }),
    'unsupported_media_type',
    'image',
  ],
  [
    'a data URL',
    () => ({ data: `data:image/png;base64,${blackPng(9, 9).toString('base64')}`, mimeType: png }),
    'unsupported_media_type',
    'image',
  ],
  ['nothing', () => ({ data: '', mimeType: png }), 'invalid', 'image.data'],
];

describe('an upload of', () => {
  test.each(lies)('%s is refused, and nothing is kept of it', async (_name, make, code, field) => {
    const image = await make();
    const before = await leftBehind();
    for (const mode of ['edit_image', 'instagram'] as const) {
      expectRefusal(await upload(image, mode), code, field);
    }
    expect(await leftBehind()).toEqual(before);
  });

  test('a type that is not the one it names is kept as what it is', async () => {
    const { status, body } = await upload(uploadOf(await photo(300, 200, 'webp'), png));
    expect(status).toBe(202);
    expect(filesIn(open.imageFolder)).toContain(`${body.generationId}/input.webp`);
  });

  test('exactly 50 MP is taken, and kept at 2048 px', async () => {
    const { status, body } = await upload(uploadOf(blackPng(10_000, 5_000), png));
    expect([status, body.aspectRatio]).toEqual([202, '16:9']);
    const kept = await fetch(open.stack.apiUrl + body.inputImageUrl);
    const { width, height } = await lookAt(new Uint8Array(await kept.arrayBuffer()));
    expect([width, height]).toEqual([2048, 1024]);
  });
});

test('a photo whose order is refused afterwards is not kept', async () => {
  const image = uploadOf(await photo(300, 200));
  const before = await leftBehind();
  const order = { mode: 'edit_image', image, prompt: 'a kite\0' } as const;
  expectRefusal(await customer.generate(order, respondAsync), 'invalid', 'prompt');
  expect(await leftBehind()).toEqual(before);

  const busy = await createCustomer(open.stack);
  const send = () => busy.generate({ mode: 'edit_image', image }, respondAsync);
  const answers = await Promise.all([send(), send(), send(), send(), send()]);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([202, 202, 202, 429, 429]);
  const kept = answers.filter(({ status }) => status === 202);
  const inputs = kept.map(({ body }) => `${body.generationId}/input.jpg`);
  expect(filesIn(open.imageFolder)).toEqual([...before.files, ...inputs].sort());
});
