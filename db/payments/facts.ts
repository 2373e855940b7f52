/** The ledger's facts about a payment, and disputes as the gateway last reported them. */
import { sql, type Kysely, type Selectable } from 'kysely';
import { parseCorrectionKey } from '../finance/corrections.ts';
import type { Database } from '../tables.ts';

export interface BookedPayment {
  readonly walletId: string;
  /** The debited amount by the gateway's id of the refund. A refund that came back is 0. */
  readonly refunds: ReadonlyMap<string, number>;
  readonly disputes: ReadonlyMap<string, BookedDispute>;
  /** Refunds and disputes that finance corrected by hand; the sums above include the corrections. */
  readonly corrected: ReadonlySet<string>;
}

export interface BookedDispute {
  /** The amount that was debited and has not been returned to the wallet. */
  readonly takenPaise: number;
  /** The number of events that took money; `won` counts those that returned it. */
  readonly taken: number;
  readonly won: number;
}

/** Undefined if the payment was never credited. */
export async function readBookedPayment(
  db: Kysely<Database>,
  paymentId: string,
): Promise<BookedPayment | undefined> {
  const events = await db
    .selectFrom('ledger_event')
    .select(['wallet_id', 'kind', 'amount_paise', 'idempotency_key'])
    .where('payment_id', '=', paymentId)
    .where('kind', 'in', [
      'TopUpCredited',
      'TopUpRefunded',
      'RefundReturned',
      'TopUpDisputed',
      'DisputeWon',
      'GatewayCorrected',
    ])
    .execute();
  const credit = events.find(({ kind }) => kind === 'TopUpCredited');
  if (!credit) return undefined;
  const refunds = new Map<string, number>();
  const disputes = new Map<string, BookedDispute>();
  const corrections = new Set<string>();
  for (const { kind, amount_paise: amountPaise, idempotency_key: key } of events) {
    // `refund:rfnd_1`, `dispute:disp_1:2`, `correction:refund rfnd_1:prp_1`
    const corrected = kind === 'GatewayCorrected' ? parseCorrectionKey(key) : null;
    const id = corrected?.entityId ?? key.split(':')[1]!;
    if (corrected) corrections.add(id);
    if (
      kind === 'TopUpRefunded' ||
      kind === 'RefundReturned' ||
      corrected?.kind.startsWith('refund')
    ) {
      refunds.set(id, (refunds.get(id) ?? 0) - amountPaise);
    } else if (
      kind.startsWith('Dispute') ||
      kind === 'TopUpDisputed' ||
      corrected?.kind.startsWith('dispute')
    ) {
      const known = disputes.get(id) ?? { takenPaise: 0, taken: 0, won: 0 };
      disputes.set(id, {
        takenPaise: known.takenPaise - amountPaise,
        taken: known.taken + (kind === 'TopUpDisputed' ? 1 : 0),
        won: known.won + (kind === 'DisputeWon' ? 1 : 0),
      });
    }
  }
  return { walletId: credit.wallet_id, refunds, disputes, corrected: corrections };
}

/** The refunded paise of each of these payments that was credited, by its id. */
export async function readBookedAmounts(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('payment')
    .select(['id', 'refunded_paise'])
    .where('id', 'in', [...paymentIds, ''])
    .execute();
  return new Map(rows.map(({ id, refunded_paise }) => [id, refunded_paise]));
}

/** Returns those of these payments that finance handles because they cannot be credited. */
export async function openWithoutCredit(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('payment_exception')
    .select('subject')
    .where('subject', 'in', [...paymentIds, ''])
    .where('kind', 'in', ['unknown_order', 'amount_mismatch', 'currency_mismatch'])
    .execute();
  return new Set(rows.map(({ subject }) => subject));
}

export type PaymentDispute = Selectable<Database['payment_dispute']>;

/**
 * Stores a dispute, and returns whether it changed. An ended dispute stays ended: an older answer does not
 * open it again.
 */
export async function storeDispute(
  db: Kysely<Database>,
  dispute: Omit<PaymentDispute, 'opened_at' | 'updated_at'>,
): Promise<boolean> {
  const { amount_paise, deducted_paise, status } = dispute;
  const stored = await db
    .insertInto('payment_dispute')
    .values(dispute)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ amount_paise, deducted_paise, status, updated_at: new Date() })
        .where('payment_dispute.status', '=', 'open')
        .where(
          sql<boolean>`(payment_dispute.amount_paise, payment_dispute.deducted_paise,
            payment_dispute.status) is distinct from (${amount_paise}, ${deducted_paise}, ${status})`,
        ),
    )
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

export async function readDisputes(
  db: Kysely<Database>,
  which: { paymentId: string } | { walletId: string } | { ids: readonly string[] },
): Promise<PaymentDispute[]> {
  const query = db.selectFrom('payment_dispute').selectAll();
  if ('walletId' in which) {
    return query
      .where('payment_id', 'in', (wallet) =>
        wallet.selectFrom('payment').select('id').where('wallet_id', '=', which.walletId),
      )
      .execute();
  }
  return 'paymentId' in which
    ? query.where('payment_id', '=', which.paymentId).orderBy('id').execute()
    : query.where('id', 'in', which.ids).execute();
}
