/**
 * The ledger's events as files: CSV for spreadsheets, or one JSON object a line. Amounts are rupees, times
 * UTC and Indian.
 */
import type { HistoryEvent } from '@sachet/db/ledger/history/read';
import type { AdminLedgerEvent } from '@sachet/shared/ledger/contracts/admin-ledger';
import { byteOrderMark, csvText, toCsvLine } from '@sachet/shared/text/csv';
import { toIstTime } from '@sachet/shared/time';
import { rupeesFromPaise } from '@sachet/shared/money';

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
  ['effective_ist', ({ effectiveAt }) => toIstTime(effectiveAt)],
  ['recorded_at', ({ recordedAt }) => recordedAt],
  ['recorded_ist', ({ recordedAt }) => toIstTime(recordedAt)],
  ['locked_inr', rupees(({ locked }) => locked)],
  ['upgrades_seq', ({ upgradesSeq }) => (upgradesSeq === null ? '' : String(upgradesSeq))],
];

export const ledgerFormats = {
  csv: {
    head: `${byteOrderMark}${toCsvLine(columns.map(([header]) => header))}`,
    toLine: (event: AdminLedgerEvent) => toCsvLine(columns.map(([, toCell]) => toCell(event))),
  },
  ndjson: { head: '', toLine: (event: AdminLedgerEvent) => `${JSON.stringify(event)}\n` },
} as const;
export type LedgerFormat = keyof typeof ledgerFormats;

/** Formats some events for a file of this format, without its head. */
export const toLedgerText = (rows: readonly HistoryEvent[], format: LedgerFormat): string =>
  rows.map((row) => ledgerFormats[format].toLine(toAdminLedgerEvent(row))).join('');

/** An event as the contract defines it: rupees, and times as text. */
export function toAdminLedgerEvent(row: HistoryEvent): AdminLedgerEvent {
  return {
    position: row.position,
    walletId: row.wallet_id,
    seq: row.seq,
    owner:
      row.owner_kind === null
        ? null
        : { kind: row.owner_kind, id: row.owner_id!, name: row.owner_name },
    kind: row.kind,
    amount: rupeesFromPaise(row.amount_paise),
    held: rupeesFromPaise(row.held_paise),
    locked: rupeesFromPaise(row.locked_paise ?? 0),
    balanceAfter: rupeesFromPaise(row.balance_after),
    heldAfter: rupeesFromPaise(row.held_after),
    counterAccount: row.counter_account,
    actor: row.actor,
    memberUid: row.member_uid,
    generationId: row.generation_id,
    conversationId: row.conversation_id,
    orderId: row.order_id,
    paymentId: row.payment_id,
    holdId: row.hold_id,
    reversesSeq: row.reverses_seq,
    upgradesSeq: row.upgrades_seq,
    reason: row.reason,
    effectiveAt: row.effective_at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
  };
}
