/** Stores the files of exports in a folder that API and workers share. A bucket could replace the folder. */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: Buffer;
}

/**
 * Identifies one attempt of an export's row: a worker that only seemed dead cannot replace the file of the
 * next attempt.
 */
export interface Attempt {
  readonly id: string;
  readonly attempt: number;
}

export interface ExportFiles {
  /**
   * Stores the whole file or, after a crash, none. If `source` throws, stores no file and throws the same
   * error.
   */
  write(of: Attempt, source: AsyncIterable<string>): Promise<WrittenFile>;
  /** The path of a file that was written and not deleted since. */
  path(of: Attempt): string;
  /** Deletes the files of all attempts. */
  delete(id: string): Promise<void>;
  /**
   * Deletes files older than `before`: incomplete files of crashes, and complete files that should have been
   * deleted.
   */
  sweep(before: Date): Promise<void>;
}

const idPattern = /^exp_[0-9a-z]{18}$/;

export function createExportFiles({ folder }: { folder: string }): ExportFiles {
  const path = ({ id, attempt }: Attempt) => {
    if (!idPattern.test(id)) throw new TypeError(`Not an export: ${JSON.stringify(id)}`);
    return join(folder, `${id}.${attempt}`);
  };
  const list = () => readdir(folder).catch(emptyIfMissing);
  const remove = (name: string) => rm(join(folder, name), { force: true });
  return {
    path,
    async write(of, source) {
      await mkdir(folder, { recursive: true });
      const part = `${path(of)}.part`;
      try {
        const written = await writeWhole(part, source);
        await rename(part, path(of));
        return written;
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async delete(id) {
      for (const name of await list()) if (name.startsWith(`${id}.`)) await remove(name);
    },
    async sweep(before) {
      for (const name of await list()) {
        const file = await stat(join(folder, name)).catch(() => null);
        if (file && file.mtime < before) await remove(name);
      }
    },
  };
}

function emptyIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function writeWhole(path: string, source: AsyncIterable<string>): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const text of source) {
      const chunk = Buffer.from(text);
      hash.update(chunk);
      bytes += chunk.length;
      await file.write(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest() };
}
