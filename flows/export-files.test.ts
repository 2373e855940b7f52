import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createExportFiles } from './export-files.ts';

const id = `exp_${'0'.repeat(18)}`;
const first = { id, attempt: 1 };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sachet-exports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function* toTexts(...texts: (string | Error)[]) {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield text;
  }
}

test('an export file has the written text, and its length in bytes and checksum are returned', async () => {
  const files = createExportFiles({ folder });
  const written = await files.write(first, toTexts('₹', 'क', ''));
  const bytes = readFileSync(files.path(first));
  expect(bytes.toString()).toBe('₹क');
  expect(written).toEqual({ bytes: 6, sha256: createHash('sha256').update(bytes).digest() });
  await files.write({ id, attempt: 2 }, toTexts('again'));
  expect(readFileSync(files.path(first), 'utf8')).toBe('₹क');
  await files.delete(id);
  await files.delete(id);
  expect(readdirSync(folder)).toEqual([]);
});

test('a file whose source fails is not stored, and an earlier file stays', async () => {
  const files = createExportFiles({ folder });
  const broken = new Error('the database is away');
  await expect(files.write(first, toTexts('half', broken))).rejects.toBe(broken);
  expect(readdirSync(folder)).toEqual([]);
  await files.write(first, toTexts('whole'));
  await expect(files.write(first, toTexts('half', broken))).rejects.toBe(broken);
  expect(readFileSync(files.path(first), 'utf8')).toBe('whole');
});

test('the sweep deletes files that are older than the given time, and no newer files', async () => {
  const files = createExportFiles({ folder });
  await files.sweep(new Date());
  const names = [`${id}.1`, `${id}.1.part`, `${id}.2`];
  for (const name of names) writeFileSync(join(folder, name), '');
  for (const name of names.slice(0, 2)) utimesSync(join(folder, name), 1, 1);
  await files.sweep(new Date(Date.now() - 60_000));
  expect(readdirSync(folder)).toEqual([`${id}.2`]);
});

test('an id cannot name a file outside of the folder', () => {
  const files = createExportFiles({ folder });
  for (const name of ['../x', '', 'exp_', `${id}/..`, `${id}00`]) {
    expect(() => files.path({ id: name, attempt: 1 })).toThrow();
  }
});
