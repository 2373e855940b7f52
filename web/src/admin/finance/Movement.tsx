import type { FinanceRange, FinanceResponse } from '@sachet/shared/contracts/admin-finance';
import type { MovedPaise } from '@sachet/shared/ledger/day-figures';
import { addDays } from '@sachet/shared/settlement/day';
import { useTranslation } from '../../i18n/translate';
import { toBalancesUrl, toEventsUrl } from './ledger-urls';
import { Statement } from './Statement';

/** What changed what is owed, with its sign. */
const steps = [
  ['topUps', '+'],
  ['paidBack', '−'],
  ['given', '+'],
  ['used', '−'],
  ['cleared', '−'],
] as const satisfies [keyof MovedPaise, string][];

/** From what was owed before the period to what is owed at its end: the lines add up to the paisa. */
export function Movement({ books, range }: { books: FinanceResponse; range: FinanceRange }) {
  const { t } = useTranslation();
  const { opening, total } = books;
  const dayBefore = addDays(range.from, -1);
  return (
    <Statement
      title={t('adminFinance.movement')}
      lines={[
        {
          name: t('adminFinance.opening'),
          sign: '',
          rupees: opening,
          to: toBalancesUrl({ from: dayBefore, to: dayBefore }),
        },
        ...steps.map(([name, sign]) => ({
          name: t(`adminFinance.step.${name}`),
          sign,
          rupees: total[name],
          to: toEventsUrl([name], range),
        })),
      ]}
      result={{
        name: t('adminFinance.closing'),
        sign: '=',
        rupees: total.owed,
        to: toBalancesUrl(range),
      }}
    />
  );
}
