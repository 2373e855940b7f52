import type { FinanceRange } from '@sachet/shared/contracts/admin-finance';
import type { Tool } from '@sachet/shared/ledger/command';
import { getKinds, type MovedPaise } from '@sachet/shared/ledger/day-figures';
import { addDays } from '@sachet/shared/settlement/day';
import { paths } from '../../paths';
import { parseMomentInput } from '../ledger/indian-moment';
import { ledgerLink } from '../ledger/ledger-link';

const toDayStart = (day: string): string => parseMomentInput(`${day}T00:00`);

/** As the ledger takes it: the first day's beginning, and the beginning of the day after the last. */
const toPeriod = ({ from, to }: FinanceRange) => ({
  from: toDayStart(from),
  to: toDayStart(addDays(to, 1)),
});

/** Of one day alone. */
export const oneDay = (day: string): FinanceRange => ({ from: day, to: day });

/** The ledger's list of the very events that a figure is the sum of. */
export function toEventsUrl(
  figures: (keyof MovedPaise)[],
  range: FinanceRange,
  tool: Tool | null = null,
): string {
  return ledgerLink({
    kind: figures.flatMap(getKinds).join(','),
    account: tool ? `revenue:${tool}` : '',
    ...toPeriod(range),
  });
}

/** What every account had at the end of the last day. */
export const toBalancesUrl = ({ to }: FinanceRange): string =>
  paths.trialBalance({ to: toDayStart(addDays(to, 1)) });
