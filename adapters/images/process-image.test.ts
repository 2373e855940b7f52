import { readFileSync } from 'node:fs';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import sharp from 'sharp';
import { readCommand } from '../../dev/local/processes.ts';
import { listChildren } from '../../dev/local/resident-memory.ts';
import { processImage } from './process-image.ts';
import { bombs } from './testing/bombs.ts';
import { noisyPhoto, photo } from './testing/photos.ts';

const corrupt = { ok: false, reason: 'corrupt' };
const children = () => listChildren(process.pid);
const isDecoder = (pid: number) => readCommand(pid).includes('process-image-child');
/** Stops all decoders until the test ends: a picture is not finished before the test has given it up. */
function stopDecoders(): void {
  const decoders = children().filter(isDecoder);
  for (const pid of decoders) process.kill(pid, 'SIGSTOP');
  onTestFinished(() => {
    for (const pid of children()) if (decoders.includes(pid)) process.kill(pid, 'SIGCONT');
  });
}
/** The number of `children` that have ended. */
const countEnded = (before: number[]) => before.filter((pid) => !children().includes(pid)).length;

/** A picture whose decoding takes more than a second of one core. */
let slow: Buffer;
beforeAll(async () => {
  slow = await noisyPhoto(5_000, 4_000, { chromaSubsampling: '4:4:4' });
});

test('consecutive pictures are processed in the same child', async () => {
  await processImage('measure', [await photo(30, 20)]);
  const before = children();
  const upload = await processImage('decodeUpload', [await photo(3_000, 2_000)]);
  expect(upload).toMatchObject({ ok: true, mimeType: 'image/jpeg', width: 2048, height: 1365 });
  expect(upload.ok && (await sharp(upload.bytes).metadata()).width).toBe(2048);
  // An idle child of an earlier file may have ended in the meantime.
  expect(children().filter((pid) => !before.includes(pid))).toEqual([]);
});

test('concurrent pictures are processed in several children, and none is lost', async () => {
  const file = await photo(600, 400);
  const all = await Promise.all(
    Array.from({ length: 12 }, () => processImage('decodeUpload', [file])),
  );
  expect(all.every(({ ok }) => ok)).toBe(true);
});

test('a picture that takes too much memory is corrupt, its child ends, and the next one is processed', async () => {
  await processImage('measure', [await photo(30, 20)]);
  const before = children();
  const limit = { memoryMaxBytes: 90 * 1024 * 1024 };
  expect(await processImage('decodeUpload', [slow], limit)).toEqual(corrupt);
  await expect.poll(() => countEnded(before)).toBeGreaterThan(0);
  expect(await processImage('measure', [await photo(30, 20)])).toMatchObject({ ok: true });
});

test('the operating system also limits the memory of a child', async (context) => {
  if (process.platform !== 'linux') context.skip('only Linux has such a limit');
  await processImage('measure', [await photo(30, 20)]);
  const decoders = children().filter(isDecoder);
  expect(decoders).not.toEqual([]);
  for (const pid of decoders) {
    const [, bytes] = /^Max data size +(\d+) /m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))!;
    expect(Number(bytes)).toBeLessThan(1.1 * 1024 * 1024 * 1024);
  }
});

test('a picture that takes too long is corrupt, and its child ends', async () => {
  await processImage('measure', [await photo(30, 20)]);
  const before = children();
  stopDecoders();
  expect(await processImage('decodeUpload', [slow], { deadlineMs: 50 })).toEqual(corrupt);
  await expect.poll(() => countEnded(before)).toBeGreaterThan(0);
});

test('a picture whose sender has left is abandoned, and its child ends', async () => {
  await processImage('measure', [await photo(30, 20)]);
  const before = children();
  const left = new AbortController();
  stopDecoders();
  const decoding = processImage('decodeUpload', [slow], left);
  left.abort();
  await expect(decoding).rejects.toThrow('aborted');
  await expect.poll(() => countEnded(before)).toBeGreaterThan(0);
  await expect(processImage('measure', [slow], left)).rejects.toThrow('aborted');
});

test('an error of the operation is thrown', async () => {
  await expect(processImage('decodeUpload', ['/no/such/file'])).rejects.toThrow('ENOENT');
});

test('a decoder cannot read the secrets of its parent', async () => {
  process.env['SIGNING_SECRET'] = 'for a test';
  onTestFinished(() => void delete process.env['SIGNING_SECRET']);
  await processImage('measure', [await photo(30, 20)]);
  for (const pid of process.platform === 'linux' ? children().filter(isDecoder) : []) {
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('SIGNING_SECRET');
  }
});

// `strip/strip.test.ts` has all bombs.
test.each(bombs.filter(({ name }) => /256 MB|5,000 scans/.test(name)))(
  '$name $outcome even when the decoder runs in a child',
  async ({ make, outcome }) => {
    const upload = await processImage('decodeUpload', [await make()]);
    expect(upload.ok).toBe(outcome !== 'is refused');
  },
);
