import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProgram } from '../cli/testing/programs.ts';
import { toBaseName, toWalName } from './names.ts';
import { openVault } from './vault.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sachet-backups-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const backup = (args: string[], env: Record<string, string> = {}) =>
  runProgram('ops/backup/main.ts', args, {
    env: { ...process.env, BACKUP_FOLDER: folder, ...env },
  });

test('backup key prints the private key once and stores the public one, which the other commands need', async () => {
  expect((await backup(['list'])).err).toContain('Make the key pair first');
  const { code, out } = await backup(['key']);
  expect(code).toBe(0);
  expect(out).toContain('# Keep this file outside the installation.');
  expect(out).toMatch(/^# public key: age1/m);
  expect(out).toMatch(/^AGE-SECRET-KEY-1/m);
  expect(readFileSync(join(folder, 'recipient.txt'), 'utf8')).toMatch(/^age1/);
  expect((await backup(['key'])).err).toContain('has a key already');
  expect(await backup(['list'])).toMatchObject({ code: 0, out: 'There is no backup here.\n' });
});

test('backup run says which variable is missing or invalid', async () => {
  await backup(['key']);
  const given = { DATABASE_OWNER_URL: 'postgres://nobody@127.0.0.1:1/none', BACKUP_SPOOL: folder };
  expect((await backup(['run'], { ...given, IMAGE_STORE: '' })).err).toBe(
    'IMAGE_STORE is not set.\n',
  );
  const { code, err } = await backup(['run'], { ...given, IMAGE_STORE: 'gs://bucket' });
  expect([code, err]).toEqual([1, expect.stringContaining('IMAGE_STORE must be a folder')]);
  const misspelt = { ...given, IMAGE_STORE: join(folder, 'misspelt') };
  expect((await backup(['run'], misspelt)).err).toBe(
    `IMAGE_STORE: the folder ${misspelt.IMAGE_STORE} does not exist.\n`,
  );
  const refused = await backup(['run', '--keep-days', '0'], { ...given, IMAGE_STORE: folder });
  expect(refused.err).toContain('--keep-days takes a number of days.');
  expect((await backup(['run'], { ...given, IMAGE_STORE: folder })).err).toBe(
    'A server cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Check its address, and that it runs.\n',
  );
});

test('backup key makes no other pair beside backups, whose pictures it could not read', async () => {
  await backup(['key']);
  rmSync(join(folder, 'recipient.txt'));
  const picture = join(folder, '77', 'pictures', 'gen_a', 'final.png.age');
  mkdirSync(join(picture, '..'), { recursive: true });
  writeFileSync(picture, 'for the lost key');
  const { code, err } = await backup(['key']);
  expect([code, err]).toEqual([1, expect.stringContaining('has backups already')]);
  rmSync(join(folder, '77'), { recursive: true });
  expect((await backup(['key'])).code).toBe(0);
});

test.each(['2026-11-27T18:30:00', '2026-11-27', 'yesterday'])(
  'backup restore does not guess the offset of %s',
  async (to) => {
    const { code, err } = await backup(['restore', '--identity', '/none', '--to', to]);
    expect([code, err]).toEqual([1, expect.stringContaining('is not a moment with its offset')]);
  },
);

test('backup restore says what is wrong with the private key', async () => {
  const own = (await backup(['key'])).out;
  const recipient = readFileSync(join(folder, 'recipient.txt'));
  rmSync(join(folder, 'recipient.txt'));
  const other = (await backup(['key'])).out;
  writeFileSync(join(folder, 'recipient.txt'), recipient);
  const file = join(folder, 'private.key');
  const restore = async (text: string | null) => {
    rmSync(file, { force: true });
    if (text !== null) writeFileSync(file, text);
    const options = { PGDATA: join(folder, 'data'), IMAGE_STORE: join(folder, 'pictures') };
    return (await backup(['restore', '--identity', file], options)).err;
  };
  expect(await restore(null)).toMatch(/private\.key cannot be read: ENOENT.*\n$/);
  expect(await restore('')).toMatch(/has no line AGE-SECRET-KEY-1…\n$/);
  expect(await restore(own.trim().slice(0, -3))).toMatch(/has an incomplete key\.\n$/);
  expect(await restore(other)).toMatch(/is of another pair than the key in .*recipient\.txt\.\n$/);
  expect(await restore(own)).toBe('There is no backup here.\n');
});

test('backup restore prints what it restores, and which file is damaged', async () => {
  const file = join(folder, 'private.key');
  writeFileSync(file, (await backup(['key'])).out);
  const recipient = readFileSync(join(folder, 'recipient.txt'), 'utf8').trim();
  const vault = openVault(folder, recipient);
  const startWal = '000000010000000000000002';
  const tar = pack();
  tar.entry({ name: 'PG_VERSION', uid: process.getuid!(), gid: process.getgid!() }, '18');
  tar.finalize();
  const at = new Date('2026-11-20T00:00:00Z');
  const history = `START WAL LOCATION: 0/2000028 (file ${startWal})\nSTOP WAL LOCATION: 0/2000120 (file ${startWal})\n`;
  for (const [name, content] of [
    [
      toBaseName({ system: '77', at, startWal }),
      Readable.from(tar as unknown as AsyncIterable<Buffer>),
    ],
    [toWalName('77', startWal), Readable.from([''])],
    [toWalName('77', `${startWal}.00000028.backup`), Readable.from([history])],
  ] as const) {
    await vault.put(content.pipe(createGzip()), () => name);
  }
  expect((await backup(['list'])).out).toBe('2026-11-20T00:00:00.000Z  database 77\n');
  const places = { PGDATA: join(folder, 'data'), IMAGE_STORE: join(folder, 'pictures') };
  expect(await backup(['restore', '--identity', file], places)).toEqual({
    code: 0,
    err: '',
    out:
      'Base backup of 2026-11-20T00:00:00.000Z\n2 files of WAL\n0 pictures\n' +
      'Restored. Postgres recovers to the moment when it starts.\n',
  });

  const base = join(folder, `${toBaseName({ system: '77', at, startWal })}.age`);
  const bytes = readFileSync(base);
  bytes[bytes.length - 20]! ^= 1;
  writeFileSync(base, bytes);
  for (const place of Object.values(places)) rmSync(place, { recursive: true });
  const damaged = await backup(['restore', '--identity', file], places);
  expect([damaged.code, damaged.err]).toEqual([
    1,
    expect.stringMatching(/^\S+\.age is damaged, or of another key: [^\n]+\n$/),
  ]);
});
