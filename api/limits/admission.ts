/** Limits expensive work by user, network and process: a request begins, waits, or is refused. */
import { Refusal } from '../http/refusal.ts';

export interface AdmissionLimits {
  /** Places of this process; one user gets one at a time. */
  readonly atOnce: number;
  readonly atOncePerNetwork: number;
  /** Maximum of waiting requests, in the process and of one user. */
  readonly waiting: number;
  readonly waitingPerUser: number;
  readonly waitMs: number;
  /** The message of a refusal. */
  readonly busy?: string;
}

export interface Applicant {
  readonly uid: string;
  /** The network that the request comes from (`getNetwork`). */
  readonly network: string;
}

export interface Admission {
  /**
   * Resolves when this user's turn has come, with a function that ends the turn; calling it twice is
   * harmless. Throws a `Refusal` (429) when too many already wait, and when the turn does not come in time or
   * before `signal` aborts.
   */
  enter(who: Applicant, signal?: AbortSignal): Promise<() => void>;
  /** Whether a request waits only because all places of the process are taken. */
  isShort(): boolean;
}

interface Waiter extends Applicant {
  readonly admit: () => void;
  readonly refuse: () => void;
}

export function createAdmission({
  atOnce,
  atOncePerNetwork,
  waiting: waitingMax,
  waitingPerUser,
  waitMs,
  busy = 'Upload one picture at a time. Try again in a moment.',
}: AdmissionLimits): Admission {
  const tooManyAtOnce = () => new Refusal('rate_limited', busy, { retryAfterSeconds: 2 });
  const inside = new Map<string, Applicant>();
  let waiting: Waiter[] = [];
  const countInside = ({ network }: Applicant) => count([...inside.values()], network);
  const mayEnterNext = (who: Applicant) =>
    !inside.has(who.uid) && countInside(who) < atOncePerNetwork;
  const mayEnter = (who: Applicant) => inside.size < atOnce && mayEnterNext(who);

  function begin(who: Applicant): () => void {
    inside.set(who.uid, who);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      inside.delete(who.uid);
      // The network with the fewest places goes first: a crowd in one network does not keep others waiting.
      const next = waiting.filter(mayEnter).sort((a, b) => countInside(a) - countInside(b))[0];
      if (!next) return;
      waiting = waiting.filter((waiter) => waiter !== next);
      next.admit();
    };
  }

  /** Refuses the newest waiter of the network with the most waiters, if that is another network. */
  function makeRoomFor({ network }: Applicant): boolean {
    const numbers = new Map<string, number>();
    for (const waiter of waiting) {
      numbers.set(waiter.network, (numbers.get(waiter.network) ?? 0) + 1);
    }
    const [largest, most] = [...numbers].sort(([, a], [, b]) => b - a)[0]!;
    if (most <= (numbers.get(network) ?? 0) + 1) return false;
    waiting.findLast((waiter) => waiter.network === largest)!.refuse();
    return true;
  }

  return {
    async enter(who, signal) {
      if (signal?.aborted) throw tooManyAtOnce();
      if (mayEnter(who)) return begin(who);
      const waitingOfUser = waiting.filter(({ uid }) => uid === who.uid).length;
      if (waitingOfUser >= waitingPerUser) throw tooManyAtOnce();
      if (waiting.length >= waitingMax && !makeRoomFor(who)) throw tooManyAtOnce();
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting = waiting.filter((each) => each !== waiter);
          finish(() => reject(tooManyAtOnce()));
        };
        const timer = setTimeout(leave, waitMs);
        const finish = (end: () => void) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
          end();
        };
        const admit = () => finish(() => resolve(begin(who)));
        const waiter = { ...who, admit, refuse: leave };
        signal?.addEventListener('abort', leave);
        waiting.push(waiter);
      });
    },
    isShort: () => inside.size >= atOnce && waiting.some(mayEnterNext),
  };
}

function count(applicants: readonly Applicant[], network: string): number {
  return applicants.filter((each) => each.network === network).length;
}
