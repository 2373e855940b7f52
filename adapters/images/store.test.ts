import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderObjects } from './folder.ts';
import {
  createImageStore,
  imageKey,
  isImageKey,
  parseThumbnailKey,
  thumbnailKey,
  thumbnailSides,
  type ImageStore,
} from './store.ts';
import type { StoreUnwritable } from './store-state.ts';
import { mount, unmount } from './testing/disk.ts';

const bytes = Buffer.from('not really a png');

let outside: string;
let folder: string;
let store: ImageStore;

beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), 'sachet-images-'));
  folder = join(outside, 'store');
  store = createImageStore(createFolderObjects(folder));
});

afterEach(() => rm(outside, { recursive: true, force: true }));

describe('a folder store', () => {
  it('a folder store returns the stored bytes with their type', async () => {
    const key = imageKey('gen_x', 'original', 'image/png');
    expect(key).toBe('gen_x/original.png');
    await store.put(key, bytes, 'image/png');
    expect(await store.get(key)).toEqual({ bytes, mimeType: 'image/png' });
  });

  it('a folder store replaces and deletes files, and ignores missing ones', async () => {
    await store.put('gen_x/preview.webp', bytes, 'image/webp');
    await store.put('gen_x/preview.webp', Buffer.from('newer'), 'image/webp');
    expect((await store.get('gen_x/preview.webp'))?.bytes).toEqual(Buffer.from('newer'));
    await store.delete('gen_x/preview.webp');
    await store.delete('gen_x/preview.webp');
    expect(await store.get('gen_x/preview.webp')).toBeNull();
    expect(await store.get('gen_never/preview.webp')).toBeNull();
  });

  it('a folder store never shows half an image, and leaves no temporary files', async () => {
    const versions = Array.from({ length: 8 }, (_, index) => Buffer.alloc(200_000, index));
    let isWriting = true;
    const writes = Promise.all(
      versions.map((version) => store.put('gen_x/final.jpg', version, 'image/jpeg')),
    ).finally(() => (isWriting = false));
    while (isWriting) {
      const seen = await store.get('gen_x/final.jpg');
      expect(!seen || versions[seen.bytes[0]!]?.equals(seen.bytes)).toBe(true);
    }
    await writes;
    expect(await readdir(join(folder, 'gen_x'))).toEqual(['final.jpg']);
  });

  it('a folder store cleans up after a failed write', async () => {
    await mkdir(join(folder, 'gen_x', 'final.jpg'), { recursive: true });
    await expect(store.put('gen_x/final.jpg', bytes, 'image/jpeg')).rejects.toThrow(
      'pictures cannot be stored',
    );
    expect(await readdir(join(folder, 'gen_x'))).toEqual(['final.jpg']);
  });
});

const hostile = [
  '../secret.png',
  'gen_x/../../secret.png',
  '/etc/passwd.png',
  'gen_x//a.png',
  './a.png',
  'gen_x/.hidden.png',
  'gen_x\\..\\a.png',
  'gen_x/a.png\0',
  'gen_x/a.png\n',
  'gen_x/a.svg',
  'gen_x/a',
  'a/b/c/d/e.png',
  '%2e%2e/secret.png',
  'gen_é/a.png',
  '',
];

