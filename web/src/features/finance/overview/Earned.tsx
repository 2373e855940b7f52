import type {
  FinanceFigures,
  FinanceRange,
  FinanceResponse,
} from '@sachet/shared/finance/contracts/admin-finance';
import type { MovedPaise } from '@sachet/shared/finance/day-figures';
import { paidTools } from '@sachet/shared/sales';
import { addDays } from '@sachet/shared/time';
import { useApi } from '../../../api/use-api';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Statement } from '../../admin/frame/Statement';
import { toBalancesUrl, toEventsUrl } from './charts';

/** The figures that change the money owed to users, each with its sign. */
const steps = [
  ['topUps', '+'],
  ['paidBack', '−'],
  ['given', '+'],
  ['used', '−'],
  ['cleared', '−'],
] as const satisfies [keyof MovedPaise, string][];

/** Leads from the opening to the closing liability. The lines add up to the paisa. */
export function Movement({ books, range }: { books: FinanceResponse; range: FinanceRange }) {
  const { t } = useTranslation();
  const { opening, total } = books;
  const dayBefore = addDays(range.from, -1);
  return (
    <Statement
      title={t('adminFinance.movement')}
      lines={[
        {
          name: t('studioCommon.before'),
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

/**
 * Shows revenue by tool without GST, less gateway fees and provider costs. Super admins get links to the providers'
 * billing.
 */
export function Earned({ figures }: { figures: FinanceFigures }) {
  const { t } = useTranslation();
  const { data: me } = useApi('GET /api/admin/me');
  const { revenueByTool, forfeited, fees, providerCosts, margin } = figures;
  return (
    <Statement
      title={t('adminFinance.earned')}
      lines={[
        ...paidTools.map((tool) => ({
          name: t(`sold.${tool}.many`),
          sign: '+' as const,
          rupees: revenueByTool[tool],
          to: null,
        })),
        { name: t('adminFinance.forfeited'), sign: '+', rupees: forfeited, to: null },
        { name: t('adminFinance.series.fees'), sign: '−', rupees: fees, to: null },
        ...providerCosts.map(({ name, cost }) => ({
          name: t('adminFinance.costOf', { provider: name }),
          sign: '−' as const,
          rupees: cost,
          to: me?.isSuperAdmin ? paths.adminBilling : null,
        })),
      ]}
      result={{ name: t('adminFinance.series.margin'), sign: '=', rupees: margin, to: null }}
    />
  );
}
