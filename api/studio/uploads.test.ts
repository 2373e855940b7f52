import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  animatedWebp,
  blackPng,
  lookAt,
  phonePhoto,
  photo,
} from '@sachet/adapters/images/testing/photos';
import { statusByCode, type ErrorCode } from '@sachet/shared/contracts/error';
import { Limits } from '@sachet/shared/configuration/limits';
import { hourMs } from '@sachet/shared/time';
import { sweepNow } from '../../worker/testing/sweep-now.ts';
import { toForm, toJson, sendBody, type Body, type Part } from '../testing/bodies.ts';
import {
  createCustomer,
  previewOrder,
  respondAsync,
  toUpload,
  type Customer,
  type Upload,
} from '../testing/client.ts';
import { filesIn } from '../testing/folder.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';

const mebibyte = 1024 * 1024;
const slow = { pieces: { bytes: 256 * 1024, everyMs: 1_000 } };

const { uploadsPerDay, uploadMegabytesPerDay } = Limits.parse('{}');

let open: OpenStack;
let customer: Customer;
let uploadUrl: string;
beforeAll(async () => {
  open = await openStack({
    withoutWorker: true,
    // No other photo of this file takes as long to arrive.
    limits: {
      generationsPerMinute: 3,
      uploadsPerDay,
      uploadMegabytesPerDay,
      uploadTimeoutMs: 12_000,
    },
  });
  customer = await createCustomer(open.stack);
  uploadUrl = `${open.stack.apiUrl}/api/upload`;
});
afterAll(() => open?.stop());

/** All files and rows that an upload could leave behind. */
async function leftBehind() {
  const [row] = await open.books.query('select count(*) from generation');
  return { generations: row, files: filesIn(open.imageFolder), ledger: await open.books.mark() };
}

const upload = (image: Upload, mode: 'edit_image' | 'instagram' = 'edit_image') =>
  customer.generate({ mode, image }, respondAsync);

const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
const svgBytes = Buffer.from(svg);
const png = 'image/png';
/** The first bytes of an iPhone's photo. */
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x0cmeta....', 'latin1');

const lies: [string, () => Promise<Upload> | Upload, ErrorCode, string | undefined][] = [
  [
    'an SVG that says it is a PNG',
    () => toUpload(Buffer.from(svg), png),
    'unsupported_media_type',
    'image',
  ],
  ['half a JPEG', async () => toUpload(half(await photo(600, 600))), 'invalid', 'image'],
  ['a row over 24 MP', () => toUpload(blackPng(4_284, 5_713), png), 'payload_too_large', 'image'],
  [
    'more than a body may have',
    () => toUpload(Buffer.alloc(1.1 * mebibyte)),
    'payload_too_large',
    undefined,
  ],
  ['nothing', () => ({ data: '', mimeType: png }), 'invalid', 'image.data'],
];

describe('images in orders', () => {
  test.each(lies)(
    'an order with an image of %s is refused, and nothing is kept of it',
    async (_name, make, code, field) => {
      const image = await make();
      const before = await leftBehind();
      for (const mode of ['edit_image', 'instagram'] as const) {
        expectRefusal(await upload(image, mode), code, field);
      }
      await expect.poll(leftBehind).toEqual(before);
    },
  );

  test('an image of another type than the order says is stored by its real type', async () => {
    const { status, body } = await upload(toUpload(await photo(300, 200, 'webp'), png));
    expect(status).toBe(202);
    expect(filesIn(open.imageFolder)).toContain(`${body.generationId}/input.webp`);
  });

  test('a photo of 24 MP as an iPhone counts them is accepted, and stored at 2048 px', async () => {
    const { status, body } = await upload(toUpload(blackPng(5_712, 4_284), png));
    expect([status, body.aspectRatio]).toEqual([202, '4:3']);
    const kept = await fetch(open.stack.apiUrl + body.inputImageUrl);
    const { width, height } = await lookAt(new Uint8Array(await kept.arrayBuffer()));
    expect([width, height]).toEqual([2048, 1536]);
  });
});

