/** A statement as CSV for spreadsheets, in English. */
import type { StatementRow } from '@sachet/shared/wallet/contracts/statement';
import { nameProvider } from '@sachet/shared/providers';
import { toIstTime } from '@sachet/shared/time';
import type { EventKind } from '@sachet/shared/ledger/event';
import { nameSale } from '@sachet/shared/sales';
import { byteOrderMark, toCsvLine, csvText } from '@sachet/shared/text/csv';

const labels: Record<EventKind, string> = {
  SignupBonusCredited: 'Sign-up bonus',
  BonusReleased: 'Bonus released',
  ReferralCredited: 'Bring a friend',
  GiftCodeRedeemed: 'Gift code',
  TopUpCredited: 'Money added',
  TopUpRefunded: 'Top-up refunded',
  RefundReturned: 'Refund returned',
  TopUpDisputed: 'Top-up disputed',
  DisputeWon: 'Dispute won',
  GatewayCorrected: 'Payment corrected',
  HoldPlaced: 'On hold',
  HoldCaptured: 'Paid',
  HoldVoided: 'Released',
  HoldExpired: 'Released (expired)',
  Charged: 'Paid',
  ChargeRefunded: 'Refund',
  AdjustedByAdmin: 'Adjusted by an admin',
  WalletCleared: 'Account closed',
};

const columns: readonly [header: string, cell: (row: StatementRow) => string][] = [
  ['No.', ({ seq }) => String(seq)],
  ['Time (IST)', ({ at }) => toIstTime(at)],
  ['Description', ({ kind }) => labels[kind]],
  ['Tool', ({ tool }) => (tool ? csvText(nameSale(tool)) : '')],
  ['Provider', ({ provider }) => (provider ? csvText(nameProvider(provider)) : '')],
  ['Pixels', ({ finalSize }) => (finalSize === null ? '' : String(finalSize))],
  ['Member', ({ member }) => csvText(member?.name ?? '')],
  ['Amount (INR)', ({ amount }) => amount.toFixed(2)],
  ['Balance (INR)', ({ balanceAfter }) => balanceAfter.toFixed(2)],
  ['Change on hold (INR)', ({ held }) => held.toFixed(2)],
  ['On hold after (INR)', ({ heldAfter }) => heldAfter.toFixed(2)],
  ['Reason', ({ reason }) => csvText(reason ?? '')],
  ['Result', ({ generationId }) => csvText(generationId ?? '')],
  ['Conversation', ({ conversationId }) => csvText(conversationId ?? '')],
  ['Order', ({ orderId }) => csvText(orderId ?? '')],
  ['Payment', ({ paymentId }) => csvText(paymentId ?? '')],
  ['Model', ({ modelName }) => csvText(modelName ?? '')],
  ['Difference to pixels', ({ smallerSize }) => (smallerSize === null ? '' : String(smallerSize))],
];

export const csvHead = `${byteOrderMark}${toCsvLine(columns.map(([header]) => header))}`;

export function csvLine(row: StatementRow): string {
  return toCsvLine(columns.map(([, cell]) => cell(row)));
}
