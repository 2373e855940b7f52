/**
 * The one way to write money. Commands that wait at the same moment join one transaction: lock the
 * wallets in id order, read what the decisions need, decide here, write, commit. Each command gets
 * its own outcome; one that is refused, repeated or broken never harms its neighbours.
 */
import type { CompiledQuery } from 'kysely';
import { isWellFormed, type Command, type RefusalCode } from '@sachet/shared/ledger/command';
import { violatedConstraint } from '../constraint.ts';
import { commitBatch, type BatchedCommand } from './batch.ts';
import { createConnection, LedgerUnavailable, type ConnectionOptions } from './connection.ts';
import { positionsPerBlock } from './open.ts';
import type { Outcome } from './outcome.ts';
import type { StoredEvent } from './rows.ts';

export interface Ledger {
  /**
   * Appends the event that `command` becomes, or says why not. `also` runs in the same transaction,
   * and only when the command is accepted for the first time. Throws LedgerUnavailable, or what the
   * database says of a statement in `also`.
   */
  append(command: Command, also?: readonly CompiledQuery[]): Promise<Outcome>;
  /** Resolves when every command in hand has its outcome and the connection is closed. */
  close(): Promise<void>;
}

export interface LedgerOptions extends ConnectionOptions {
  /** Commands in one transaction, at most. */
  readonly maxBatch?: number;
  /** Commands that may wait; more are refused with `ledger_busy`. */
  readonly maxWaiting?: number;
}

interface Waiting extends BatchedCommand {
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export function createLedger(options: LedgerOptions): Ledger {
  const { maxWaiting = 20_000 } = options;
  const maxBatch = Math.min(options.maxBatch ?? 500, positionsPerBlock);
  const connection = createConnection(options);
  const waiting: Waiting[] = [];
  let inFlight: Promise<void> | null = null;
  let closing = false;

  async function resolveBatch(batch: readonly Waiting[], carefully = false): Promise<void> {
    const tried: StoredEvent[] = [];
    try {
      const outcomes = await connection.transaction((open) =>
        commitBatch(open, batch, tried, carefully),
      );
      batch.forEach((each, i) => each.resolve(outcomes[i]!));
    } catch (error) {
      const isOver = error instanceof LedgerUnavailable;
      // One of them may have been accepted before.
      if (!carefully && !isOver) return resolveBatch(batch, true);
      if (batch.length > 1 && !isOver) {
        // One of them is broken: each is tried alone, so that it harms no other.
        for (const each of batch) await resolveBatch([each], true);
        return;
      }
      const refusal = toRefusalCode(error);
      for (const each of batch) {
        if (refusal) each.resolve({ ok: false, refusal });
        else each.reject(error);
      }
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await resolveBatch(waiting.splice(0, maxBatch));
    inFlight = null;
  }

  return {
    append(command, also = []) {
      if (closing) return Promise.reject(new LedgerUnavailable('the ledger is closing'));
      if (!isWellFormed(command)) return Promise.resolve({ ok: false, refusal: 'command_invalid' });
      if (waiting.length >= maxWaiting) {
        return Promise.resolve({ ok: false, refusal: 'ledger_busy' });
      }
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
      waiting.push({ command, also, resolve, reject });
      inFlight ??= Promise.resolve().then(drain);
      return promise;
    },
    async close() {
      closing = true;
      await inFlight;
      await connection.close();
    },
  };
}

/** The refusal for a violation that another process caused in another wallet at the same moment. */
function toRefusalCode(error: unknown): RefusalCode | null {
  switch (violatedConstraint(error)) {
    case 'ledger_event_payment_credited':
      return 'payment_already_credited';
    case 'ledger_event_hold_once':
      return 'hold_exists';
    default:
      return null;
  }
}
