import { z } from 'zod';
import type { AdminLedgerFilter } from '@sachet/shared/contracts/admin-ledger';

/** A reversed range would match nothing, so it is refused as a mistake. */
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
