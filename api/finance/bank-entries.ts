import { readBankEntries, type BankEntryRow } from '@sachet/db/finance/bank-entries';
import {
  decideOnBankEntry,
  proposeBankEntry,
  type BankEntryOutcome,
} from '@sachet/flows/finance/bank-entries';
import type { BankEntry } from '@sachet/shared/finance/contracts/admin-settlements';
import { rupeesFromPaise } from '@sachet/shared/money';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';

function toBankEntry(row: BankEntryRow): BankEntry {
  return {
    id: row.id,
    utr: row.utr,
    day: row.day,
    amount: rupeesFromPaise(row.amount_paise),
    account: row.account,
    reason: row.reason,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at.toISOString(),
    status: row.status,
    decidedBy: row.decided_by,
    note: row.note,
  };
}

export const getBankEntries = route('GET /api/admin/bank-entries', {
  async handle({ deps }) {
    return ok({ entries: (await readBankEntries(deps.db)).map(toBankEntry) });
  },
});

export const postBankEntry = route('POST /api/admin/bank-entries', {
  async handle({ deps, caller, body }) {
    return toAnswer(await proposeBankEntry(deps, { ...body, uid: caller.uid }));
  },
});

export const postBankEntryDecision = route('POST /api/admin/bank-entries/decide', {
  async handle({ deps, caller, body }) {
    return toAnswer(await decideOnBankEntry(deps, { ...body, uid: caller.uid }));
  },
});

function toAnswer(outcome: BankEntryOutcome) {
  if (outcome.ok) return ok(toBankEntry(outcome.entry));
  switch (outcome.refusal) {
    case 'no_difference':
      throw new Refusal('wrong_state', 'This difference no longer exists. Reload the list.');
    case 'waiting':
      throw new Refusal(
        'wrong_state',
        'An entry for this transfer is already waiting for approval.',
      );
    case 'not_found':
      throw new Refusal('not_found', 'Entry not found.');
    case 'not_yours':
      throw new Refusal(
        'forbidden',
        'Another member of the finance team must decide on your entry. You can withdraw it.',
      );
    case 'decided':
      throw new Refusal('wrong_state', 'This has already been decided. Reload the list.');
  }
}