describe('a key', () => {
  it.each(hostile)('an invalid key is never read or written: %j', async (key) => {
    await writeFile(join(outside, 'secret.png'), 'secret');
    expect(isImageKey(key)).toBe(false);
    expect(await store.get(key)).toBeNull();
    await expect(store.put(key, bytes, 'image/png')).rejects.toThrow(TypeError);
    await store.delete(key);
    expect(await readdir(outside)).toEqual(['secret.png']);
  });

  it('no key can name a file outside of the folder of the store', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '\0',
      '\n',
      'gen_x',
      'a',
      '.png',
      '~',
      '%2e',
    );
    const anyKey = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 12 }).map((p) => p.join('')),
    );
    fc.assert(
      fc.property(anyKey, (key) => {
        if (!isImageKey(key)) return;
        const inside = relative('/store', resolve('/store', key));
        expect(inside).toBe(key.split('/').join(sep));
        expect(inside.startsWith('..')).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the key of a small copy', () => {
  it('the key of a small copy names its picture and size, and no other file matches it', () => {
    const key = 'gen_x/final-1.jpg';
    expect(thumbnailKey(key, 256)).toBe('gen_x/thumb-256-final-1-jpg.webp');
    for (const side of thumbnailSides) {
      expect(isImageKey(thumbnailKey(key, side))).toBe(true);
      expect(parseThumbnailKey(thumbnailKey(key, side))).toEqual({ key, side });
    }
    for (const other of [key, 'gen_x/preview.webp', 'gen_x/thumb-9-final-1-jpg.webp']) {
      expect(parseThumbnailKey(other)).toBeNull();
    }
  });

  it('small copies are deleted with all images of their owner, and no others', async () => {
    const key = 'gen_x/final-1.jpg';
    for (const each of [key, thumbnailKey(key, 256), 'gen_x/mask.png', 'gen_xy/final-1.jpg']) {
      const extension = each.split('.')[1]!;
      await store.put(
        each,
        bytes,
        extension === 'jpg' ? 'image/jpeg' : `image/${extension as 'png' | 'webp'}`,
      );
    }
    await store.deleteAll('gen_x');
    await store.deleteAll('gen_never');
    expect((await readdir(folder)).toSorted()).toEqual(['gen_xy']);
    for (const owner of ['', '.', '..', 'gen_xy/final-1.jpg', '../outside', '.incoming']) {
      await expect(store.deleteAll(owner), owner).rejects.toThrow(TypeError);
    }
    expect(await store.get('gen_xy/final-1.jpg')).not.toBeNull();
  });
});

describe('a folder that cannot store pictures', () => {
  const unwritable = (state: string) => expect.objectContaining({ state }) as StoreUnwritable;
  const put = (into: ImageStore) =>
    into.put('gen_x/final.jpg', Buffer.alloc(500_000), 'image/jpeg');

  it('a folder is full when free space is below the size of pending pictures', async () => {
    const narrow = createImageStore(createFolderObjects(folder), {
      freeMin: Number.MAX_SAFE_INTEGER,
    });
    expect((await narrow.readHealth()).state).toBe('full');
    await expect(narrow.requireWritable()).rejects.toEqual(unwritable('full'));
    await expect(narrow.receive(Readable.from([bytes]), async () => {})).rejects.toEqual(
      unwritable('full'),
    );
  });

  it('a folder is failing when a written file cannot be read back', async () => {
    await mkdir(join(folder, '.probe'), { recursive: true });
    await expect(store.requireWritable()).rejects.toEqual(unwritable('failing'));
  });

  it('a folder is not written to for a while after a failed write, even if a small write succeeds', async () => {
    await store.requireWritable();
    await mkdir(join(folder, 'gen_x', 'final.jpg'), { recursive: true });
    await expect(put(store)).rejects.toEqual(unwritable('failing'));
    await expect(store.requireWritable()).rejects.toEqual(unwritable('failing'));
    await rm(join(folder, 'gen_x', 'final.jpg'), { recursive: true });
    await put(store);
    await store.requireWritable();
  });

  it('a folder remains writable when a sender disconnects', async () => {
    const broken = new Readable({ read: () => void broken.destroy(new Error('gone')) });
    await expect(store.receive(broken, async () => {})).rejects.toThrow('gone');
    await store.requireWritable();
  });

  it('a folder is read-only when its permissions say so', async (context) => {
    const readOnly = join(outside, 'read-only');
    await mkdir(readOnly);
    const isMounted = mount(readOnly, 'ro');
    if (!isMounted && process.getuid?.() === 0) context.skip('needs to mount, or not to be root');
    if (!isMounted) await chmod(readOnly, 0o555);
    try {
      const there = createImageStore(createFolderObjects(readOnly));
      expect((await there.readHealth()).state).toBe('read_only');
      await expect(put(there)).rejects.toThrow('pictures cannot be stored');
    } finally {
      if (isMounted) unmount(readOnly);
      else await chmod(readOnly, 0o755);
    }
  });

  it('a folder is full when its disk is full', async (context) => {
    const small = join(outside, 'small');
    await mkdir(small);
    if (!mount(small, 'size=300k')) context.skip('needs to mount');
    try {
      const there = createImageStore(createFolderObjects(small), { freeMin: 0 });
      await there.requireWritable();
      await expect(put(there)).rejects.toEqual(unwritable('full'));
      await expect(there.requireWritable()).rejects.toEqual(unwritable('full'));
      expect(await there.get('gen_x/final.jpg')).toBeNull();
      const large = Readable.from([Buffer.alloc(500_000)]);
      const other = createImageStore(createFolderObjects(small), { freeMin: 0 });
      await expect(other.receive(large, async () => {})).rejects.toEqual(unwritable('full'));
    } finally {
      unmount(small);
    }
  });
});
