/** Restores from a backup, as the ledger knows them. */
import type { Pool, PoolClient } from 'pg';
import type { RestoreStatement, SignedRestore } from '@sachet/shared/ledger/restore';

/** Oldest first. */
export async function readRestores(db: Pool | PoolClient): Promise<SignedRestore[]> {
  const { rows } = await db.query<{ statement: RestoreStatement; hash: Buffer; signature: Buffer }>(
    'select statement, hash, signature from ledger_restore order by number',
  );
  return rows.map(({ statement, hash, signature }) => ({
    statement,
    hashHex: hash.toString('hex'),
    signatureHex: signature.toString('hex'),
  }));
}

/**
 * The mark that `backup restore` left in this cluster, unless `ledger restored` has recorded it: no checkpoint
 * is signed and no document is issued until then.
 */
export async function readPendingRestore(db: Pool | PoolClient): Promise<string | null> {
  const { rows } = await db.query<{ mark: string | null }>('select pending_restore() as mark');
  return rows[0]!.mark;
}
