/** Limits expensive work by user and by process: a request begins, waits, or is refused. */
import { Refusal } from './refusal.ts';

export interface AdmissionLimits {
  /** Of one process; of one user it is always one at a time. */
  readonly atOnce: number;
  /** Of one process, and of one user. */
  readonly waiting: number;
  readonly waitingPerUser: number;
  readonly waitMs: number;
}

export interface Admission {
  /**
   * Resolves with a function that ends the turn when this user's turn has come; calling it twice is
   * harmless. Throws a `Refusal` (429) when too many wait already, and when the turn does not come in
   * time or before `signal` aborts.
   */
  enter(uid: string, signal?: AbortSignal): Promise<() => void>;
}

interface Waiter {
  readonly uid: string;
  readonly admit: () => void;
}

export function createAdmission({
  atOnce,
  waiting: waitingMax,
  waitingPerUser,
  waitMs,
}: AdmissionLimits): Admission {
  const inside = new Set<string>();
  const waiting: Waiter[] = [];
  const mayEnter = (uid: string) => inside.size < atOnce && !inside.has(uid);

  function begin(uid: string): () => void {
    inside.add(uid);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      inside.delete(uid);
      const next = waiting.findIndex((waiter) => mayEnter(waiter.uid));
      if (next >= 0) waiting.splice(next, 1)[0]!.admit();
    };
  }

  return {
    async enter(uid, signal) {
      if (signal?.aborted) throw tooManyAtOnce();
      if (mayEnter(uid)) return begin(uid);
      const waitingOfUser = waiting.filter((waiter) => waiter.uid === uid).length;
      if (waitingOfUser >= waitingPerUser || waiting.length >= waitingMax) throw tooManyAtOnce();
      return new Promise((resolve, reject) => {
        const leave = () => {
          const at = waiting.indexOf(waiter);
          if (at >= 0) waiting.splice(at, 1);
          finish(() => reject(tooManyAtOnce()));
        };
        const timer = setTimeout(leave, waitMs);
        const finish = (end: () => void) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
          end();
        };
        const waiter = { uid, admit: () => finish(() => resolve(begin(uid))) };
        signal?.addEventListener('abort', leave);
        waiting.push(waiter);
      });
    },
  };
}

function tooManyAtOnce(): Refusal {
  return new Refusal('rate_limited', 'One picture at a time, please. Try again in a moment.', {
    retryAfterSeconds: 2,
  });
}
