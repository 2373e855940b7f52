/** Objects as files of a folder. */
import { randomUUID } from 'node:crypto';
import {
  access,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import { Readable } from 'node:stream';
import { sha256Of, writeHashed, type ObjectStore, type Written } from './objects.ts';

/** The name begins with a dot, so no key can read it. */
const probeName = '.probe';
const probeBytes = Buffer.alloc(4096);

export function createFolderObjects(folder: string): ObjectStore {
  const incoming = join(folder, '.incoming');
  const toPath = (name: string) => join(folder, name);
  async function put(name: string, source: Uint8Array | Readable): Promise<Written> {
    const path = toPath(name);
    if (source instanceof Readable) {
      await mkdir(incoming, { recursive: true });
      const temporary = join(incoming, randomUUID());
      return putFile(temporary, path, () => writeHashed(temporary, source));
    }
    await mkdir(dirname(path), { recursive: true });
    const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
    return putFile(temporary, path, async () => {
      await writeFile(temporary, source, { flag: 'wx', flush: true });
      return { bytes: source.length, sha256: sha256Of(source) };
    });
  }
  return {
    put,
    read: (name) => readFile(toPath(name)).catch(nullIf('ENOENT')),
    async open(name) {
      const file = await open(toPath(name)).catch(nullIf('ENOENT'));
      return file && file.createReadStream();
    },
    async withFile(name, work) {
      if (!(await exists(toPath(name)))) return false;
      await work(toPath(name));
      return true;
    },
    delete: (name) => rm(toPath(name), { force: true }),
    deleteBelow: (below) => rm(toPath(below), { recursive: true, force: true }),
    async *list(below) {
      const top = toPath(below);
      const entries = await opendir(top, { recursive: true }).catch(nullIf('ENOENT'));
      if (!entries) return;
      for await (const entry of entries) {
        const path = join(entry.parentPath, entry.name).slice(top.length + Number(below !== ''));
        const name = path.split(sep).filter(Boolean).join(posix.sep);
        if (!entry.isFile() || isHidden(name)) continue;
        const full = below === '' ? name : posix.join(below, name);
        const found = await stat(toPath(full)).catch(nullIf('ENOENT'));
        if (found) yield { name: full, bytes: found.size, storedAt: found.mtime };
      }
    },
    async probe() {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, probeName), probeBytes, { flush: true });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    probeLastsMs: 5_000,
    incoming,
  };
}

export const isHidden = (name: string): boolean => /(?:^|\/)\./.test(name);

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * A crash leaves the old file or the new one, never half of it: the bytes are first written to disk under
 * another name, which no name of an object can be.
 */
async function putFile(
  temporary: string,
  path: string,
  write: () => Promise<Written>,
): Promise<Written> {
  try {
    const written = await write();
    await mkdir(dirname(path), { recursive: true });
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return written;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Without this, a power failure could undo the rename itself. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and makes the rename durable on its own.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function nullIf(code: string): (error: NodeJS.ErrnoException) => null {
  return (error) => {
    if (error.code === code) return null;
    throw error;
  };
}
