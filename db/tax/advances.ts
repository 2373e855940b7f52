import { sql, type Kysely } from 'kysely';
import type { Advance } from '@sachet/shared/tax/advances';
import type { Database } from '../tables.ts';

interface StoredAdvance extends Advance {
  readonly walletId: string;
}

/**
 * Returns the rest of every receipt voucher of these wallets, oldest first. Used-up vouchers are included,
 * because a credit note can restore them.
 */
export async function readAdvances(
  db: Kysely<Database>,
  walletIds: readonly string[],
): Promise<Map<string, Advance[]>> {
  const { rows } = await sql<StoredAdvance>`
    select d.wallet_id as "walletId", d.id as "voucherId", a.lot_seq as "lotSeq", d.number, d.day,
           d.gstin, d.content::jsonb->>'placeOfSupply' as "stateCode",
           d.content::jsonb->>'supplyType' as "supplyType",
           (d.content::jsonb #>> '{lines,0,rateBasisPoints}')::int as "rateBasisPoints",
           (d.content::jsonb->>'isIntraState')::boolean as "isIntraState",
           a.received as "receivedPaise", a.remaining as "leftPaise"
      from (
        select voucher_id, lot_seq,
               (sum(amount_paise) filter (where document_id = voucher_id))::bigint as received,
               sum(amount_paise)::bigint as remaining
          from document_advance where wallet_id = any(${walletIds}::text[]) group by 1, 2
      ) a join document d on d.id = a.voucher_id
     order by d.id, a.lot_seq`.execute(db);
  return Map.groupBy(rows, ({ walletId }) => walletId);
}
