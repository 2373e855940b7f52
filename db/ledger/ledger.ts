/**
 * The only way to write money. Commands that wait at the same moment share one transaction: it locks the
 * wallets in id order, reads what the decisions need, and commits the events that this process has decided.
 * If this process remembers everything that the commands need, they are decided immediately, and the write
 * checks the assumptions; one batch commits while the next is decided and sent. Each command gets its own
 * outcome; a refused, repeated or failing command never affects the others.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isWellFormed, type Command, type RefusalCode } from '@sachet/shared/ledger/command';
import { violatedConstraint } from '../constraint.ts';
import {
  Blocked,
  decideFromMemory,
  decideUnderLock,
  isLockRefused,
  sendBatch,
  type Also,
  type BatchedCommand,
  type Decided,
} from './batch.ts';
import {
  createConnection,
  isStale,
  type Connection,
  type ConnectionOptions,
} from './connection.ts';
import { createMemory, positionsPerBlock } from './memory.ts';
import type { Outcome } from './outcome.ts';
import type { StoredEvent } from './rows.ts';
import { LedgerUnavailable } from './unavailable.ts';

export interface Ledger {
  /**
   * Appends the event for `command`, or returns why not. `also` runs in the same transaction, and only when
   * the command is accepted for the first time; a function gets the event and must not throw. A statement does
   * not wait for locks: if another transaction holds one, the command is repeated, and refused with
   * `ledger_busy` after ten seconds. Throws
   * LedgerUnavailable, or the database's error for a statement in `also`.
   */
  append(command: Command, also?: Also): Promise<Outcome>;
  /** Resolves when every pending command has its outcome and the connection is closed. */
  close(): Promise<void>;
}

/** Receives the outcomes of commands after their callers. Must not throw. */
export interface LedgerObserver {
  /** Called once for all commands that were answered together. */
  answered(commands: readonly { readonly waitMs: number; readonly refusal?: RefusalCode }[]): void;
  /** Called when a transaction is retried because another process wrote one of its wallets. */
  conflicted(): void;
}

export interface LedgerOptions extends ConnectionOptions {
  readonly observer?: LedgerObserver;
  /** Commands that may wait; more are refused with `ledger_busy`. */
  readonly maxWaiting?: number;
  /** How long a command is repeated that meets locks of other transactions, before `ledger_busy`. */
  readonly repeatWithinMs?: number;
}

