/** Checks whether a store can store pictures before a server uses it. */
import { access, constants } from 'node:fs/promises';
import { parseImageStore, type StorePlace } from '@sachet/shared/configuration/image-store';
import type { SetupProblem } from '@sachet/shared/configuration/setup-problem';
import { openPlace } from './open-objects.ts';
import { createImageStore } from './store.ts';
import type { StoreHealth } from './store-state.ts';

export interface StoreFacts extends StoreHealth {
  readonly isBucket: boolean;
  /** The account of this process may not write to the folder. */
  readonly isForbidden: boolean;
  /** A folder that does not exist and was not created. */
  readonly missingFolder?: string | undefined;
}

/** Never throws. With `mayCreate`, creates a folder that does not exist. */
export async function readStoreFacts(
  setting: string,
  { mayCreate }: { mayCreate: boolean },
): Promise<StoreFacts> {
  const place = parseImageStore(setting);
  const missingFolder = mayCreate ? undefined : await findMissingFolder(place);
  if (missingFolder !== undefined) {
    const health = { state: 'failing', freeBytes: null, isNearlyFull: false } as const;
    return { ...health, isBucket: false, isForbidden: false, missingFolder };
  }
  const health = await createImageStore(openPlace(place)).readHealth();
  return { ...health, isBucket: 'bucket' in place, isForbidden: await isForbidden(place, health) };
}

/** A misspelt folder would otherwise be created, and the pictures of the right one would seem lost. */
export async function findMissingFolder(place: StorePlace): Promise<string | undefined> {
  if ('bucket' in place) return undefined;
  return access(place.folder).then(
    () => undefined,
    ({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? place.folder : undefined),
  );
}

async function isForbidden(place: StorePlace, { state }: StoreHealth): Promise<boolean> {
  if (state !== 'read_only' || 'bucket' in place) return false;
  const code = await access(place.folder, constants.W_OK).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  return code !== 'EROFS';
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
export function checkStore({
  state,
  isBucket,
  isNearlyFull,
  isForbidden,
  missingFolder,
}: StoreFacts): SetupProblem[] {
  if (missingFolder !== undefined) {
    return [
      {
        level: 'error',
        problem: `IMAGE_STORE: the folder ${missingFolder} does not exist`,
        remedy: 'Correct its name, mount its disk, or create it for the account of API and worker.',
      },
    ];
  }
  if (isForbidden) {
    return [
      {
        level: 'error',
        problem: 'IMAGE_STORE: this account may not write there',
        remedy: 'Make the folder writable for the account that runs API and worker.',
      },
    ];
  }
  if (state !== 'writable') {
    return [
      {
        level: 'error',
        problem: `IMAGE_STORE: the ${isBucket ? 'bucket' : 'disk'} ${problemOfState[state]}`,
        remedy: isBucket
          ? 'Check the bucket and its name, AWS_ENDPOINT_URL_S3, AWS_REGION and the keys, which must allow reading, writing, listing and deleting. Until then no picture is sold.'
          : 'Free space or repair the disk. Until then no picture is sold.',
        isTemporary: true,
      },
    ];
  }
  if (!isNearlyFull) return [];
  return [
    {
      level: 'warning',
      problem: 'IMAGE_STORE: less than 2 GiB is free for pictures',
      remedy: 'Enlarge the disk, or free space on it.',
    },
  ];
}
