/** Decides a batch of commands, from memory or under its wallets' locks, and sends the resulting rows. */
import type { CompiledQuery } from 'kysely';
import { DatabaseError, type Client } from 'pg';
import type { Command } from '@sachet/shared/ledger/command';
import type { LedgerEvent } from '@sachet/shared/ledger/event';
import { applyCommand, compositeKey, requestHash, toRepeated, type Book } from './book.ts';
import { begin, type Connection, type Sent } from './connection.ts';
import type { Memory } from './memory.ts';
import { findEarlier, loadBatch, lockWallets } from './open.ts';
import type { Outcome } from './outcome.ts';
import type { StoredEvent } from './rows.ts';
import { persistBatch } from './write.ts';

/** Statements of the caller that commit with the command or not at all. They may depend on its event. */
export type Also = readonly CompiledQuery[] | ((event: LedgerEvent) => readonly CompiledQuery[]);

export interface BatchedCommand {
  readonly command: Command;
  readonly also: Also;
}

export interface Decided {
  readonly book: Book;
  /** The outcomes of the commands that were decided, in order. */
  readonly outcomes: Outcome[];
  /** The statements of the callers, with the command of each. */
  readonly also: readonly { readonly statement: CompiledQuery; readonly by: BatchedCommand }[];
}

/** A statement of this command would have waited for a lock that another transaction holds. */
export class Blocked extends Error {
  override name = 'Blocked';
  readonly by: BatchedCommand;
  constructor(by: BatchedCommand, cause: unknown) {
    super('a statement met a lock of another transaction', { cause });
    this.by = by;
  }
}

const lockNotAvailable = '55P03';

export const isLockRefused = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === lockNotAvailable;

/**
 * Decides the batch up to the first command that is not accepted, because commands are rejected only while
 * holding the lock. Returns null if the first command is not accepted, or if memory lacks a needed value.
 */
export function decideFromMemory(memory: Memory, batch: readonly BatchedCommand[]): Decided | null {
  const book = memory.findBook(batch.map(({ command }) => command));
  if (!book) return null;
  const outcomes: Outcome[] = [];
  for (const { command } of batch) {
    const outcome = applyCommand(book, command, requestHash(command));
    if (!outcome.ok) break;
    outcomes.push(outcome);
  }
  if (outcomes.length === 0) return null;
  return toDecided(memory, book, batch.slice(0, outcomes.length), outcomes);
}

/**
 * Nearly every command is new, so a key is looked up only if its command is refused. A repeated command that
 * is not looked up violates a unique index, and the batch is then tried again with `looksUpKeys`. `unconfirmed` has
 * the rows of earlier attempts whose result is unknown.
 */
export async function decideUnderLock(
  { db }: Connection,
  memory: Memory,
  batch: readonly BatchedCommand[],
  { looksUpKeys, unconfirmed }: { looksUpKeys: boolean; unconfirmed: readonly StoredEvent[] },
): Promise<Decided> {
  const commands = batch.map(({ command }) => command);
  begin(db);
  const reading = loadBatch(db, memory, commands, looksUpKeys);
  // Runs while the database reads.
  const requestHashes = commands.map((command) => requestHash(command));
  const book = await reading;
  const unanswered = new Set(unconfirmed.map(({ hash }) => hash.toString('hex')));
  const outcomes = commands.map((command, i) => {
    const outcome = applyCommand(book, command, requestHashes[i]!);
    // If the answer to a commit was lost, the event belongs to its first caller and is not a repetition.
    const isOwn = outcome.ok && unanswered.size > 0 && unanswered.delete(hashIn(book, command));
    return isOwn ? { ...outcome, replayed: false } : outcome;
  });
  const decided = toDecided(memory, book, batch, outcomes);
  if (!looksUpKeys) await answerRepeated(db, commands, requestHashes, outcomes);
  return decided;
}

function toDecided(
  memory: Memory,
  book: Book,
  batch: readonly BatchedCommand[],
  outcomes: Outcome[],
): Decided {
  memory.advance(book);
  const recorded = new Set(book.recorded.map(({ event }) => event));
  const also = batch.flatMap((each, i) => {
    const outcome = outcomes[i]!;
    if (!outcome.ok || outcome.replayed || !recorded.has(outcome.event)) return [];
    const statements = typeof each.also === 'function' ? each.also(outcome.event) : each.also;
    return statements.map((statement) => ({ statement, by: each }));
  });
  return { book, outcomes, also };
}

/**
 * Resolves when every statement that could fail to be sent has been sent. A statement that the driver refuses
 * does not abort the transaction, and a COMMIT immediately after it would commit half a batch. The ledger's
 * own statement is the last that could fail.
 */
export async function sendBatch(
  open: Connection,
  memory: Memory,
  { book, outcomes, also }: Decided,
): Promise<Sent<Outcome[]>> {
  const { db } = open;
  const isOneStatement = book.isRemembered && also.length === 0;
  if (book.isRemembered && !isOneStatement) begin(db);
  if (also.length > 0) {
    // Every transaction takes the wallets' locks before any other.
    const locks = book.isRemembered ? [lockWallets(db, [...book.wallets.keys()])] : [];
    // A command waits for no lock but its wallet's, because a batch has commands of many wallets.
    const limit = db.query('set local lock_timeout = 1');
    const sent = also.map(({ statement: { sql, parameters } }) =>
      db.query(sql, parameters as unknown[]),
    );
    const unlimited = db.query('set local lock_timeout = 0');
    try {
      // The first failure is the cause: every later statement fails because the transaction has.
      await Promise.all(observeFailures<unknown>([...locks, limit, ...sent, unlimited]));
    } catch (error) {
      if (!isLockRefused(error)) throw error;
      const blocked = await findFailed(sent);
      throw blocked === -1 ? error : new Blocked(also[blocked]!.by, error);
    }
  }
  const isEmpty = book.recorded.length === 0;
  const written = isEmpty ? Promise.resolve() : persistBatch(open, book).then(memory.renew);
  return { value: outcomes, written, isOneStatement };
}

/** A refused command may repeat an accepted one: it then gets the first outcome. */
async function answerRepeated(
  db: Client,
  commands: readonly Command[],
  requestHashes: readonly Buffer[],
  outcomes: Outcome[],
): Promise<void> {
  const refused = commands.filter((_, i) => !outcomes[i]!.ok);
  if (refused.length === 0) return;
  const earlier = await findEarlier(db, refused);
  commands.forEach((command, i) => {
    const stored = earlier.get(compositeKey(command.walletId, command.idempotencyKey));
    if (!outcomes[i]!.ok && stored) outcomes[i] = toRepeated(stored, requestHashes[i]!);
  });
}

const hashIn = (book: Book, { walletId, idempotencyKey }: Command): string =>
  book.earlier.get(compositeKey(walletId, idempotencyKey))!.hash.toString('hex');

/** Returns the same promises, each with a failure handler. */
function observeFailures<T>(promises: Promise<T>[]): Promise<T>[] {
  for (const promise of promises) promise.catch(() => {});
  return promises;
}

/** The index of the first that failed, or -1. */
async function findFailed(promises: readonly Promise<unknown>[]): Promise<number> {
  const answers = await Promise.allSettled(promises);
  return answers.findIndex(({ status }) => status === 'rejected');
}