interface Waiting extends BatchedCommand {
  readonly sinceMs: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** More concurrent batches would each be smaller, and no command would be answered sooner. */
const maxInFlight = 2;
/** The most commands in one transaction. */
const maxBatch = Math.min(500, positionsPerBlock);
/** Fewer waiting commands than this are sent in one transaction, not in two. */
const worthHalving = 16;

export function createLedger(options: LedgerOptions): Ledger {
  const { maxWaiting = 20_000, repeatWithinMs = 10_000, observer } = options;
  const memory = createMemory();
  const connection = createConnection({ ...options, connected: memory.clear });
  const waiting: Waiting[] = [];
  /** Commands that met a lock, until they wait again. */
  const postponed = new Set<Promise<void>>();
  const inFlight = new Set<Promise<void>>();
  let isScheduled = false;
  let closing = false;

  /** Starts the next batch after callers that were just answered had time to send more. */
  function schedule(): void {
    if (isScheduled || waiting.length === 0 || inFlight.size >= maxInFlight) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const flight = resolveNext().finally(() => {
        inFlight.delete(flight);
        schedule();
      });
      inFlight.add(flight);
    });
  }

  /** Takes half of the waiting commands if the other half can be decided while the first is written. */
  function takeBatch(): Waiting[] {
    const { length } = waiting;
    const isAlone = inFlight.size < maxInFlight;
    return waiting.splice(
      0,
      Math.min(maxBatch, isAlone && length >= worthHalving ? Math.ceil(length / 2) : length),
    );
  }

  async function resolveNext(): Promise<void> {
    const ahead = [...inFlight];
    let batch: Waiting[] = [];
    const unconfirmed: StoredEvent[] = [];
    let error: unknown;
    try {
      const outcomes = await connection.attempt(async (open) => {
        batch = takeBatch();
        const decided = decideFromMemory(memory, batch);
        if (!decided) return null;
        waiting.unshift(...batch.splice(decided.outcomes.length));
        const sent = await send(open, decided, unconfirmed);
        schedule();
        return sent;
      });
      if (outcomes) return tell(batch, outcomes);
    } catch (thrown) {
      error = thrown;
      forget(batch);
      if (isStale(error)) {
        unconfirmed.length = 0;
        observer?.conflicted();
      } else if (error instanceof Blocked) {
        unconfirmed.length = 0;
        postpone(batch, error.by);
        error = undefined;
        if (batch.length === 0) return;
      }
    }
    // The batch ahead took all waiting commands; later ones may be decided from memory.
    if (!error && batch.length === 0) return;
    // Earlier commands stay first, even when they are retried.
    await Promise.all(ahead);
    if (!error || batch.length === 0) batch.push(...waiting.splice(0, maxBatch - batch.length));
    // One of the commands may be a repetition, unless the reason of the failure is known.
    if (batch.length > 0)
      await resolveUnderLock(batch, unconfirmed, error !== undefined && !isStale(error));
  }

  async function resolveUnderLock(
    batch: readonly Waiting[],
    unconfirmed: StoredEvent[],
    looksUpKeys: boolean,
  ): Promise<void> {
    try {
      const outcomes = await connection.transaction(async (open) => {
        const how = { looksUpKeys: looksUpKeys || unconfirmed.length > 0, unconfirmed };
        return send(open, await decideUnderLock(open, memory, batch, how), unconfirmed);
      });
      tell(batch, outcomes!);
    } catch (error) {
      forget(batch);
      if (error instanceof Blocked) {
        const rest = [...batch];
        postpone(rest, error.by);
        return rest.length > 0 ? resolveUnderLock(rest, [], looksUpKeys) : undefined;
      }
      const isOver = error instanceof LedgerUnavailable;
      if (batch.length === 1 && isLockRefused(error)) return postpone([...batch], batch[0]!);
      if (!looksUpKeys && !isOver) return resolveUnderLock(batch, [], true);
      if (batch.length > 1 && !isOver) {
        // One of the commands fails: each is tried alone, so that it does not affect the others.
        for (const each of batch) await resolveUnderLock([each], [], true);
        return;
      }
      const refusal = toRefusalCode(error);
      for (const each of batch) {
        if (refusal) each.resolve({ ok: false, refusal });
        else each.reject(error);
      }
    }
  }

  /** Takes the command out of the batch. It waits again a moment later, behind commands that arrived since. */
  function postpone(batch: Waiting[], by: BatchedCommand): void {
    const [blocked] = batch.splice(batch.indexOf(by as Waiting), 1);
    const waitedMs = performance.now() - blocked!.sinceMs;
    if (waitedMs > repeatWithinMs) return tell([blocked!], [{ ok: false, refusal: 'ledger_busy' }]);
    const pause = sleep(Math.min(500, 10 + waitedMs / 4)).then(() => {
      postponed.delete(pause);
      waiting.push(blocked!);
      schedule();
    });
    postponed.add(pause);
  }

  function tell(batch: readonly Waiting[], outcomes: readonly Outcome[]): void {
    batch.forEach((each, i) => each.resolve(outcomes[i]!));
    const nowMs = performance.now();
    observer?.answered(
      batch.map(({ sinceMs }, i) => {
        const outcome = outcomes[i]!;
        const waitMs = nowMs - sinceMs;
        return outcome.ok ? { waitMs } : { waitMs, refusal: outcome.refusal };
      }),
    );
  }

  function send(open: Connection, decided: Decided, unconfirmed: StoredEvent[]) {
    unconfirmed.push(...decided.book.recorded);
    return sendBatch(open, memory, decided);
  }

  const forget = (batch: readonly Waiting[]) => memory.forget(batch.map(({ command }) => command));

  return {
    append(command, also = []) {
      if (closing) return Promise.reject(new LedgerUnavailable('the ledger is closing'));
      if (!isWellFormed(command)) return Promise.resolve({ ok: false, refusal: 'command_invalid' });
      if (waiting.length + postponed.size >= maxWaiting) {
        return Promise.resolve({ ok: false, refusal: 'ledger_busy' });
      }
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
      waiting.push({ command, also, sinceMs: performance.now(), resolve, reject });
      schedule();
      return promise;
    },
    async close() {
      closing = true;
      do {
        await nextTurn();
        await Promise.all([...inFlight, ...postponed]);
      } while (waiting.length + postponed.size > 0);
      await connection.close();
    },
  };
}

/** The refusal for a violation that a concurrent process caused in another wallet. */
function toRefusalCode(error: unknown): RefusalCode | null {
  switch (violatedConstraint(error)) {
    case 'ledger_event_payment_credited':
      return 'payment_already_credited';
    case 'ledger_event_hold_placed':
      return 'hold_exists';
    // Two keys have the same digest. It is not a repetition: those were looked for and would have been
    // answered.
    case 'ledger_event_key':
      return 'idempotency_conflict';
    default:
      return null;
  }
}
