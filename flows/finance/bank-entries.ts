/**
 * Explains a difference between a settlement and the bank: one person of finance proposes an entry for the
 * whole difference, and another one approves it. No wallet changes. Once approved, the amount counts among
 * the other charges of its day, so that the identity holds and the exception closes.
 *
 * Each step is one transaction with its audit row. With an approval, a row requests the comparison that closes
 * the exception.
 */
import { insertAudit } from '@sachet/db/admin/audit';
import {
  decideBankEntry,
  insertBankEntry,
  loadBankEntry,
  type BankEntryRow,
} from '@sachet/db/finance/bank-entries';
import { requestComparison } from '@sachet/db/finance/comparisons';
import { compareDays } from '@sachet/db/finance/findings';
import { refuseLockedDays } from '@sachet/db/finance/months';
import { newId } from '@sachet/db/ids';
import { loadException } from '@sachet/db/finance/exceptions';
import type {
  DecideBankEntryRequest,
  ProposeBankEntryRequest,
} from '@sachet/shared/finance/contracts/admin-settlements';
import type { Finding } from '@sachet/shared/finance/settlement/reconcile';
import { enqueue, type EnqueueDependencies } from '../enqueue.ts';
import type { BookingDependencies } from '../payments/book-payment.ts';

type Dependencies = Pick<BookingDependencies, 'db'>;
type DecideDependencies = Dependencies & EnqueueDependencies;

export type BankEntryOutcome =
  | { readonly ok: true; readonly entry: BankEntryRow }
  | {
      readonly ok: false;
      readonly refusal: 'no_difference' | 'waiting' | 'not_found' | 'not_yours' | 'decided';
    };

const kinds: readonly Finding['class'][] = ['bank_amount_differs', 'utr_unknown'];

/** @throws {MonthIsLocked} if the difference is in a month that is signed off. */
export async function proposeBankEntry(
  { db }: Dependencies,
  { exceptionId, account, reason, uid }: ProposeBankEntryRequest & { uid: string },
): Promise<BankEntryOutcome> {
  const exception = await loadException(db, exceptionId);
  const day = exception?.found_on;
  if (!exception || !day || exception.resolved_at) return { ok: false, refusal: 'no_difference' };
  await refuseLockedDays(db, [day]);
  const finding = await findDifference(db, day, (each) => each.subject === exception.subject);
  if (!finding) return { ok: false, refusal: 'no_difference' };
  const entry = await db.transaction().execute(async (trx) => {
    const inserted = await insertBankEntry(trx, {
      id: newId('bke'),
      utr: finding.evidence.bank!.utr,
      day,
      amount_paise: -finding.differencePaise,
      account,
      reason,
      proposed_by: uid,
    });
    if (inserted) await audit(trx, inserted, 'propose', uid);
    return inserted;
  });
  return entry ? { ok: true, entry } : { ok: false, refusal: 'waiting' };
}

const statusOf = { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' } as const;

/** @throws {MonthIsLocked} if an approved entry is for a month that is signed off. */
export async function decideOnBankEntry(
  deps: DecideDependencies,
  { uid, ...request }: DecideBankEntryRequest & { uid: string },
): Promise<BankEntryOutcome> {
  const { db } = deps;
  const { id, decision } = request;
  const entry = await loadBankEntry(db, id);
  if (!entry) return { ok: false, refusal: 'not_found' };
  if ((entry.proposed_by === uid) !== (decision === 'withdraw')) {
    return { ok: false, refusal: 'not_yours' };
  }
  if (decision === 'approve' && entry.status === 'waiting') {
    await refuseLockedDays(db, [entry.day]);
    const finding = await findDifference(
      db,
      entry.day,
      ({ evidence }) => evidence.bank?.utr === entry.utr,
    );
    // Either a newer statement has changed the difference, or the same approval was sent twice.
    if (
      finding?.differencePaise !== -entry.amount_paise &&
      (await loadBankEntry(db, id))?.status === 'waiting'
    ) {
      return { ok: false, refusal: 'no_difference' };
    }
  }
  await db.transaction().execute(async (trx) => {
    const note = request.decision === 'refuse' ? request.note : null;
    const decided = { id, status: statusOf[decision], decided_by: uid, note };
    if (!(await decideBankEntry(trx, decided))) return;
    await audit(trx, entry, decision, uid);
    if (decision === 'approve') await requestComparison(trx, [entry.day]);
  });
  const now = (await loadBankEntry(db, id))!;
  if (now.status !== statusOf[decision] || now.decided_by !== uid) {
    return { ok: false, refusal: 'decided' };
  }
  if (decision === 'approve') await enqueue(deps, { name: 'compare-days' });
  return { ok: true, entry: now };
}

async function findDifference(
  db: Dependencies['db'],
  day: string,
  isWanted: (finding: Finding) => boolean,
): Promise<Finding | undefined> {
  const found = await compareDays(db, [day]);
  return found.find((each) => kinds.includes(each.class) && isWanted(each));
}

async function audit(
  trx: Parameters<typeof insertAudit>[0],
  { id, utr, amount_paise: amountPaise, account }: BankEntryRow,
  step: 'propose' | 'approve' | 'refuse' | 'withdraw',
  uid: string,
): Promise<void> {
  await insertAudit(trx, {
    actor: `user:${uid}`,
    action: `${step}-bank-entry`,
    details: { bankEntryId: id, utr, amountPaise, account },
  });
}
