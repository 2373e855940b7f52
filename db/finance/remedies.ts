/** The remedies of an operator or finance for each fault and finding that the ledger's tools print. */
import type { AuditCheck } from '@sachet/shared/ledger/contracts/admin-ledger';
import type { FindingClass } from '@sachet/shared/finance/settlement/reconcile';
import type { FaultKind } from '../ledger/fault.ts';

const manual = 'docs/ledger.md#after-a-finding';
const changedEvents =
  `Events were changed. Do not rebuild: stop spending from the wallet, keep the evidence, and put the ` +
  `events back (${manual}).`;
const changedRows =
  'Rows that are computed from events differ. Find out who wrote them, then run `ledger rebuild`, which ' +
  'verifies the events first (for provenance, `ledger provenance --rebuild`).';
const forgedSignature =
  `A signed text was changed, or the key is missing in LEDGER_PUBLIC_KEYS_PREVIOUS. With the right ` +
  `keys, keep the evidence and restore (${manual}).`;
const changedDocument =
  'Do not edit documents. Keep the evidence and compare with the mailed copy; the tax adviser decides on ' +
  'the correction (docs/documents.md).';
const workers = 'Check that the workers are ready and what their log says: they make up for it.';
const exception = 'Finance decides at /admin/payments.';

export const faultRemedies: Readonly<Record<FaultKind, string>> = {
  edited: changedEvents,
  deleted: changedEvents,
  inserted: changedEvents,
  truncated: changedEvents,
  rewritten: changedEvents,
  balance_differs: changedEvents,
  clock_ran_back: changedEvents,
  projection_differs: changedRows,
  checkpoint_forged: forgedSignature,
  checkpoint_missing:
    'The database is older than the checkpoint, or was cut off. After a restore, record it with `ledger ' +
    `restored\`; without one, restore the newest backup (${manual}).`,
  day_close_forged: forgedSignature,
  document_forged: changedDocument,
  document_differs: changedDocument,
};

export const auditRemedies: Readonly<Record<AuditCheck, string>> = {
  chain_broken: changedEvents,
  wallet_differs:
    'The wallet or its events were changed. Stop spending from it and run `ledger verify`, which says ' +
    `which of the two and what to do (${manual}).`,
  locked_differs: changedRows,
  projection_differs: changedRows,
  held_differs: changedRows,
  day_totals_differ: changedRows,
  charge_without_result:
    'Give the charge back at /admin/users, and read the job’s log for the cause.',
  upgrade_unfounded:
    'Compare the charges at /admin/ledger, and give back or charge the difference.',
  hold_overdue: workers,
  allowance_exceeded:
    'A login raised the day’s allowance in `daily_allowance`. Change the password of the servers’ login.',
  chat_differs:
    'Compare the charges with the conversation at /admin/ledger, and give back what was too much.',
  over_refunded:
    'Compare the charge or payment with Razorpay, and correct the wallet at /admin/users.',
  paid_work_stuck: `${workers} Nothing is charged without a result.`,
  webhook_unprocessed: workers,
  refund_unfinished:
    'Ask Razorpay for the refund’s state. Finance completes it at /admin/payments.',
  exception_open: exception,
  verification_faults: 'Run `ledger verify`, which names each fault and what to do.',
  verification_late: workers,
  checkpoint_late:
    'Read the worker’s log: it names a missing key or an unrecorded restore. Else check that a worker is ready.',
  day_totals_late: workers,
  day_close_late: workers,
};

export const findingRemedies: Readonly<Record<FindingClass, string>> = {
  missing_in_ledger: 'Finance compares it with Razorpay and books it at /admin/payments.',
  missing_at_gateway:
    'Finance asks Razorpay. If it knows no such payment, run `ledger verify` before anything is booked.',
  amount_differs:
    'Run `ledger verify`. Without a fault, finance books the difference at /admin/payments; with one, the ' +
    `ledger was changed (${manual}).`,
  fee_differs: 'Finance claims it from Razorpay, or enters the new terms at /admin/settlements.',
  duplicate: 'Finance asks Razorpay, and books the difference at /admin/payments.',
  disputed: 'Finance answers the dispute on Razorpay’s dashboard before its deadline.',
  settled_late: 'Finance asks Razorpay when it will be settled.',
  bank_amount_differs: 'Finance asks the bank, and explains the difference at /admin/payments.',
  utr_unknown:
    'Finance imports the missing report or statement, or explains it at /admin/payments.',
  gateway_charge: 'Finance checks it against Razorpay’s invoice.',
  unknown_type: 'Ask Razorpay what the type means, and report it to Sachet’s developers.',
};

/** A line for each kind that was found; kinds with the same remedy share it. */
export function toRemedyLines<Kind extends string>(
  remedies: Readonly<Record<Kind, string>>,
  found: readonly Kind[],
): string {
  if (found.length === 0) return '';
  const kinds = Map.groupBy(new Set(found), (kind) => remedies[kind]);
  const lines = [...kinds].map(([remedy, names]) => `  ${names.join(', ')}: ${remedy}\n`);
  return `Remedies:\n${lines.join('')}`;
}
