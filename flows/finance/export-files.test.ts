import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolderObjects } from '@sachet/adapters/images/folder';
import { createExportFiles, type Attempt, type ExportFiles } from './export-files.ts';

const id = `exp_${'0'.repeat(18)}`;
const first = { id, attempt: 1 };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sachet-exports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function read(files: ExportFiles, of: Attempt): Promise<Buffer> {
  let bytes: Buffer | undefined;
  await files.withFile(of, async (path) => void (bytes = readFileSync(path)));
  return bytes!;
}

const filesOf = () => readdirSync(join(folder, '.exports'));

async function* toTexts(...texts: (string | Error)[]) {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield text;
  }
}

test('an export file has the written text, and its length in bytes and checksum are returned', async () => {
  const files = createExportFiles(createFolderObjects(folder));
  const written = await files.write(first, toTexts('₹', 'क', ''));
  const bytes = await read(files, first);
  expect(bytes.toString()).toBe('₹क');
  expect(written).toEqual({ bytes: 6, sha256: createHash('sha256').update(bytes).digest() });
  await files.write({ id, attempt: 2 }, toTexts('again'));
  expect((await read(files, first)).toString()).toBe('₹क');
  await files.delete(id);
  await files.delete(id);
  expect(filesOf()).toEqual([]);
  expect(await files.withFile(first, async () => {})).toBe(false);
});

test('a file whose source fails is not stored, and an earlier file stays', async () => {
  const files = createExportFiles(createFolderObjects(folder));
  const broken = new Error('the database is away');
  await expect(files.write(first, toTexts('half', broken))).rejects.toBe(broken);
  expect(readdirSync(join(folder, '.incoming'))).toEqual([]);
  await files.write(first, toTexts('whole'));
  await expect(files.write(first, toTexts('half', broken))).rejects.toBe(broken);
  expect((await read(files, first)).toString()).toBe('whole');
});

test('the sweep deletes files that are older than the given time, and no newer files', async () => {
  const files = createExportFiles(createFolderObjects(folder));
  await files.sweep(new Date());
  for (const attempt of [1, 2]) await files.write({ id, attempt }, toTexts('text'));
  utimesSync(join(folder, '.exports', `${id}.1`), 1, 1);
  await files.sweep(new Date(Date.now() - 60_000));
  expect(filesOf()).toEqual([`${id}.2`]);
});

test('an id cannot name a file outside of the folder', async () => {
  const files = createExportFiles(createFolderObjects(folder));
  for (const name of ['../x', '', 'exp_', `${id}/..`, `${id}00`]) {
    await expect(files.withFile({ id: name, attempt: 1 }, async () => {})).rejects.toThrow(
      TypeError,
    );
  }
});
