/** Corrections of payments. Their keys name the corrected event: `correction:refund rfnd_1:prp_1`. */
import type { Kysely } from 'kysely';
import type { LedgerItem } from '@sachet/shared/finance/settlement/reconcile';
import type { Database } from '../tables.ts';

type Subject = Pick<LedgerItem, 'kind' | 'entityId'>;

export const toCorrectionKey = (subject: string, id: string): string =>
  `correction:${subject}:${id}`;

export function parseCorrectionKey(key: string): Subject {
  const [kind, entityId] = key.split(':')[1]!.split(' ');
  return { kind: kind as LedgerItem['kind'], entityId: entityId! };
}

export async function countCorrections(db: Kysely<Database>, paymentId: string): Promise<number> {
  const { corrections } = await db
    .selectFrom('ledger_event')
    .select(({ fn }) => fn.countAll<number>().as('corrections'))
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'GatewayCorrected')
    .executeTakeFirstOrThrow();
  return corrections;
}
