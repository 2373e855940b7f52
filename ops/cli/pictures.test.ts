// Moves pictures to a bucket and back while they are used. `npm run soak -- pictures` moves 10,000.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createKysely, createPool } from '@sachet/db/connect';
import { keepChecksums } from '@sachet/flows/studio/keep-checksums';
import { openObjects } from '@sachet/adapters/images/open-objects';
import { createImageStore } from '@sachet/adapters/images/store';
import { startBucket, type TestBucket } from '@sachet/adapters/images/testing/bucket';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '@sachet/shared/time';
import { root } from '../../dev/local/places.ts';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';

/** Each kills the move when it has moved this part of what it found. */
const kills = process.env.PICTURES === undefined ? [0.2] : [0.2, 0.3];
const count = Number(process.env.PICTURES ?? 150);

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

function start(command: string, setting: string, execArgv: string[] = []): ChildProcess {
  return fork(join(root, 'ops', 'cli', 'pictures.ts'), command.split(' '), {
    execArgv,
    env: {
      ...process.env,
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: '',
      IMAGE_STORE: setting,
    },
    silent: true,
  });
}

async function run(command: string, setting: string) {
  const tool = start(command, setting);
  const [out, err] = [text(tool.stdout!), text(tool.stderr!)];
  const [code] = (await once(tool, 'exit')) as [number];
  return { code, out: await out, err: await err };
}

const toBytes = (at: number) => Buffer.alloc(400 + ((at * 7919) % 60_000), `picture ${at} `);
const toKey = (at: number) => `gen_${at}/final-1.jpg`;

async function countIn(setting: string): Promise<number> {
  let found = 0;
  for await (const _ of openObjects(setting).list('')) found += 1;
  return found;
}

/**
 * Ends the move when it has moved this part of what it found. The tool sends the signal to itself when it prints
 * that, because it may have ended before another process reads the line.
 */
async function endWhenMoved(setting: string, part: number, sent: 'SIGKILL' | 'SIGTERM') {
  const killer = `
    const { write } = process.stdout;
    process.stdout.write = function (line) {
      const [, done, all] = /^(\\d+) of (\\d+) files,/.exec(line) ?? [];
      if (Number(done) > Number(all) * ${part}) process.kill(process.pid, '${sent}');
      return write.apply(this, arguments);
    };`;
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(killer)}`];
  const tool = start('move', setting, preload);
  const [out, err] = [text(tool.stdout!), text(tool.stderr!)];
  const [, signal] = (await once(tool, 'exit')) as [number | null, string | null];
  expect(await err).toBe('');
  return { signal, out: await out };
}

test(
  'pictures move to a bucket and back with kills each way, while others are read, stored and deleted',
  { timeout: hourMs },
  async () => {
    const pool = createPool(database.appUrl, { max: 4 });
    const db = createKysely(pool);
    const open = (setting: string) => keepChecksums(createImageStore(openObjects(setting)), { db });
    const inFolder = open(folder);
    for (let at = 0; at < count; at += 20) {
      const batch = Array.from({ length: Math.min(20, count - at) }, (_, more) => at + more);
      await Promise.all(
        batch.map((each) => inFolder.put(toKey(each), toBytes(each), 'image/jpeg')),
      );
    }
    const deleted = new Set<number>();
    let added = count;
    for (const [to, from] of [
      [bucket.store, folder],
      [folder, bucket.store],
    ] as const) {
      const both = `${to},${from}`;
      const product = open(both);
      const movedAtMs = performance.now();
      const using = (async () => {
        // Every twentieth picture is deleted, new ones are stored, and every picture is always there.
        for (let at = deleted.size; at < count; at += 20) {
          await product.delete(toKey(at));
          deleted.add(at);
          await product.put(toKey(added), toBytes(added), 'image/jpeg');
          added += 1;
          const other = (at * 31 + 1) % count;
          const seen = await product.get(toKey(other));
          const isRight = seen && toBytes(other).equals(Buffer.from(seen.bytes));
          expect(isRight, `picture ${other}`).toBe(deleted.has(other) ? null : true);
        }
      })();
      for (const part of kills) {
        expect(await endWhenMoved(both, part, 'SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
      }
      await using;
      const last = await run('move', both);
      expect(last).toMatchObject({ code: 0, err: '' });
      const seconds = ((performance.now() - movedAtMs) / 1_000).toFixed(1);
      console.log(
        `${count} pictures to ${to}: ${seconds} s with ${kills.length} kills. ${last.out.trim().split('\n').at(-1)}`,
      );

      expect(await countIn(from)).toBe(0);
      const verified = await run('verify', to);
      expect(verified).toMatchObject({ code: 0, err: '' });
      expect(verified.out).toContain(`${added - deleted.size} pictures are as they were stored`);
      for (let at = 0; at < added; at += 1 + Math.floor(count / 200)) {
        const seen = await open(to).get(toKey(at));
        expect(seen ? toBytes(at).equals(Buffer.from(seen.bytes)) : null, toKey(at)).toBe(
          deleted.has(at) ? null : true,
        );
      }
    }

    await openObjects(folder).put(toKey(1), Buffer.from('another'));
    await openObjects(folder).delete(toKey(2));
    await openObjects(folder).put('gen_unknown/final-1.jpg', Buffer.from('no row'));
    const found = await run('verify', folder);
    expect(found.code).toBe(1);
    expect(found.err.trim().split('\n').toSorted()).toEqual([
      `damaged: ${toKey(1)}`,
      `missing: ${toKey(2)}`,
      'unknown, without a row: gen_unknown/final-1.jpg',
    ]);
    expect(found.out).toContain('`pictures remove-unknown` deletes the unknown ones');

    const stopped = await endWhenMoved(`${bucket.store},${folder}`, 0.2, 'SIGTERM');
    expect(stopped).toMatchObject({
      signal: null,
      out: expect.stringContaining('Stopped. Start it again to continue.'),
    });
    const moved = await run('move', `${bucket.store},${folder}`);
    expect(moved).toMatchObject({
      code: 1,
      err: `damaged, and left in the previous store: ${toKey(1)}\n`,
      out: expect.stringContaining(' files moved and verified, '),
    });
    expect(await run('move', `${folder},${bucket.store}`)).toMatchObject({ code: 0, err: '' });

    // A new picture may get its row in the next moment; an old one without a row is deleted once confirmed.
    expect((await run('remove-unknown', folder)).out).toContain('No picture has been without');
    const hoursAgo = new Date(Date.now() - 2 * hourMs);
    utimesSync(join(folder, 'gen_unknown/final-1.jpg'), hoursAgo, hoursAgo);
    const before = await countIn(folder);
    const dry = await run('remove-unknown', folder);
    expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was deleted.') });
    expect(await run('remove-unknown --confirm 2', folder)).toMatchObject({
      code: 1,
      out: expect.stringContaining('1 pictures are without a row, not 2. Nothing was deleted.'),
    });
    expect(await countIn(folder)).toBe(before);
    const removed = await run('remove-unknown --confirm 1', folder);
    expect(removed).toMatchObject({ code: 0, out: '1 pictures without a row were deleted.\n' });
    expect(await countIn(folder)).toBe(before - 1);
    expect((await run('remove-unknown --all', folder)).err).toContain('usage: npm run pictures');
    await db.destroy();
  },
);

test('a move needs two stores, and a wrong IMAGE_STORE is reported', async () => {
  expect((await run('move', folder)).err).toContain('IMAGE_STORE names both');
  expect((await run('move', 'gs://bucket')).err).toContain('must be a folder, or s3://');
});
