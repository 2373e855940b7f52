/**
 * Where a batch of the ledger spends its time, seen from outside: the ledger's statements are named
 * by what they do (`ledger_read_…`, `ledger_write_…`), so watching its client is enough.
 */
import { performance } from 'node:perf_hooks';
import { createPool } from '@sachet/db/connect';

interface Sums {
  batches: number;
  events: number;
  readingMs: number;
  decidingMs: number;
  writingMs: number;
  commitMs: number;
  betweenMs: number;
}

export interface Profile {
  reset(): void;
  report(): string;
}

interface Query {
  name?: string;
  values?: unknown[];
}

/** The rows in an array in Postgres's binary format: the length of its one dimension. */
const rowsIn = (array: unknown): number => (array as Buffer).readInt32BE(12);

/** Wraps `query` of every client of this process from now on. */
export async function watchLedger(connectionString: string): Promise<Profile> {
  const pool = createPool(connectionString, { max: 1 });
  const client = await pool.connect();
  const prototype = Object.getPrototypeOf(client);
  client.release();
  await pool.end();

  const none: Sums = {
    batches: 0,
    events: 0,
    readingMs: 0,
    decidingMs: 0,
    writingMs: 0,
    commitMs: 0,
    betweenMs: 0,
  };
  let sums = { ...none };
  // When the last batch ended.
  let ended: number | undefined;
  // The one that is being sent; others may be on their way. What is decided from memory reads nothing.
  let current = { began: 0, read: 0, wrote: 0, written: 0 };
  // From the answer before it, or its own asking, to its answer: what a statement costs in its row.
  const byStatement = new Map<string, number>();
  let lastAnswer = 0;
  const answered = (name: string, asked: number) => {
    const now = performance.now();
    byStatement.set(name, (byStatement.get(name) ?? 0) + now - Math.max(asked, lastAnswer));
    lastAnswer = now;
  };
  const original = prototype.query;
  prototype.query = function (this: unknown, query: string | Query, ...rest: unknown[]) {
    const now = performance.now();
    const name = typeof query === 'string' ? query : (query.name ?? '');
    const answer = Reflect.apply(original, this, [query, ...rest]) as Promise<unknown>;
    const isOurs = name === 'begin' || name === 'commit' || name.startsWith('ledger_');
    if (isOurs) answer.then(() => answered(name, now)).catch(() => {});
    if (name === 'begin') {
      current = { began: now, read: now, wrote: 0, written: 0 };
      if (ended !== undefined) sums.betweenMs += Math.max(0, now - ended);
    }
    const batch = current;
    if (name.startsWith('ledger_read_')) {
      answer.then(() => (batch.read = performance.now())).catch(() => {});
    } else if (name.startsWith('ledger_write_')) {
      batch.wrote = now;
      answer.then(() => (batch.written = performance.now())).catch(() => {});
      // The wallets, then the events.
      sums.events += rowsIn((query as Query).values![1]);
    } else if (name === 'commit') {
      const wrote = batch.wrote || now;
      // COMMIT is asked for right behind the write, which is answered first.
      answer
        .then(() => {
          const written = batch.written || now;
          ended = performance.now();
          sums.batches += 1;
          sums.readingMs += batch.read - batch.began;
          sums.decidingMs += wrote - batch.read;
          sums.writingMs += written - wrote;
          sums.commitMs += ended - written;
        })
        .catch(() => {});
    }
    return answer;
  };
  return {
    reset() {
      sums = { ...none };
      byStatement.clear();
      ended = undefined;
    },
    report() {
      const { batches, events } = sums;
      const each = (ms: number) => `${(ms / batches).toFixed(2)} ms`;
      return (
        `${(events / batches).toFixed(1)} events a batch; a batch: reading ${each(sums.readingMs)}, ` +
        `deciding ${each(sums.decidingMs)}, writing ${each(sums.writingMs)}, ` +
        `commit ${each(sums.commitMs)}, between batches ${each(sums.betweenMs)}\n      ` +
        [...byStatement]
          .map(([name, ms]) => `${name.replace('ledger_', '')} ${each(ms)}`)
          .join(', ')
      );
    },
  };
}
