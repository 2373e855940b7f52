/** A bounded resource of this process: the rule of `shared/admission.ts` with time, progress and metrics. */
import { createAdmission, type Applicant, type Rest, type Size } from '@sachet/shared/admission';
import { resourceEvictions, resourceRefusals, resourceUsers } from './metrics.ts';

export interface ResourceOptions extends Size {
  /** The label of its metrics. */
  readonly name: string;
  /** The longest wait for a place; Infinity if the work is queued elsewhere. */
  readonly waitMs: number;
  /** The error of a refusal. */
  readonly busy: () => Error;
}

/** How far an entry is that depends on its user's connection. */
export interface Progress {
  /** Bytes or other units since the entry; null when its user can do nothing more. */
  readonly read: () => number | null;
  /** The announced number of units, or the most that there can be. */
  readonly total: number;
  /** The fewest units in 15 s, even if no applicant waits; 0 by default. */
  readonly leastIn15s?: number;
  /** Called when the entry has lost its place. */
  readonly evict: () => void;
}

export interface Entering {
  /** Aborted when the applicant no longer wants a place. */
  readonly signal?: AbortSignal;
  /** Without it, the entry is never evicted. */
  readonly progress?: Progress;
}

export interface Resource {
  /**
   * Resolves when there is a place, with the function that gives it back; calling it twice is harmless. Throws
   * the resource's error when too many wait, after `waitMs`, and when `signal` aborts.
   */
  enter(who: Applicant, given?: Entering): Promise<() => void>;
  /** Runs `work` in a place. */
  run<T>(who: Applicant, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
}

const lookEveryMs = 1_000;
/** The rate of an entry is that of the last seconds: an attacker sends most of a body fast, and then hardly anything. */
const looksForRate = 5;
const looksForStall = 15;
/** An entry is not judged before this number of looks. */
const looksBefore = 3;

interface Ticket extends Applicant {
  readonly progress: Progress | undefined;
  /** The progress at each look, the latest last. */
  readonly looks: (number | null)[];
  readonly admit: () => void;
  readonly refuse: () => void;
}

export function createResource(options: ResourceOptions): Resource {
  const { name, waitMs, busy } = options;
  let timer: NodeJS.Timeout | undefined;
  const note = (who: Applicant, state: 'using' | 'waiting', change: number) =>
    resourceUsers.inc({ resource: name, class: who.class, state }, change);

  const admission = createAdmission<Ticket>(options, {
    admit(ticket) {
      note(ticket, 'using', 1);
      if (ticket.progress) {
        ticket.looks.push(ticket.progress.read());
        timer ??= setInterval(look, lookEveryMs).unref();
      }
      ticket.admit();
    },
    refuse(ticket) {
      resourceRefusals.inc({ resource: name, class: ticket.class });
      ticket.refuse();
    },
    evict(ticket) {
      end(ticket);
      resourceEvictions.inc({ resource: name, class: ticket.class });
      ticket.progress!.evict();
    },
  });

  function end(ticket: Ticket): void {
    note(ticket, 'using', -1);
    if ([...admission.inside].some(({ progress }) => progress)) return;
    clearInterval(timer);
    timer = undefined;
  }

  function look(): void {
    for (const ticket of admission.inside) {
      const { progress, looks } = ticket;
      if (!progress) continue;
      looks.push(progress.read());
      if (looks.length > looksForStall + 1) looks.shift();
      const [first = null] = looks;
      const now = looks.at(-1)!;
      if (first === null || now === null || looks.length <= looksForStall) continue;
      if (now - first >= (progress.leastIn15s ?? 0)) continue;
      admission.leave(ticket);
      end(ticket);
      resourceEvictions.inc({ resource: name, class: ticket.class });
      progress.evict();
    }
    admission.relieve(toRest);
  }

  return {
    enter(who, { signal, progress } = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      let patience: NodeJS.Timeout | undefined;
      let isWaiting = false;
      const settle = () => {
        clearTimeout(patience);
        signal?.removeEventListener('abort', giveUp);
        if (isWaiting) note(who, 'waiting', -1);
        isWaiting = false;
      };
      const refuse = () => {
        settle();
        reject(busy());
      };
      const giveUp = () => {
        admission.leave(ticket);
        refuse();
      };
      let state: 'asking' | 'inside' | 'left' | 'refused' = 'asking';
      const ticket: Ticket = {
        uid: who.uid,
        network: who.network,
        class: who.class,
        looks: [],
        progress: progress && {
          ...progress,
          evict() {
            state = 'left';
            progress.evict();
          },
        },
        admit() {
          state = 'inside';
          settle();
          resolve(() => {
            if (state !== 'inside') return;
            state = 'left';
            admission.leave(ticket);
            end(ticket);
          });
        },
        refuse() {
          state = 'refused';
          refuse();
        },
      };
      if (signal?.aborted) return Promise.reject(busy());
      admission.ask(ticket);
      // `admit` and `refuse` have changed it.
      if ((state as string) !== 'asking') return promise;
      isWaiting = true;
      note(who, 'waiting', 1);
      signal?.addEventListener('abort', giveUp);
      if (waitMs !== Infinity) {
        patience = setTimeout(() => {
          resourceRefusals.inc({ resource: name, class: who.class });
          giveUp();
        }, waitMs);
      }
      admission.relieve(toRest);
      return promise;
    },
    async run(who, signal, work) {
      const leave = await this.enter(who, signal ? { signal } : {});
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

/** Null if the entry must stay. */
function toRest({ progress, looks }: Ticket): Rest | null {
  const now = looks.at(-1) ?? null;
  if (!progress || now === null || progress.read() === null) return null;
  const isTurnOver = looks.length > looksForStall;
  const left = progress.total - now;
  if (looks.length <= looksBefore || left <= 0) return { seconds: 0, isTurnOver };
  const seconds = Math.min(looksForRate, looks.length - 1);
  const rate = (now - looks.at(-1 - seconds)!) / seconds;
  return { seconds: left / Math.max(rate, 1), isTurnOver };
}
