import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createKysely, createPool } from '@sachet/db/connect';
import { keepChecksums } from '@sachet/flows/studio/keep-checksums';
import { openObjects } from '@sachet/adapters/images/open-objects';
import { createImageStore } from '@sachet/adapters/images/store';
import { startBucket, type TestBucket } from '@sachet/adapters/images/testing/bucket';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '@sachet/shared/time';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { runProgram } from './testing/programs.ts';

let bucket: TestBucket;
let folder: string;
let database: TestDatabase;
const given = { ...process.env };
beforeAll(async () => {
  database = await createTestDatabase();
  bucket = await startBucket();
  Object.assign(process.env, bucket.env);
  folder = mkdtempSync(join(coordinate('TEST_FOLDER'), 'pictures-'));
});
afterAll(async () => {
  for (const name of Object.keys(bucket.env)) {
    if (given[name] === undefined) delete process.env[name];
    else process.env[name] = given[name];
  }
  await bucket.remove();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const run = (command: string, setting: string) =>
  runProgram('ops/cli/pictures.ts', command.split(' '), {
    env: {
      ...process.env,
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: '',
      IMAGE_STORE: setting,
    },
  });

const toBytes = (at: number) => Buffer.alloc(400 + ((at * 7919) % 60_000), `picture ${at} `);
const toKey = (at: number) => `gen_${at}/final-1.jpg`;

/** Makes the unknown picture of the folder an old one, and deletes it. */
async function expectRemoval(objects: ReturnType<typeof openObjects>): Promise<void> {
  const hoursAgo = new Date(Date.now() - 2 * hourMs);
  utimesSync(join(folder, 'gen_unknown/final-1.jpg'), hoursAgo, hoursAgo);
  const dry = await run('remove-unknown', folder);
  expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was deleted.') });
  expect(await run('remove-unknown --confirm 2', folder)).toMatchObject({
    code: 1,
    out: expect.stringContaining('1 pictures are without a row, not 2. Nothing was deleted.'),
  });
  expect(await objects.read('gen_unknown/final-1.jpg')).not.toBeNull();
  const removed = await run('remove-unknown --confirm 1', folder);
  expect(removed).toMatchObject({ code: 0, out: '1 pictures without a row were deleted.\n' });
  expect(await objects.read('gen_unknown/final-1.jpg')).toBeNull();
}

test.each(['folder', 'bucket'])(
  'missing, damaged and unknown pictures of a %s are reported, and unknown ones are deleted once confirmed',
  async (kind) => {
    const setting = kind === 'folder' ? folder : bucket.store;
    const objects = openObjects(setting);
    const db = createKysely(createPool(database.appUrl, { max: 1 }));
    const images = keepChecksums(createImageStore(objects), { db });
    const keys = [1, 2, 3, 4].map(toKey);
    for (const [at, key] of keys.entries()) await images.put(key, toBytes(at), 'image/jpeg');
    await images.delete(toKey(4));
    expect(await run('verify', setting)).toEqual({
      code: 0,
      out: '3 pictures are as they were stored, 0 are not, 0 unknown.\n',
      err: '',
    });

    await objects.put(toKey(1), Buffer.from('another'));
    await objects.delete(toKey(2));
    await objects.put('gen_unknown/final-1.jpg', Buffer.from('no row'));
    const found = await run('verify', setting);
    expect(found.code).toBe(1);
    expect(found.err.trim().split('\n').toSorted()).toEqual([
      `damaged: ${toKey(1)}`,
      `missing: ${toKey(2)}`,
      'unknown, without a row: gen_unknown/final-1.jpg',
    ]);
    expect(found.out).toContain('`pictures remove-unknown` deletes the unknown ones');

    // A new picture may get its row in the next moment; an old one without a row is deleted once confirmed.
    expect((await run('remove-unknown', setting)).out).toContain('No picture has been without');
    if (kind === 'folder') await expectRemoval(objects);
    for (const key of keys) await images.delete(key);
    await db.destroy();
  },
);
