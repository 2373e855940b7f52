import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';

/** A run of all tests takes 0.3 GB on two cores, more with more parallel tests. */
const room_bytes = 2 * 2 ** 30;

/** Every folder in which a run of the tests may have created its own folder. */
export const scratchParents: readonly string[] = existsSync(memory)
  ? [memory, tmpdir()]
  : [tmpdir()];

/**
 * The folder for a test run's databases and pictures: in memory if there is room. A database has 800 files,
 * and for each of them ext4 searches past all files that were deleted in the last minutes (`recently_deleted`
 * in fs/ext4/ialloc.c): copying a database takes 60 to 500 ms there, and 12 ms in memory.
 */
export function findScratchParent(
  free_bytes = Math.min(process.availableMemory() / 2, freeIn(memory)),
): string {
  return free_bytes < room_bytes ? tmpdir() : memory;
}

function freeIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
