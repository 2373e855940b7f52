/** One batch of commands in one transaction, and what each of them is told. */
import type { CompiledQuery } from 'kysely';
import type { Client } from 'pg';
import type { Command } from '@sachet/shared/ledger/command';
import { applyCommand, compositeKey, requestHash, toRepeated, type Book } from './book.ts';
import type { Connection } from './connection.ts';
import { findEarlier, loadBatch } from './open.ts';
import type { Outcome } from './outcome.ts';
import type { StoredEvent } from './rows.ts';
import { persistBatch } from './write.ts';

export interface BatchedCommand {
  readonly command: Command;
  /** Statements of the caller that commit with the command or not at all. */
  readonly also: readonly CompiledQuery[];
}

/**
 * Throws without having told anybody anything. `tried` holds what earlier attempts wrote whose end
 * nobody heard of, and then this one's. Nearly every command is new, so its key is not looked up
 * unless it is refused: one that was accepted before violates a unique index, and the batch is to be
 * tried again, `carefully`.
 */
export async function commitBatch(
  { db, types }: Connection,
  batch: readonly BatchedCommand[],
  tried: StoredEvent[],
  carefully: boolean,
): Promise<Outcome[]> {
  const commands = batch.map((each) => each.command);
  const isCareful = carefully || tried.length > 0;
  const reading = loadBatch(db, commands, isCareful);
  // While the database reads.
  const requestHashes = commands.map(requestHash);
  const book = await reading;
  const { outcomes, alongside } = decideAll(book, batch, requestHashes, tried);
  if (!isCareful) await answerRepeated(db, commands, requestHashes, outcomes);
  const sent = alongside.map(({ sql, parameters }) => db.query(sql, parameters as unknown[]));
  // A statement that the driver could not even send does not abort the transaction: with a
  // COMMIT right behind it, half a batch would come true. The ledger's own is one, and last.
  await Promise.all(observeFailures(sent));
  const written = book.recorded.length > 0 ? [persistBatch(db, book, types)] : [];
  await Promise.all(observeFailures([...written, db.query('commit')]));
  return outcomes;
}

function decideAll(
  book: Book,
  batch: readonly BatchedCommand[],
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

/** A refused command may be one that was accepted before: then it is told so. */
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

/** The same promises, with every failure observed: the first to fail is the one that is thrown. */
function observeFailures<T>(promises: Promise<T>[]): Promise<T>[] {
  for (const promise of promises) promise.catch(() => {});
  return promises;
}
