/**
 * Receipts of payments, which the worker issues as soon as it hears of the credit. They do not wait for
 * provenance or an invoice: the event says which part became an advance.
 *
 * | crash                      | what happens                                                  |
 * | -------------------------- | ------------------------------------------------------------- |
 * | while a payment is credited | neither the payment nor the row in `receipt_due` exists       |
 * | after the credit           | the worker's sweep finds the row                              |
 * | while the receipt is issued | its number is free again, and the row is still there          |
 */
import { sql, type CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { LedgerEvent } from '@sachet/shared/ledger/event';
import { lockUntilCommit } from '../locks.ts';
import type { Database } from '../tables.ts';
import { draftReceipt, issueDocuments, type CreditEvent, type LotAmount } from './issue.ts';
import { readBillingProfiles } from './profiles.ts';
import { readSuppliers } from './suppliers.ts';

/** Asks the worker for the receipt of a credited payment. Run it in the transaction that credits. */
export const receiptDueStatement = (
  db: Kysely<Database>,
  { walletId, seq }: Pick<LedgerEvent, 'walletId' | 'seq'>,
): CompiledQuery => db.insertInto('receipt_due').values({ wallet_id: walletId, seq }).compile();

/**
 * Whether the receipt of a payment of this wallet is being issued: any, of this event, of this order or of a payment
 * that this user made.
 */
export async function isReceiptDue(
  db: Kysely<Database>,
  {
    walletId,
    seq,
    order,
    payerUid,
  }: {
    walletId: string;
    seq?: number | undefined;
    order?: string | undefined;
    payerUid?: string | undefined;
  },
): Promise<boolean> {
  let query = db.selectFrom('receipt_due').select('seq').where('wallet_id', '=', walletId);
  if (seq !== undefined) query = query.where('seq', '=', seq);
  if (order !== undefined || payerUid !== undefined) {
    query = query.where('seq', 'in', ({ selectFrom }) =>
      selectFrom('ledger_event as e')
        .innerJoin('payment_order as o', 'o.id', 'e.order_id')
        .select('e.seq')
        .where('e.wallet_id', '=', walletId)
        .$if(order !== undefined, (of) => of.where('o.gateway_order_id', '=', order!))
        .$if(payerUid !== undefined, (of) => of.where('o.uid', '=', payerUid!)),
    );
  }
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

interface DueReceipt {
  readonly walletId: string;
  readonly seq: number;
}

/** Issues every receipt that is due, a transaction each. Nothing while a restore is not recorded. */
export async function issueReceipts(
  db: Kysely<Database>,
  failed: (error: unknown, walletId: string) => void,
): Promise<void> {
  // Receipts that failed must not delay the others.
  const broken: DueReceipt[] = [];
  for (;;) {
    let receipt: DueReceipt | undefined;
    try {
      receipt = undefined;
      const isDone = await db.transaction().execute(async (trx) => {
        receipt = await lockDueReceipt(trx, broken);
        if (!receipt) return true;
        await issueReceipt(trx, receipt);
        return false;
      });
      if (isDone) return;
    } catch (error) {
      // Without a receipt, the database is away.
      if (!receipt) throw error;
      broken.push(receipt);
      failed(error, receipt.walletId);
    }
  }
}

async function lockDueReceipt(
  trx: Transaction<Database>,
  broken: readonly DueReceipt[],
): Promise<DueReceipt | undefined> {
  const { rows } = await sql<DueReceipt>`
    select wallet_id as "walletId", seq from receipt_due
     where pending_restore() is null
       and (wallet_id, seq) not in (
         select * from unnest(${broken.map(({ walletId }) => walletId)}::text[],
                              ${broken.map(({ seq }) => seq)}::bigint[]))
     order by asked_at, wallet_id, seq limit 1 for update skip locked`.execute(trx);
  return rows[0];
}

async function issueReceipt(trx: Transaction<Database>, due: DueReceipt): Promise<void> {
  // Settings that are being stored have begun before this event, and are not visible yet.
  await lockUntilCommit(trx, 'documents');
  const credit = await readCredit(trx, due);
  if (credit) {
    const parties = {
      suppliers: await readSuppliers(trx),
      profiles: await readBillingProfiles(trx, [due.walletId]),
    };
    const draft = draftReceipt(parties, credit, toOwnLot(credit));
    if (draft) await issueDocuments(trx, [draft]);
  }
  await trx
    .deleteFrom('receipt_due')
    .where('wallet_id', '=', due.walletId)
    .where('seq', '=', due.seq)
    .execute();
}

async function readCredit(
  trx: Transaction<Database>,
  { walletId, seq }: DueReceipt,
): Promise<CreditEvent | undefined> {
  const { rows } = await sql<Omit<CreditEvent, 'recordedAtMs'> & { recordedAt: Date }>`
    select e.wallet_id as "walletId", e.seq, e.kind, e.amount_paise as "amountPaise",
           e.balance_after as "balanceAfterPaise", e.recorded_at as "recordedAt",
           e.payment_id as "paymentId"
      from ledger_event e where e.wallet_id = ${walletId} and e.seq = ${seq}`.execute(trx);
  const [row] = rows;
  return row && { ...row, recordedAtMs: row.recordedAt.getTime() };
}

/** The part of a credit that pays no debt, as its own lot. */
function toOwnLot({ seq, amountPaise, balanceAfterPaise }: CreditEvent): LotAmount[] {
  const paidDebt = Math.min(amountPaise, Math.max(0, amountPaise - balanceAfterPaise));
  return [{ lotSeq: seq, amountPaise: amountPaise - paidDebt }];
}
