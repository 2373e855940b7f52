import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStoreFacts, checkStore } from './check-store.ts';
import { readChecksum, sha256Of, StoreUnreachable } from './objects.ts';
import { openObjects } from './open-objects.ts';
import { createImageStore } from './store.ts';
import { startBucket, type TestBucket } from './testing/bucket.ts';

let bucket: TestBucket;
const given = { ...process.env };
beforeAll(async () => {
  bucket = await startBucket();
  Object.assign(process.env, bucket.env);
});
afterAll(async () => {
  for (const name of Object.keys(bucket.env)) {
    if (given[name] === undefined) delete process.env[name];
    else process.env[name] = given[name];
  }
  await bucket.remove();
});

const bytes = Buffer.from('not really a png');

test('a bucket returns stored pictures, replaces and deletes them, and ignores missing ones', async () => {
  const store = createImageStore(openObjects(bucket.store));
  const written = await store.put('gen_x/original.png', Buffer.from('older'), 'image/png');
  expect(written).toEqual({ bytes: 5, sha256: sha256Of(Buffer.from('older')) });
  await store.put('gen_x/original.png', bytes, 'image/png');
  expect(await store.get('gen_x/original.png')).toEqual({ bytes, mimeType: 'image/png' });
  await store.delete('gen_x/original.png');
  await store.delete('gen_x/original.png');
  expect(await store.get('gen_x/original.png')).toBeNull();
  expect(await store.get('../pictures/studio/gen_x/original.png')).toBeNull();
});

test('all pictures of an owner are deleted from a bucket, and no others', async () => {
  const store = createImageStore(openObjects(bucket.store));
  const keys = ['gen_a/final-1.png', 'gen_a/preview.png', 'gen_ab/final-1.png'];
  for (const key of keys) await store.put(key, bytes, 'image/png');
  await store.deleteAll('gen_a');
  await store.deleteAll('gen_never');
  const left = await Promise.all(keys.map((key) => store.get(key)));
  expect(left.map((image) => image !== null)).toEqual([false, false, true]);
});

test('an object whose bytes were damaged in the bucket is never returned', async () => {
  const objects = openObjects(bucket.store);
  await objects.put('gen_d/final-1.png', bytes);
  const folder = join(bucket.folder, 'gen_d');
  const file = readdirSync(folder).find((name) => name.endsWith('_object'));
  writeFileSync(join(folder, file!), 'not really a pnG');
  await expect(objects.read('gen_d/final-1.png')).rejects.toThrow(StoreUnreachable);
  await expect(readChecksum(objects, 'gen_d/final-1.png')).rejects.toThrow('was damaged');
});

test('an object of 250 MB passes through a bucket in both directions without being held in memory', async () => {
  const objects = openObjects(bucket.store);
  const piece = Buffer.alloc(1_000_000, 7);
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  let most = 0;
  // Buffers that nothing holds any more do not count.
  const watch = () => {
    if (process.memoryUsage().arrayBuffers - before > 80_000_000) collectGarbage();
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  };
  const before = process.memoryUsage().arrayBuffers;
  const source = Readable.from(
    (function* () {
      for (let piecesLeft = 250; piecesLeft > 0; piecesLeft--) {
        watch();
        yield piece;
      }
    })(),
  );
  const timer = setInterval(watch, 5);
  const written = await objects.put('.exports/large', source);
  expect(written.bytes).toBe(250_000_000);
  expect(await readChecksum(objects, '.exports/large')).toEqual(written.sha256);
  clearInterval(timer);
  expect(most - before).toBeLessThan(100_000_000);
  expect(readdirSync(objects.incoming)).toEqual([]);
});

test('a bucket lists more objects than one answer has, without hidden ones', async () => {
  const objects = openObjects(`${bucket.store}/many`);
  const names = Array.from({ length: 1_050 }, (_, at) => `gen_${at}/preview.webp`);
  for (let at = 0; at < names.length; at += 25) {
    await Promise.all(names.slice(at, at + 25).map((name) => objects.put(name, bytes)));
  }
  await objects.probe();
  await objects.put('.exports/exp.1', bytes);
  const listed: string[] = [];
  for await (const { name } of objects.list('')) listed.push(name);
  expect(listed.toSorted()).toEqual(names.toSorted());
  const exported: string[] = [];
  for await (const { name } of objects.list('.exports')) exported.push(name);
  expect(exported).toEqual(['.exports/exp.1']);
});

test('a bucket that is away is reported, never taken for an empty one', async () => {
  const store = createImageStore(openObjects(bucket.store));
  await store.put('gen_away/final-1.png', bytes, 'image/png');
  expect(checkStore(await readStoreFacts(bucket.store, { mayCreate: false }))).toEqual([]);
  await bucket.stop();
  await expect(store.get('gen_away/final-1.png')).rejects.toThrow(StoreUnreachable);
  await expect(store.deleteAll('gen_away')).rejects.toThrow(StoreUnreachable);
  await expect(store.put('gen_away/x.png', bytes, 'image/png')).rejects.toMatchObject({
    state: 'failing',
  });
  await expect(store.requireWritable()).rejects.toMatchObject({ state: 'failing' });
  expect(checkStore(await readStoreFacts(bucket.store, { mayCreate: false }))).toMatchObject([
    { level: 'error', isTemporary: true, problem: 'IMAGE_STORE: the bucket cannot be written' },
  ]);
  await bucket.start();
  expect((await store.get('gen_away/final-1.png'))?.bytes).toEqual(bytes);
  expect(
    checkStore(await readStoreFacts('s3://another-bucket', { mayCreate: false })),
  ).toMatchObject([{ problem: 'IMAGE_STORE: the bucket cannot be written' }]);
});
