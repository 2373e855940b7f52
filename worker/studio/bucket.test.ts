// The queue is on Redis, and the pictures are in a bucket, which goes away and comes back.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openObjects } from '@sachet/adapters/images/open-objects';
import { sha256Of } from '@sachet/adapters/images/objects';
import { startBucket, type TestBucket } from '@sachet/adapters/images/testing/bucket';
import { photo } from '@sachet/adapters/images/testing/photos';
import { createCustomer, respondAsync } from '../../api/testing/client.ts';
import { expectRefusal } from '../../api/testing/refusals.ts';
import { impatient, openStack, type OpenStack } from '../../api/testing/stack.ts';

const poll = { timeout: 60_000, interval: 200 };

let bucket: TestBucket;
let open: OpenStack;
const given = { ...process.env };
beforeAll(async () => {
  bucket = await startBucket();
  Object.assign(process.env, bucket.env);
  open = await openStack({
    // On a busy machine, a lock of a second would be lost in the middle of a call.
    limits: { ...impatient, workerLockMs: 5_000 },
    env: { ...bucket.env, IMAGE_STORE: bucket.store, OPERATIONS_PORT: '0' },
  });
});
afterAll(async () => {
  await open?.stop();
  for (const name of Object.keys(bucket.env)) {
    if (given[name] === undefined) delete process.env[name];
    else process.env[name] = given[name];
  }
  await bucket?.remove();
});
afterEach(() => open.books.expectToBeSound());

const download = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${open.stack.apiUrl}${path}`, { headers });
const storedKeys = async (below: string) => {
  const keys: string[] = [];
  for await (const { name } of openObjects(bucket.store).list(below)) keys.push(name);
  return keys.toSorted();
};

test('with a queue on Redis, a picture is made, bought once, downloaded and erased in a bucket, and its row has its checksum', async () => {
  const customer = await createCustomer(open.stack);
  const preview = await customer.preview();
  const { body } = await customer.unlock(preview);
  const { generationId } = preview;
  const answer = await download(`${body.imageUrl}&download=1`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  const bytes = Buffer.from(await answer.arrayBuffer());
  const etag = answer.headers.get('etag')!;
  expect(
    (await download(body.imageUrl, { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' })).status,
  ).toBe(304);
  const stored = await openObjects(bucket.store).read(`${generationId}/final-1.jpg`);
  expect(stored?.equals(bytes)).toBe(true);
  const rows = await open.books.query<{ key: string; sha256: Buffer; bytes: string }>(
    'select key, sha256, bytes from stored_picture where starts_with(key, $1) order by key',
    [`${generationId}/`],
  );
  expect(rows.map(({ key }) => key)).toEqual(await storedKeys(generationId));
  const row = rows.find(({ key }) => key.endsWith('/final-1.jpg'))!;
  expect([row.sha256.equals(sha256Of(bytes)), Number(row.bytes)]).toEqual([true, bytes.length]);

  const metrics = await (await fetch(`${open.stack.worker.operationsUrl()}/metrics`)).text();
  expect(metrics).toContain('sachet_images_free_bytes +Inf');

  await customer.remove(generationId);
  await expect.poll(() => storedKeys(generationId), poll).toEqual([]);
  expect((await download(body.imageUrl)).status).toBe(404);
  const { walletId } = await customer.wallet();
  expect(await open.books.kinds(walletId)).toMatchObject({ HoldPlaced: 1, HoldCaptured: 1 });
  await expect
    .poll(
      () =>
        open.books.query('select 1 from stored_picture where starts_with(key, $1)', [
          `${generationId}/`,
        ]),
      poll,
    )
    .toEqual([]);
});

test('while the bucket is away, downloads are refused for a moment, nothing is sold, and accepted work waits', async () => {
  const customer = await createCustomer(open.stack);
  const bought = await customer.preview();
  const { body } = await customer.unlock(bought);
  const [waiting, wanted] = [await customer.preview(), await customer.preview()];
  await open.stack.worker.kill();
  expect((await customer.unlock(waiting, 1024, respondAsync)).status).toBe(202);
  await bucket.stop();
  await open.stack.worker.start();

  const refused = await download(body.imageUrl);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  expect(await refused.json()).toMatchObject({
    code: 'unavailable',
    error: expect.stringContaining('safe'),
  });
  const readyz = async (server: string) => (await fetch(`${server}/readyz`)).json();
  await expect
    .poll(() => readyz(open.stack.worker.operationsUrl()), poll)
    .toMatchObject({ ok: false, images: 'failing' });
  await expect
    .poll(() => readyz(open.stack.apiUrl), poll)
    .toMatchObject({ ok: true, images: 'failing', warnings: ['images_not_stored'] });
  expectRefusal(await customer.unlock(wanted), 'unavailable');
  expectRefusal(await customer.upload(await photo(30, 20)), 'unavailable');
  expect(await customer.wallet()).toMatchObject({ walletBalance: 175, held: 75 });

  await bucket.start();
  await expect
    .poll(() => customer.generation(waiting.generationId), poll)
    .toMatchObject({ unlockStatus: 'done', charged: 75 });
  expect(await customer.wallet()).toMatchObject({ walletBalance: 100, held: 0 });
  expect((await download(body.imageUrl)).status).toBe(200);
  const calls = await open.books.query(
    `select 1 from provider_call where generation_id = $1 and purpose = 'final'`,
    [waiting.generationId],
  );
  expect(calls).toHaveLength(1);
});
