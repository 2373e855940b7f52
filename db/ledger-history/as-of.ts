import { CompiledQuery, type Kysely } from 'kysely';
import { queryWalletAsOf, type WalletAsOf } from '../ledger/as-of.ts';
import type { Database } from '../tables.ts';
import { readInSnapshot } from './reading.ts';

/**
 * As `queryWalletAsOf`, on the application's own connections. What it reads is little, whatever the planner
 * believes of it: starting workers for it would take longer.
 */
export async function readWalletAsOf(
  db: Kysely<Database>,
  question: Parameters<typeof queryWalletAsOf>[1],
): Promise<WalletAsOf | undefined> {
  return readInSnapshot(db, { max_parallel_workers_per_gather: '0' }, (trx) =>
    queryWalletAsOf(
      { query: (text, values) => trx.executeQuery(CompiledQuery.raw(text, values)) as never },
      question,
    ),
  );
}
