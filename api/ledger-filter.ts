import { z } from 'zod';
import type { HistoryFilter } from '@sachet/db/ledger-history/filter';
import { AdminLedgerFilter } from '@sachet/shared/contracts/admin-ledger';
import { paiseFromRupees } from '@sachet/shared/money';

/** An inverted range would match nothing, so it is refused as a mistake. */
export function refuseInverted<Filter extends AdminLedgerFilter>(
  filter: Filter,
  { addIssue }: z.RefinementCtx,
): void {
  const { amountFrom = 0, amountTo = Infinity, from, to } = filter;
  if (amountFrom > amountTo) {
    const message = 'This is more than the largest amount.';
    addIssue({ code: 'custom', path: ['amountFrom'], message });
  }
  refuseLaterStart({ from, to }, addIssue);
}

export function refuseLaterStart(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  addIssue: z.RefinementCtx['addIssue'],
): void {
  if (!from || !to || Date.parse(from) <= Date.parse(to)) return;
  addIssue({ code: 'custom', path: ['from'], message: 'This is after the end.' });
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
