/**
 * Whether pictures can be stored. This is checked before a provider is paid; otherwise a full disk would be
 * found only when a bought picture is stored.
 */
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export type StoreState = 'writable' | 'full' | 'read_only' | 'failing';

export interface StoreHealth {
  readonly state: StoreState;
  /** Null if the folder does not answer. */
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
/** How long the result of a probe is used. */
const believedMs = 5_000;
/** A disk that does not answer counts as unusable. */
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
  /** The state as of a few seconds ago. */
  read(): Promise<StoreHealth>;
  /** Throws `StoreUnwritable` if a picture could not be stored now. */
  require(): Promise<void>;
  /** Runs a write of a picture. Throws `StoreUnwritable` if it fails. */
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
  return stateByCode[(error as NodeJS.ErrnoException).code ?? ''] ?? 'failing';
}
