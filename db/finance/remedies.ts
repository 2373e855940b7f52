/** The remedy of finance for each class of finding of `ledger reconcile`. */
import type { FindingClass } from '@sachet/shared/finance/settlement/reconcile';

export const findingRemedies: Readonly<Record<FindingClass, string>> = {
  missing_in_ledger: 'Finance compares it with Razorpay and books it at /admin/payments.',
  missing_at_gateway:
    'Finance asks Razorpay. If it knows no such payment, run `ledger verify` before anything is booked.',
  amount_differs:
    'Run `ledger verify`. Without a fault, finance books the difference at /admin/payments; with one, the ' +
    `ledger was changed (docs/ledger.md#after-a-finding).`,
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
