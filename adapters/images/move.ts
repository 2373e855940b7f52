/**
 * Moves pictures and exported files from the previous store to the new one while the product runs with both
 * (`joinStores`). Nothing is remembered between runs: what was moved is no longer in the previous store, so
 * an interrupted move continues when it is started again.
 *
 * | interrupted                  | then                                                        |
 * | ---------------------------- | ----------------------------------------------------------- |
 * | while an object is copied    | the new store has nothing of it; it is copied again         |
 * | before the source is deleted | both have it; the copy is verified again, then it is deleted |
 */
import { readChecksum, type ObjectStore } from './objects.ts';

export interface MoveOptions {
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  /** Folders whose names begin with a dot, which are moved too. */
  readonly hiddenFolders: readonly string[];
  /** The checksum that was kept when the object was stored. */
  readonly readExpected: (name: string) => Promise<Buffer | undefined>;
  readonly onProgress?: (progress: MoveProgress) => void;
  /** Ends the move after the objects in hand. */
  readonly signal: AbortSignal;
}

export interface MoveProgress {
  readonly all: number;
  /** Moved by this run, and deleted by the product in the meantime. */
  readonly done: number;
  readonly bytes: number;
}

export interface MoveResult extends MoveProgress {
  /** Objects whose bytes are not those of their checksum; they stay in the previous store. */
  readonly damaged: readonly string[];
}

const atOnce = 8;

/** Throws the first error of a store, when the objects in hand have ended. */
export async function movePictures(options: MoveOptions): Promise<MoveResult> {
  const { from, hiddenFolders, signal, onProgress } = options;
  const folders = ['', ...hiddenFolders];
  const progress = { all: 0, done: 0, bytes: 0 };
  for (const folder of folders) for await (const _ of from.list(folder)) progress.all += 1;
  const damaged: string[] = [];
  const failed = new AbortController();
  const ending = AbortSignal.any([signal, failed.signal]);
  for (const folder of folders) {
    const objects = from.list(folder)[Symbol.asyncIterator]();
    const work = async () => {
      while (!ending.aborted) {
        const next = await objects.next();
        if (next.done) return;
        const { name, bytes } = next.value;
        if ((await moveOne(options, name)) === 'damaged') damaged.push(name);
        else progress.done += 1;
        progress.bytes += bytes;
        onProgress?.(progress);
      }
    };
    const workers = Array.from({ length: atOnce }, () =>
      work().catch((error: unknown) => {
        failed.abort();
        throw error;
      }),
    );
    const ended = await Promise.allSettled(workers);
    const broken = ended.find(({ status }) => status === 'rejected');
    if (broken) throw (broken as PromiseRejectedResult).reason;
  }
  return { ...progress, damaged };
}

async function moveOne(
  { from, to, readExpected }: MoveOptions,
  name: string,
): Promise<'moved' | 'damaged'> {
  const source = await from.open(name);
  if (!source) return 'moved';
  const written = await to.putNew(name, source);
  // Asked after the copy: the product may have stored a newer picture with its checksum in the meantime.
  const expected = await readExpected(name);
  let copy = await readChecksum(to, name);
  if (!written && expected && copy && !copy.equals(expected)) {
    // A copy was there and is not what was stored. The source may be.
    const again = await from.open(name);
    if (again) await to.put(name, again);
    copy = await readChecksum(to, name);
  }
  if (!(await from.has(name))) {
    // The product deleted the picture, perhaps before our copy was there.
    await to.delete(name);
    return 'moved';
  }
  const right = expected ?? written?.sha256 ?? (await readChecksum(from, name));
  if (!right || !copy?.equals(right)) {
    // Only our own copy is removed; a copy that the product wrote has its own row.
    if (written) await to.delete(name);
    return 'damaged';
  }
  await from.delete(name);
  return 'moved';
}
