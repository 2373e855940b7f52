/**
 * Whether pictures can be stored, asked before anything is paid for: a disk that is full is found out by
 * what was bought and cannot be kept.
 */
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export type StoreState = 'writable' | 'full' | 'read_only' | 'failing';

export interface StoreHealth {
  readonly state: StoreState;
  /** Null where the folder cannot be asked. */
  readonly freeBytes: number | null;
  /** Still writable, and not for long. */
  readonly isNearlyFull: boolean;
}

/** A picture cannot be stored. */
export class StoreUnwritable extends Error {
  readonly state: Exclude<StoreState, 'writable'>;

  constructor(state: Exclude<StoreState, 'writable'>, cause?: unknown) {
    super(`pictures cannot be stored: ${state}`, { cause });
    this.state = state;
  }
}

/** Room for what is on its way from providers in a few workers. */
const freeBytesMin = 256 * 1024 * 1024;
/** As the alert `ImagesNearlyFull` has it. */
const nearlyFullBytes = 2 * 1024 ** 3;
/** A probe is believed for this long. */
const believedMs = 5_000;
/** A disk that does not answer is as good as none. */
const answerTimeoutMs = 5_000;
/** A failed write makes the store unwritable for this long, even if probes succeed; doubled each time. */
const firstPauseMs = 10_000;
const longestPauseMs = 5 * 60_000;

const stateByCode: Record<string, StoreUnwritable['state']> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read_only',
  EACCES: 'read_only',
  EPERM: 'read_only',
};

export interface StoreWatch {
  /** As of a few seconds ago. */
  read(): Promise<StoreHealth>;
  /** Throws `StoreUnwritable` where a picture could not be stored now. */
  require(): Promise<void>;
  /** Runs a write of a picture. Throws `StoreUnwritable` where it fails. */
  write(work: () => Promise<void>): Promise<void>;
}

/** `probe` writes a few bytes to the folder. */
export function watchStore(
  folder: string,
  { probe, freeMin = freeBytesMin }: { probe: () => Promise<void>; freeMin?: number },
): StoreWatch {
  let known: { readonly atMs: number; readonly health: Promise<StoreHealth> } | undefined;
  let failure: StoreUnwritable['state'] | undefined;
  let pauseMs = firstPauseMs;
  let pausedUntilMs = 0;

  async function look(): Promise<StoreHealth> {
    let freeBytes: number | null = null;
    try {
      await probe();
      const { bavail, bsize } = await statfs(folder);
      freeBytes = bavail * bsize;
    } catch (error) {
      return { state: toState(error), freeBytes, isNearlyFull: false };
    }
    const state = freeBytes < freeMin ? 'full' : 'writable';
    return { state, freeBytes, isNearlyFull: freeBytes < nearlyFullBytes };
  }

  async function lookInTime(): Promise<StoreHealth> {
    const answered = new AbortController();
    const tooLate = sleep(answerTimeoutMs, undefined, answered).then(
      () => ({ state: 'failing', freeBytes: null, isNearlyFull: false }) as const,
    );
    tooLate.catch(() => {});
    return Promise.race([look(), tooLate]).finally(() => answered.abort());
  }

  async function read(): Promise<StoreHealth> {
    const nowMs = performance.now();
    if (!known || nowMs - known.atMs > believedMs) known = { atMs: nowMs, health: lookInTime() };
    const health = await known.health;
    const isPaused = failure !== undefined && performance.now() < pausedUntilMs;
    return isPaused && health.state === 'writable' ? { ...health, state: failure! } : health;
  }

  return {
    read,
    async require() {
      const { state } = await read();
      if (state !== 'writable') throw new StoreUnwritable(state);
    },
    async write(work) {
      try {
        await work();
        failure = undefined;
        pauseMs = firstPauseMs;
      } catch (error) {
        // Of several writes that fail together, one lengthens the pause.
        if (performance.now() >= pausedUntilMs) {
          pausedUntilMs = performance.now() + pauseMs;
          pauseMs = Math.min(2 * pauseMs, longestPauseMs);
        }
        failure = toState(error);
        known = undefined;
        throw new StoreUnwritable(failure, error);
      }
    },
  };
}

/** Whether the disk is at fault, of a write that may fail for other reasons too. */
export function isOfDisk(error: unknown): boolean {
  return ((error as NodeJS.ErrnoException).code ?? '') in stateByCode;
}

function toState(error: unknown): StoreUnwritable['state'] {
  return stateByCode[(error as NodeJS.ErrnoException).code ?? ''] ?? 'failing';
}
