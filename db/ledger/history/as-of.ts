import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../tables.ts';
import { findLastEvent } from './last-event.ts';
import { readInSnapshot } from './reading.ts';

export interface WalletAsOf {
  readonly walletId: string;
  /** The newest event recorded up to that moment; 0 before the first. */
  readonly seq: number;
  readonly balancePaise: number;
  readonly heldPaise: number;
  readonly lockedPaise: number;
}

type Amounts = Pick<WalletAsOf, 'balancePaise' | 'heldPaise' | 'lockedPaise'>;

/**
 * A wallet as it was recorded up to that moment (`recorded`), or as it was at that moment by all events known
 * today (`effective`). Undefined if there is no such wallet.
 */
export async function readWalletAsOf(
  db: Kysely<Database>,
  { walletId, at, time }: { walletId: string; at: Date; time: 'recorded' | 'effective' },
): Promise<WalletAsOf | undefined> {
  // Without parallel workers: the query reads few rows, although the planner expects many.
  return readInSnapshot(db, { max_parallel_workers_per_gather: '0' }, async (trx) => {
    const wallet = await trx
      .selectFrom('wallet')
      .select('seq')
      .where('id', '=', walletId)
      .executeTakeFirst();
    if (!wallet) return undefined;
    const holds = sql<boolean>`e.recorded_at <= ${at}`;
    const seq = await findLastEvent(trx, { walletId, highest: wallet.seq, holds });
    const recorded = await trx
      .selectFrom('ledger_event')
      .select(['balance_after as balancePaise', 'held_after as heldPaise'])
      .where('wallet_id', '=', walletId)
      .where('seq', '=', seq)
      .executeTakeFirst();
    const { locked: lockedPaise } = await trx
      .selectFrom('ledger_event')
      .select(sql<number>`coalesce(sum(locked_paise), 0)::int8`.as('locked'))
      .where('wallet_id', '=', walletId)
      .where('seq', '<=', seq)
      .where('locked_paise', 'is not', null)
      .executeTakeFirstOrThrow();
    const { balancePaise = 0, heldPaise = 0 } = recorded ?? {};
    if (time === 'recorded') return { walletId, seq, balancePaise, heldPaise, lockedPaise };
    const moved = await readMoved(trx, walletId, at);
    return {
      walletId,
      seq,
      balancePaise: balancePaise + moved.balancePaise,
      heldPaise: heldPaise + moved.heldPaise,
      lockedPaise: lockedPaise + moved.lockedPaise,
    };
  });
}

/** Events backdated to before the moment, minus events recorded before it that take effect later. */
async function readMoved(trx: Transaction<Database>, walletId: string, at: Date): Promise<Amounts> {
  const { rows } = await sql<Amounts>`
    select coalesce(sum(amount_paise) filter (where effective_at <= ${at}), 0)::int8
         - coalesce(sum(amount_paise) filter (where effective_at > ${at}), 0)::int8
           as "balancePaise",
           coalesce(sum(held_paise) filter (where effective_at <= ${at}), 0)::int8
         - coalesce(sum(held_paise) filter (where effective_at > ${at}), 0)::int8 as "heldPaise",
           coalesce(sum(locked_paise) filter (where effective_at <= ${at}), 0)::int8
         - coalesce(sum(locked_paise) filter (where effective_at > ${at}), 0)::int8 as "lockedPaise"
      from ledger_event
     where wallet_id = ${walletId} and effective_at <> recorded_at
       and (effective_at <= ${at}) <> (recorded_at <= ${at})`.execute(trx);
  return rows[0]!;
}
