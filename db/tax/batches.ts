import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../tables.ts';

interface LockedWallet {
  readonly walletId: string;
}

export interface Batches {
  /** Wallets whose documents failed: they must not delay the others. */
  readonly broken: Set<string>;
  readonly failed: (error: unknown, walletId: string) => void;
}

interface Work<Wallet extends LockedWallet> {
  /** Locks wallets with work, at most `size`. `isWanted` is a condition on `d.wallet_id`. */
  readonly lock: (trx: Transaction<Database>, isWanted: RawBuilder<boolean>) => Promise<Wallet[]>;
  readonly issue: (trx: Transaction<Database>, wallets: readonly Wallet[]) => Promise<void>;
  readonly size: number;
}

/**
 * Issues in batches, a transaction each, until no wallet is left. Between two batches it rests for as long as the
 * first took, so that purchases have half of the processor's time. Returns how many it advanced.
 */
export async function issueInBatches<Wallet extends LockedWallet>(
  db: Kysely<Database>,
  { lock, issue, size }: Work<Wallet>,
  { broken, failed }: Batches,
): Promise<number> {
  let advanced = 0;
  for (;;) {
    let ids: string[] = [];
    const run = (isWanted: RawBuilder<boolean>) =>
      db.transaction().execute(async (trx) => {
        const wallets = await lock(trx, isWanted);
        ids = wallets.map(({ walletId }) => walletId);
        await issue(trx, wallets);
        return ids.length;
      });
    try {
      const startedMs = performance.now();
      const done = await run(sql`d.wallet_id <> all(${[...broken]}::text[])`);
      advanced += done;
      if (done < size) return advanced;
      await sleep(performance.now() - startedMs);
    } catch (error) {
      // Without a wallet, the database is away.
      if (ids.length === 0) throw error;
      for (const id of ids) {
        try {
          advanced += await run(sql`d.wallet_id = ${id}`);
        } catch (cause) {
          broken.add(id);
          failed(cause, id);
        }
      }
    }
  }
}
