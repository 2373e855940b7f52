/** Stores the files of exports where the pictures are, which API and workers share. */
import { Readable } from 'node:stream';
import type { ObjectStore, Written } from '@sachet/adapters/images/objects';

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
  write(of: Attempt, source: AsyncIterable<string>): Promise<Written>;
  /** Runs `work` on the path of a file that was written. False if it was deleted since. */
  withFile(of: Attempt, work: (path: string) => Promise<void>): Promise<boolean>;
  /** Deletes the files of all attempts. */
  delete(id: string): Promise<void>;
  /** Deletes files older than `before`, which should have been deleted. */
  sweep(before: Date): Promise<void>;
}

const idPattern = /^exp_[0-9a-z]{18}$/;

/** The name begins with a dot, so no picture's key can ever read a file in it. */
const exportsFolder = '.exports';

export function createExportFiles(objects: ObjectStore): ExportFiles {
  const toName = ({ id, attempt }: Attempt) => {
    if (!idPattern.test(id)) throw new TypeError(`Not an export: ${JSON.stringify(id)}`);
    return `${exportsFolder}/${id}.${attempt}`;
  };
  return {
    write: async (of, source) => objects.put(toName(of), Readable.from(toChunks(source))),
    withFile: async (of, work) => objects.withFile(toName(of), work),
    async delete(id) {
      for await (const { name } of objects.list(exportsFolder)) {
        if (name.startsWith(`${exportsFolder}/${id}.`)) await objects.delete(name);
      }
    },
    async sweep(before) {
      for await (const { name, storedAt } of objects.list(exportsFolder)) {
        if (storedAt < before) await objects.delete(name);
      }
    },
  };
}

async function* toChunks(source: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of source) yield Buffer.from(text);
}
