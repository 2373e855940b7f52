/**
 * Whether pictures can be stored. This is checked before a provider is paid; otherwise a full disk would be
 * found only when a bought picture is stored.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '@sachet/shared/time';
import { readStatus } from './objects.ts';

export type StoreState = 'writable' | 'full' | 'read_only' | 'failing';

export interface StoreHealth {
  readonly state: StoreState;
  /** Null for a bucket, and if the folder does not answer. */
  readonly freeBytes: number | null;
  /** Still writable, but with little space left. */
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

/** Room for the pictures that providers are about to send to a few workers. */
const freeBytesMin = 256 * 1024 * 1024;
/** The same figure as in the alert `ImagesNearlyFull`. */
const nearlyFullBytes = 2 * 1024 ** 3;
/** A disk or bucket that does not answer counts as unusable. */
const answerTimeoutMs = 5_000;
/** A failed write makes the store unwritable for this long, even if probes succeed; doubled each time. */
const firstPauseMs = 10_000;
const longestPauseMs = 5 * minuteMs;

const stateByCode: Record<string, StoreUnwritable['state']> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read_only',
  EACCES: 'read_only',
  EPERM: 'read_only',
};
/** The statuses of a bucket without permission and without room. */
const stateByStatus: Record<number, StoreUnwritable['state']> = { 403: 'read_only', 507: 'full' };

export interface StoreWatch {
  /** The state as of a few seconds ago. */
  read(): Promise<StoreHealth>;
  /** Throws `StoreUnwritable` if a picture could not be stored now. */
  require(): Promise<void>;
  /** Runs a write of a picture. Throws `StoreUnwritable` if it fails. */
  write<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * `probe` writes a few bytes and returns the free space, null without a limit. Its result is used for
 * `probeLastsMs`.
 */
export function watchStore({
  probe,
  probeLastsMs,
  freeMin = freeBytesMin,
}: {
  probe: () => Promise<number | null>;
  probeLastsMs: number;
  freeMin?: number;
}): StoreWatch {
  let known: { readonly atMs: number; readonly health: Promise<StoreHealth> } | undefined;
  let failure: StoreUnwritable['state'] | undefined;
  let pauseMs = firstPauseMs;
  let pausedUntilMs = 0;

  async function look(): Promise<StoreHealth> {
    let freeBytes: number | null;
    try {
      freeBytes = await probe();
    } catch (error) {
      return { state: toState(error), freeBytes: null, isNearlyFull: false };
    }
    if (freeBytes === null) return { state: 'writable', freeBytes, isNearlyFull: false };
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
    if (!known || nowMs - known.atMs > probeLastsMs) known = { atMs: nowMs, health: lookInTime() };
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
        const result = await work();
        failure = undefined;
        pauseMs = firstPauseMs;
        return result;
      } catch (error) {
        // Concurrent failed writes extend the pause only once.
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

/** Whether the disk caused the error of a write, which may also fail for other reasons. */
export function isOfDisk(error: unknown): boolean {
  return ((error as NodeJS.ErrnoException).code ?? '') in stateByCode;
}

function toState(error: unknown): StoreUnwritable['state'] {
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  return stateByCode[code] ?? stateByStatus[readStatus(error) ?? 0] ?? 'failing';
}
