/**
 * The one way to write money. Commands that wait at the same moment join one transaction: lock the
 * wallets in id order, read what the decisions need, decide here, write, commit. Each command gets
 * its own outcome; one that is refused, repeated or broken never harms its neighbours.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { CompiledQuery } from 'kysely';
import { isWellFormed, type Command, type RefusalCode } from '@sachet/shared/ledger/command';
import { typeParsers } from '../connect.ts';
import { violatedConstraint } from '../constraint.ts';
import { compositeKey, requestHash, applyCommand, type Book } from './book.ts';
import type { Outcome } from './outcome.ts';
import type { StoredEvent } from './rows.ts';
import { loadBatch, positionsPerBlock } from './open.ts';
import { readWriteTypes, persistBatch, type WriteTypes } from './write.ts';

/** The database could not be reached in time; the command's key tells whether it committed. */
export class LedgerUnavailable extends Error {
  override name = 'LedgerUnavailable';
}

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

export interface LedgerOptions {
  readonly connectionString: string;
  /** Over the connection's defaults. */
  readonly connection?: pg.ClientConfig;
  /** Commands in one transaction, at most. */
  readonly maxBatch?: number;
  /** Commands that may wait; more are refused with `ledger_busy`. */
  readonly maxWaiting?: number;
  /** How long to try to reach the database again before giving up, in milliseconds. */
  readonly reconnectWithinMs?: number;
}

interface Connection {
  readonly db: pg.Client;
  readonly types: WriteTypes;
}

interface Waiting {
  readonly command: Command;
  readonly also: readonly CompiledQuery[];
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Rows are found by their keys, however the planner's statistics stand that day: a plan is kept, and
 * one made for three rows may have to serve three million.
 */
const sessionOptions = [
  ...['seqscan', 'hashjoin', 'mergejoin', 'sort', 'incremental_sort', 'material', 'memoize'].map(
    (way) => `enable_${way}=off`,
  ),
  'plan_cache_mode=force_generic_plan',
  'jit=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

export function createLedger(options: LedgerOptions): Ledger {
  const { maxWaiting = 20_000, reconnectWithinMs = 30_000 } = options;
  const maxBatch = Math.min(options.maxBatch ?? 500, positionsPerBlock);
  const waiting: Waiting[] = [];
  let connection: Connection | null = null;
  let inFlight: Promise<void> | null = null;
  let closing = false;

  async function connected(): Promise<Connection> {
    if (connection) return connection;
    const fresh = new pg.Client({
      connectionString: options.connectionString,
      types: typeParsers,
      pipeline: true,
      options: sessionOptions,
      application_name: 'sachet-ledger',
      connectionTimeoutMillis: 5_000,
      statement_timeout: 30_000,
      query_timeout: 35_000,
      idle_in_transaction_session_timeout: 30_000,
      ...options.connection,
    });
    fresh.on('error', () => drop(fresh));
    fresh.on('end', () => drop(fresh));
    try {
      await fresh.connect();
      connection = { db: fresh, types: await readWriteTypes(fresh) };
    } catch (cause) {
      drop(fresh);
      throw new ConnectionLost('the database cannot be reached', { cause });
    }
    return connection;
  }

  function drop(broken: pg.Client): void {
    if (connection?.db === broken) connection = null;
    broken.end().catch(() => {});
  }

  /**
   * One transaction. Throws without having told anybody anything. `tried` holds what earlier attempts
   * wrote whose end nobody heard of, and then this one's.
   */
  async function attempt(batch: readonly Waiting[], tried: StoredEvent[]): Promise<Outcome[]> {
    const { db, types } = await connected();
    try {
      const begun = db.query('begin');
      begun.catch(() => {});
      const commands = batch.map((each) => each.command);
      const reading = loadBatch(db, commands);
      // While the database reads.
      const requestHashes = commands.map(requestHash);
      const book = await reading;
      const { outcomes, alongside } = decideAll(book, batch, requestHashes, tried);
      const sent = alongside.map(({ sql, parameters }) => db.query(sql, parameters as unknown[]));
      // A statement that the driver could not even send does not abort the transaction: with a
      // COMMIT right behind it, half a batch would come true. The ledger's own is one, and last.
      await Promise.all(observeFailures(sent));
      const written = book.recorded.length > 0 ? [persistBatch(db, book, types)] : [];
      await Promise.all(observeFailures([...written, db.query('commit')]));
      return outcomes;
    } catch (error) {
      const usable = await db.query('rollback').then(
        () => true,
        () => false,
      );
      if (usable) throw error;
      drop(db);
      throw new ConnectionLost('the connection broke', { cause: error });
    }
  }

  /** Retries are safe: a command whose key has committed is answered, not repeated. */
  async function persist(batch: readonly Waiting[]): Promise<Outcome[]> {
    const giveUpAt = Date.now() + reconnectWithinMs;
    const tried: StoredEvent[] = [];
    for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
      try {
        return await attempt(batch, tried);
      } catch (error) {
        if (!(error instanceof ConnectionLost) && !isWorthRepeating(error)) throw error;
        if (Date.now() + pauseMs > giveUpAt) {
          throw new LedgerUnavailable('the ledger cannot be reached', { cause: error });
        }
        await sleep(pauseMs);
      }
    }
  }

  async function resolveBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await persist(batch);
      batch.forEach((each, i) => each.resolve(outcomes[i]!));
    } catch (error) {
      if (batch.length > 1 && !(error instanceof LedgerUnavailable)) {
        // One of them is broken: each is tried alone, so that it harms no other.
        for (const each of batch) await resolveBatch([each]);
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
      const last = connection;
      connection = null;
      await last?.db.end().catch(() => {});
    },
  };
}

/** Whether the batch committed is unknown: its idempotency keys decide. */
class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

function decideAll(
  book: Book,
  batch: readonly Waiting[],
  requestHashes: readonly Buffer[],
  tried: StoredEvent[],
): { outcomes: Outcome[]; alongside: CompiledQuery[] } {
  const outcomes: Outcome[] = [];
  const alongside: CompiledQuery[] = [];
  const unheard = new Set(tried.map(({ hash }) => hash.toString('hex')));
  batch.forEach(({ command, also }, i) => {
    const outcome = applyCommand(book, command, requestHashes[i]!);
    if (outcome.ok && !outcome.replayed) alongside.push(...also);
    // A commit whose answer was lost belongs to its first caller and is not a repetition.
    const isOwn = outcome.ok && unheard.size > 0 && unheard.delete(hashIn(book, command));
    outcomes.push(isOwn ? { ...outcome, replayed: false } : outcome);
  });
  tried.push(...book.recorded);
  return { outcomes, alongside };
}

const hashIn = (book: Book, { walletId, idempotencyKey }: Command): string =>
  book.earlier.get(compositeKey(walletId, idempotencyKey))!.hash.toString('hex');

/** The same promises, with every failure observed: the first to fail is the one that is thrown. */
function observeFailures<T>(promises: Promise<T>[]): Promise<T>[] {
  for (const promise of promises) promise.catch(() => {});
  return promises;
}

/** Serialization failures and deadlocks: the same transaction, a moment later, may succeed. */
function isWorthRepeating(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/** The refusal for a violation that another process caused in another wallet at the same moment. */
function toRefusalCode(error: unknown): RefusalCode | null {
  switch (violatedConstraint(error)) {
    case 'payment_pkey':
    case 'ledger_event_payment_credited':
      return 'payment_already_credited';
    case 'hold_pkey':
      return 'hold_exists';
    default:
      return null;
  }
}
