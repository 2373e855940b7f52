/** The ledger as CSV for spreadsheets; amounts are rupees, times UTC. */
import type { AdminLedgerEvent } from '@sachet/shared/contracts/admin-ledger';
import { byteOrderMark, toCsvLine, csvText } from './csv.ts';

type Cell = (event: AdminLedgerEvent) => string;

const text =
  (pick: (event: AdminLedgerEvent) => string | null | undefined): Cell =>
  (event) =>
    csvText(pick(event) ?? '');
const rupees =
  (pick: (event: AdminLedgerEvent) => number): Cell =>
  (event) =>
    pick(event).toFixed(2);

const columns: readonly [header: string, cell: Cell][] = [
  ['position', ({ position }) => String(position)],
  ['wallet', text(({ walletId }) => walletId)],
  ['seq', ({ seq }) => String(seq)],
  ['owner_kind', text(({ owner }) => owner?.kind)],
  ['owner', text(({ owner }) => owner?.id)],
  ['owner_name', text(({ owner }) => owner?.name)],
  ['kind', ({ kind }) => kind],
  ['amount_inr', rupees(({ amount }) => amount)],
  ['held_inr', rupees(({ held }) => held)],
  ['balance_after_inr', rupees(({ balanceAfter }) => balanceAfter)],
  ['held_after_inr', rupees(({ heldAfter }) => heldAfter)],
  ['counter_account', text(({ counterAccount }) => counterAccount)],
  ['actor', text(({ actor }) => actor)],
  ['member', text(({ memberUid }) => memberUid)],
  ['generation', text(({ generationId }) => generationId)],
  ['conversation', text(({ conversationId }) => conversationId)],
  ['order', text(({ orderId }) => orderId)],
  ['payment', text(({ paymentId }) => paymentId)],
  ['hold', text(({ holdId }) => holdId)],
  ['reverses_seq', ({ reversesSeq }) => (reversesSeq === null ? '' : String(reversesSeq))],
  ['reason', text(({ reason }) => reason)],
  ['effective_at', ({ effectiveAt }) => effectiveAt],
  ['recorded_at', ({ recordedAt }) => recordedAt],
  ['upgrades_seq', ({ upgradesSeq }) => (upgradesSeq === null ? '' : String(upgradesSeq))],
];

export const ledgerCsvHead = `${byteOrderMark}${toCsvLine(columns.map(([header]) => header))}`;

export function ledgerCsvLine(event: AdminLedgerEvent): string {
  return toCsvLine(columns.map(([, cell]) => cell(event)));
}
