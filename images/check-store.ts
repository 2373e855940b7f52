/** Checks whether a folder can store pictures before a server uses it. */
import { access, constants } from 'node:fs/promises';
import type { SetupProblem } from '@sachet/shared/setup-problem';
import { createFolderStore } from './store.ts';
import type { StoreHealth } from './store-state.ts';

export interface StoreFacts extends StoreHealth {
  /** The account of this process may not write there. */
  readonly isForbidden: boolean;
}

/** Never throws. Creates the folder, as a server would. */
export async function readStoreFacts(folder: string): Promise<StoreFacts> {
  const health = await createFolderStore({ folder }).readHealth();
  if (health.state !== 'read_only') return { ...health, isForbidden: false };
  const code = await access(folder, constants.W_OK).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  return { ...health, isForbidden: code !== 'EROFS' };
}

const problemOfState = {
  full: 'has no room for pictures',
  read_only: 'is read-only',
  failing: 'cannot be written',
} as const;

/**
 * Without room for pictures a server can do all other work, so that problem is temporary. A folder that this
 * account may never write is a permanent error.
 */
export function checkStore({ state, isNearlyFull, isForbidden }: StoreFacts): SetupProblem[] {
  if (isForbidden) {
    return [
      {
        level: 'error',
        problem: 'IMAGE_FOLDER: this account may not write there',
        remedy: 'Make the folder writable for the account that runs API and worker.',
      },
    ];
  }
  if (state !== 'writable') {
    return [
      {
        level: 'error',
        problem: `IMAGE_FOLDER: the disk ${problemOfState[state]}`,
        remedy: 'Free space or repair the disk. Until then no picture is sold.',
        isTemporary: true,
      },
    ];
  }
  if (!isNearlyFull) return [];
  return [
    {
      level: 'warning',
      problem: 'IMAGE_FOLDER: less than 2 GiB is free for pictures',
      remedy: 'Enlarge the disk, or free space on it.',
    },
  ];
}
