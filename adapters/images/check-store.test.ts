import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkStore, readStoreFacts, type StoreFacts } from './check-store.ts';
import { mount, unmount } from './testing/disk.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-store-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const roomy: StoreFacts = {
  state: 'writable',
  freeBytes: 10 * 1024 ** 3,
  isNearlyFull: false,
  isBucket: false,
  isForbidden: false,
};

test('a folder that does not exist yet is created in development, and is writable', async () => {
  const facts = await readStoreFacts(join(folder, 'new', 'images'), { mayCreate: true });
  expect(facts).toMatchObject({ state: 'writable', isForbidden: false });
  expect(checkStore(roomy)).toEqual([]);
});

test('a path that is not a folder is an error', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(checkStore(await readStoreFacts(file, { mayCreate: false }))).toMatchObject([
    { level: 'error', problem: 'IMAGE_STORE: the disk cannot be written' },
  ]);
});

test('a read-only disk is a temporary error, and a disk with little room causes a warning', async (context) => {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  if (!mount(disk, 'ro')) context.skip('needs to mount');
  try {
    expect(checkStore(await readStoreFacts(disk, { mayCreate: false }))).toMatchObject([
      { level: 'error', isTemporary: true, problem: 'IMAGE_STORE: the disk is read-only' },
    ]);
  } finally {
    unmount(disk);
  }
  mount(disk, 'size=300m');
  try {
    expect(checkStore(await readStoreFacts(disk, { mayCreate: false }))).toMatchObject([
      { level: 'warning', problem: 'IMAGE_STORE: less than 2 GiB is free for pictures' },
    ]);
  } finally {
    unmount(disk);
  }
});

test('a folder that this account may not write is a permanent error, and a full disk a temporary one', () => {
  expect(checkStore({ ...roomy, state: 'read_only', isForbidden: true })).toEqual([
    {
      level: 'error',
      problem: 'IMAGE_STORE: this account may not write there',
      remedy: 'Make the folder writable for the account that runs API and worker.',
    },
  ]);
  expect(checkStore({ ...roomy, state: 'full' })).toMatchObject([
    {
      level: 'error',
      isTemporary: true,
      problem: 'IMAGE_STORE: the disk has no room for pictures',
    },
  ]);
});
