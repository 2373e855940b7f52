import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toBaseName, toWalName } from './names.ts';
import { restore } from './restore.ts';
import type { ReadableVault } from './vault.ts';

const system = '77';
const toSegment = (number: number) => `00000001000000000000000${number}`;
const toBase = (day: string, number: number) =>
  toBaseName({ system, at: new Date(`${day}T00:00:00Z`), startWal: toSegment(number) });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sachet-restore-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function openMemoryVault(
  wal: Record<string, string>,
  others: string[] = [],
): Promise<ReadableVault> {
  const tar = pack();
  tar.entry({ name: 'PG_VERSION', uid: process.getuid!(), gid: process.getgid!() }, '18');
  tar.finalize();
  const base = await buffer(tar as unknown as AsyncIterable<Buffer>);
  const objects = new Map<string, Buffer | string>([
    [toBase('2026-11-20', 2), base],
    [toBase('2026-11-21', 4), base],
    ...others.map((name) => [name, base] as const),
    ...Object.entries(wal).map(([file, text]) => [toWalName(system, file), text] as const),
  ]);
  return {
    list: async (below) => [...objects.keys()].filter((name) => name.startsWith(below)).toSorted(),
    read: async (name) => Readable.from([gzipSync(objects.get(name)!)]),
  };
}

/** The file that Postgres archives at the end of a base backup. */
const toHistory = (first: number, last: number) => ({
  [`${toSegment(first)}.00000028.backup`]: `START WAL LOCATION: 0/${first}000028 (file ${toSegment(first)})
STOP WAL LOCATION: 0/${last}000120 (file ${toSegment(last)})
`,
});
const older = { [toSegment(2)]: '', [toSegment(3)]: '', ...toHistory(2, 3) };

test.each([
  ['none of its WAL', {}, '2026-11-20'],
  ['not the last of its WAL', { [toSegment(4)]: '', ...toHistory(4, 5) }, '2026-11-20'],
  ['all of its WAL', { [toSegment(4)]: '', [toSegment(5)]: '', ...toHistory(4, 5) }, '2026-11-21'],
])('a base backup of which the vault has %s', async (_name, newer, chosen) => {
  const said: string[] = [];
  const vault = await openMemoryVault({ ...older, ...newer });
  await restore({ vault, data: join(folder, 'data'), say: (text) => said.push(text) });
  expect(said[0]).toBe(`Base backup of ${chosen}T00:00:00.000Z`);
  expect(said[1]).toMatch(/^\d files of WAL$/);
});

test('a restore refuses what it would overwrite and backups that it cannot use, and says why', async () => {
  const [data, pictures] = [join(folder, 'data'), join(folder, 'pictures')];
  const vault = await openMemoryVault(older);
  const at = new Date('2026-11-22T00:00:00Z');
  const several = await openMemoryVault(older, [
    toBaseName({ system: '88', at, startWal: toSegment(2) }),
  ]);
  const refuses = (options: Partial<Parameters<typeof restore>[0]>, why: string) =>
    expect(restore({ vault, data, ...options })).rejects.toThrow(why);
  await refuses(
    { vault: several },
    'There are backups of several databases. Choose one with --system: 77, 88',
  );
  await refuses({ vault: several, system: '99' }, 'There are backups of 77, 88 only.');
  await refuses({ vault: await openMemoryVault({}) }, 'The WAL of every backup is incomplete.');
  await refuses(
    { to: new Date('2026-11-01T00:00:00Z') },
    'No backup was finished before this moment. The first: 2026-11-20T00:00:00.000Z',
  );
  const none = { list: async () => [], read: vault.read };
  await refuses({ vault: none }, 'There is no backup here.');
  mkdirSync(pictures);
  writeFileSync(join(pictures, 'final-1.jpg'), 'a picture');
  const place = { folder: pictures };
  await refuses({ pictures: place }, `${pictures} is not empty: it has final-1.jpg.`);
  await refuses({ data: folder }, `${folder} is not empty.`);
});