test('a photo whose order is refused afterwards is not kept', async () => {
  const image = toUpload(await photo(300, 200));
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

describe('uploads of photos', () => {
  const expectKept = async (uploadId: string, extension: string) => {
    expect(filesIn(open.imageFolder)).toContain(`uploads/${uploadId}.${extension}`);
    expect(filesIn(open.imageFolder).filter((name) => name.startsWith('.incoming'))).toEqual([]);
  };

  test('an uploaded photo with any file name is stored upright and small, and both providers get it', async () => {
    const sender = await createCustomer(open.stack);
    const bytes = await phonePhoto(3000, 1500);
    const { status, body } = await sender.upload(bytes, { name: '../../../etc/passwd', type: png });
    expect(status).toBe(201);
    expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(23 * hourMs);
    await expectKept(body.uploadId, 'jpg');

    const { uploadId } = body;
    for (const provider of ['google', 'openai'] as const) {
      const order = { mode: 'edit_image', provider, uploadId } as const;
      const edit = (await sender.generate(order, respondAsync)).body;
      expect(edit).toMatchObject({ aspectRatio: '9:16', sourceGenerationId: null });
      const input = await fetch(open.stack.apiUrl + edit.inputImageUrl);
      const look = await lookAt(new Uint8Array(await input.arrayBuffer()));
      expect(look).toMatchObject({ width: 1024, height: 2048, hasExif: false });
    }
    const caption = await sender.generate({ mode: 'instagram', uploadId }, respondAsync);
    expect(caption.status).toBe(202);
  });

  test.each(['application/octet-stream', 'image/heic'])(
    'an uploaded photo is recognised by its bytes, even if its type says %s',
    async (type) => {
      const bytes = await photo(40, 30);
      const sent = await customer.upload(bytes, { name: 'IMG_1.heic', type });
      expect(sent.status).toBe(201);
      await expectKept(sent.body.uploadId, 'jpg');
      const inline = await createCustomer(open.stack);
      const order = { mode: 'edit_image', image: toUpload(bytes, type) } as const;
      expect((await inline.generate(order, respondAsync)).status).toBe(202);
    },
  );

  test('an uploaded HEIC photo is refused, and the message says what to do', async () => {
    const { status, body } = await customer.upload(heic, {
      name: 'IMG_1.heic',
      type: 'image/heic',
    });
    expect([status, body.error]).toEqual([
      415,
      'HEIC photos aren’t supported. Save it as JPEG and upload that.',
    ]);
  });

  test('an uploaded photo may have up to 20 MiB', async () => {
    const bytes = Buffer.concat([await photo(64, 64), Buffer.alloc(20 * mebibyte)]);
    const { status, body } = await customer.upload(bytes.subarray(0, 20 * mebibyte));
    expect(status).toBe(201);
    await expectKept(body.uploadId, 'jpg');
    const before = await leftBehind();
    expectRefusal(
      await customer.upload(bytes.subarray(0, 20 * mebibyte + 1)),
      'payload_too_large',
      'image',
    );
    await expect.poll(leftBehind).toEqual(before);
  });

  test('an uploaded photo is usable only by its sender, for a day', async () => {
    const { uploadId } = (await customer.upload(await photo(30, 20))).body;
    const ask = (who: Customer) => who.generate({ mode: 'edit_image', uploadId }, respondAsync);
    const other = await createCustomer(open.stack);
    expectRefusal(await ask(other), 'not_found', 'uploadId');
    await open.books.query(
      `update upload set created_at = created_at - interval '24 hours' where id = $1`,
      [uploadId],
    );
    expectRefusal(await ask(customer), 'not_found', 'uploadId');
    const both = { mode: 'edit_image', uploadId, sameInputAs: 'gen_0' } as const;
    expectRefusal(await customer.generate(both), 'invalid', 'sameInputAs');
    const unknown = { mode: 'edit_image', uploadId: 'upl_0' } as const;
    expectRefusal(await customer.generate(unknown), 'not_found', 'uploadId');
  });
});

describe('refused forms', () => {
  const jpeg = () => photo(300, 200);
  const field = (name: string, bytes: string | Buffer): Part => ({
    name,
    filename: null,
    bytes: Buffer.from(bytes),
  });
  const cut = (body: Body, bytes: number): Body => ({
    headers: { ...body.headers, 'content-length': bytes },
    bytes: body.bytes.subarray(0, bytes),
  });
  const withType = (body: Body, type: string): Body => ({
    headers: { ...body.headers, 'content-type': type },
    bytes: body.bytes,
  });
  const form = async (...parts: Part[]) => toForm({ bytes: await jpeg() }, ...parts);
  const cases: [string, () => Promise<Body> | Body, ErrorCode][] = [
    ['no part at all', () => toForm(), 'invalid'],
    ['no file', () => toForm(field('image', 'hello')), 'invalid'],
    [
      'a file of another name',
      async () => toForm({ name: 'photo', bytes: await jpeg() }),
      'invalid',
    ],
    ['a part without a name', async () => toForm({ name: null, bytes: await jpeg() }), 'invalid'],
    ['two files', async () => form({ bytes: await jpeg() }), 'invalid'],
    ['a field after the file', () => form(field('uploadId', 'upl_1')), 'invalid'],
    [
      '10,000 fields',
      () => toForm(...Array.from({ length: 10_000 }, (_, i) => field(`f${i}`, 'x'))),
      'invalid',
    ],
    ['an empty file', () => toForm({ bytes: Buffer.alloc(0) }), 'unsupported_media_type'],
    ['a form that ends in its file', async () => cut(await form(), 500), 'invalid'],
    [
      'another boundary than it says',
      async () => withType(await form(), 'multipart/form-data; boundary=other'),
      'invalid',
    ],
    ['no boundary', async () => withType(await form(), 'multipart/form-data'), 'invalid'],
    [
      'a form that says it is JSON',
      async () => withType(await form(), 'application/json'),
      'unsupported_media_type',
    ],
    [
      'no form',
      () => ({
        headers: { 'content-type': 'multipart/form-data; boundary=a' },
        bytes: Buffer.from('hello'),
      }),
      'invalid',
    ],
    [
      'more than 20 MiB, as announced',
      () => toForm({ bytes: Buffer.alloc(21 * mebibyte) }),
      'payload_too_large',
    ],
    [
      'more than 20 MiB, not announced',
      () => {
        const { headers, bytes } = toForm({ bytes: Buffer.alloc(21 * mebibyte) });
        return { headers: { 'content-type': headers['content-type'] }, bytes };
      },
      'payload_too_large',
    ],
  ];

  test.each(cases)('a form is refused and nothing is kept of it: %s', async (_name, make, code) => {
    const body = await make();
    const before = await leftBehind();
    const headers = { ...customer.headers, ...body.headers };
    const heard = await sendBody(uploadUrl, { ...body, headers });
    expect(heard).toMatchObject({ status: statusByCode[code], code });
    await expect.poll(leftBehind, { timeout: 60_000 }).toEqual(before);
  });

  test('an animated WebP is stored as its first picture', async () => {
    const { status, body } = await customer.upload(await animatedWebp(40, 30, 3));
    expect(status).toBe(201);
    const kept = readFileSync(join(open.imageFolder, `uploads/${body.uploadId}.webp`));
    expect(await lookAt(kept)).toMatchObject({ width: 40, height: 30 });
  });

  test('an upload without a token is not read', async () => {
    const before = await leftBehind();
    const heard = await sendBody(uploadUrl, toForm({ bytes: Buffer.alloc(15 * mebibyte) }), slow);
    expect(heard).toMatchObject({ status: 401, closes: true });
    expect(heard.sentBytes).toBeLessThan(2 * mebibyte);
    await expect.poll(leftBehind).toEqual(before);
  });
});

describe('limits of uploads', () => {
  /** Uploads of this person that came before. */
  const count = ({ uid }: Customer, times: number, bytes = 1) =>
    open.books.query(
      `insert into upload (id, uid, bytes)
       select 'upl_' || $1 || n, $1, $3 from generate_series(1, $2::int) as n`,
      [uid, times, bytes],
    );

  test('every upload counts against the daily limits, whether or not it succeeds', async () => {
    const small = await photo(30, 20);
    const many = await createCustomer(open.stack);
    await count(many, uploadsPerDay - 3);
    expect((await many.upload(svgBytes)).status).toBe(415);
    const three = await Promise.all(Array.from({ length: 3 }, () => many.upload(small)));
    expect(three.map(({ status }) => status).toSorted()).toEqual([201, 201, 429]);
    const order = { mode: 'edit_image', image: toUpload(Buffer.alloc(mebibyte / 2)) } as const;
    const refused = await many.generate(order);
    expectRefusal(refused, 'rate_limited');
    expect(refused.headers.get('retry-after')).toBe('3600');
    // A prompt with a small image is not an upload.
    const plain = { mode: 'edit_image', image: toUpload(small) } as const;
    expect((await many.generate(plain, respondAsync)).status).toBe(202);
    await open.books.query(
      `update upload set created_at = created_at - interval '24 hours' where uid = $1`,
      [many.uid],
    );
    expect((await many.upload(small)).status).toBe(201);

    const large = await createCustomer(open.stack);
    await count(large, 1, (uploadMegabytesPerDay - 2) * mebibyte);
    const body = toForm({ bytes: Buffer.alloc(1.5 * mebibyte) });
    const headers = { ...large.headers, ...body.headers };
    expect((await sendBody(uploadUrl, { ...body, headers })).status).toBe(415);
    expect((await sendBody(uploadUrl, { ...body, headers })).status).toBe(429);
  });

  test('a slow body is ended on either route, and leaves nothing', async () => {
    const image = toUpload(Buffer.alloc(mebibyte / 2));
    const bodies: [string, Body][] = [
      [uploadUrl, toForm({ bytes: await photo(600, 600, 'png') })],
      [`${open.stack.apiUrl}/api/generate`, toJson(previewOrder({ mode: 'edit_image', image }))],
    ];
    await Promise.all(
      bodies.map(async ([to, each]) => {
        const late = await createCustomer(open.stack);
        const sent = { ...each, headers: { ...late.headers, ...each.headers } };
        const pieces = { bytes: Math.ceil(each.bytes.length / 100), everyMs: 300 };
        expect(await sendBody(to, sent, { pieces })).toMatchObject({
          status: 408,
          code: 'request_timeout',
        });
        expect((await late.upload(await photo(30, 20))).status).toBe(201);
      }),
    );
    await expect
      .poll(() => filesIn(open.imageFolder).join(), { timeout: 60_000 })
      .not.toContain('.incoming');
  });
});

test('the sweep deletes leftovers of a crash and expired uploads, and nothing else', async () => {
  const { uploadId } = (await customer.upload(await photo(30, 20))).body;
  const expired = (await customer.upload(await photo(30, 20))).body.uploadId;
  await open.books.query(
    `update upload set created_at = created_at - interval '25 hours' where id = $1`,
    [expired],
  );
  const incoming = join(open.imageFolder, '.incoming');
  for (const name of ['left', 'coming']) writeFileSync(join(incoming, name), 'x');
  const hoursAgo = new Date(Date.now() - 2 * hourMs);
  utimesSync(join(incoming, 'left'), hoursAgo, hoursAgo);

  await sweepNow(open);
  const files = filesIn(open.imageFolder);
  expect(files).not.toContain('.incoming/left');
  expect(files).toContain('.incoming/coming');
  expect(files).toContain(`uploads/${uploadId}.jpg`);
  expect(files).not.toContain(`uploads/${expired}.jpg`);
  const rows = await open.books.query('select id from upload where id = any($1)', [
    [uploadId, expired],
  ]);
  expect(rows).toEqual([{ id: uploadId }]);
});
