/** An auditor's filter of the ledger's events, and the same filter in SQL. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { AdminLedgerFilter } from '@sachet/shared/ledger/contracts/admin-ledger';
import type { EventKind } from '@sachet/shared/ledger/event';
import { paiseFromRupees } from '@sachet/shared/money';

/** Each part that is not null narrows the result. Amounts in paise, without a sign. */
export interface HistoryFilter {
  readonly walletId: string | null;
  /** The wallet's owner, or the member who spent. */
  readonly uid: string | null;
  readonly organizationId: string | null;
  readonly kinds: readonly EventKind[] | null;
  readonly counterAccount: string | null;
  readonly actor: string | null;
  /** Id of a generation, conversation, order, payment or hold. */
  readonly reference: string | null;
  /** The effect on the balance or, if there is none, on the held amount. */
  readonly amountFromPaise: number | null;
  readonly amountToPaise: number | null;
  readonly from: Date | null;
  /** The matching events were recorded before this moment. */
  readonly to: Date | null;
}

export const toDate = (text: string | undefined): Date | null =>
  text === undefined ? null : new Date(text);

export function toHistoryFilter(filter: AdminLedgerFilter): HistoryFilter {
  const paise = (rupees: number | undefined) =>
    rupees === undefined ? null : paiseFromRupees(rupees);
  return {
    walletId: filter.wallet ?? null,
    uid: filter.uid ?? null,
    organizationId: filter.organization ?? null,
    kinds: filter.kind ?? null,
    counterAccount: filter.counterAccount ?? null,
    actor: filter.actor ?? null,
    reference: filter.reference ?? null,
    amountFromPaise: paise(filter.amountFrom),
    amountToPaise: paise(filter.amountTo),
    from: toDate(filter.from),
    to: toDate(filter.to),
  };
}

/** A filter without these kinds can use the partial index `ledger_event_rare_kind`. */
const common: readonly EventKind[] = ['HoldPlaced', 'HoldCaptured', 'HoldVoided', 'Charged'];

/** The exact predicates of the partial indexes of ledger_event. */
export const isRareKind = sql.raw(
  `e.kind not in (${common.map((kind) => `'${kind}'`).join(', ')})`,
);
export const isNotRevenue = sql.raw(`e.counter_account not like 'revenue:%'`);
export const isByAdmin = sql.raw(`e.actor like 'admin:%'`);

export const areRare = (kinds: readonly EventKind[]): boolean =>
  kinds.every((kind) => !common.includes(kind));

/** The wallets of the user and of the organization in the filter; null if there is none. */
export interface OwnWallets {
  readonly ofUid: string | null;
  readonly ofOrganization: string | null;
}

/** The condition on an event `e`. It does not depend on the scan that found the event. */
export function toCondition(filter: HistoryFilter, own: OwnWallets): Expression<SqlBool> {
  const { uid, reference, amountFromPaise, amountToPaise } = filter;
  const size = sql`abs(case when e.amount_paise = 0 then e.held_paise else e.amount_paise end)`;
  const parts: (RawBuilder<SqlBool> | null)[] = [
    filter.walletId === null ? null : sql`e.wallet_id = ${filter.walletId}`,
    uid === null ? null : sql`(e.member_uid = ${uid} or e.wallet_id = ${own.ofUid})`,
    filter.organizationId === null ? null : sql`e.wallet_id = ${own.ofOrganization}`,
    filter.kinds && sql`e.kind = any(${filter.kinds}::text[])`,
    filter.counterAccount === null ? null : sql`e.counter_account = ${filter.counterAccount}`,
    filter.actor === null ? null : sql`e.actor = ${filter.actor}`,
    reference === null
      ? null
      : sql`${reference} in
          (e.generation_id, e.conversation_id, e.order_id, e.payment_id, e.hold_id)`,
    amountFromPaise === null ? null : sql`${size} >= ${amountFromPaise}`,
    amountToPaise === null ? null : sql`${size} <= ${amountToPaise}`,
    filter.from && sql`e.recorded_at >= ${filter.from}`,
    filter.to && sql`e.recorded_at < ${filter.to}`,
  ];
  const given = parts.filter((part) => part !== null);
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `);
}
