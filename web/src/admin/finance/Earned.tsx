import type { FinanceFigures, FinanceRange } from '@sachet/shared/contracts/admin-finance';
import { tools } from '@sachet/shared/ledger/day-figures';
import { useAdminMe } from '../../api/hooks';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { toEventsUrl } from './ledger-urls';
import { Statement } from './Statement';

const providers = ['google', 'openai'] as const;

/** What each tool brought, less what the providers took. Their calls are seen by super admins. */
export function Earned({ figures, range }: { figures: FinanceFigures; range: FinanceRange }) {
  const { t } = useTranslation();
  const { data: me } = useAdminMe();
  const { usedByTool, providerCost, margin } = figures;
  return (
    <Statement
      title={t('adminFinance.earned')}
      lines={[
        ...tools.map((tool) => ({
          name: t(`adminFinance.series.${tool}`),
          sign: '+' as const,
          rupees: usedByTool[tool],
          to: toEventsUrl(['used'], range, tool),
        })),
        ...providers.map((provider) => ({
          name: t('adminFinance.costOf', { provider: t(`adminFinance.series.${provider}`) }),
          sign: '−' as const,
          rupees: providerCost[provider],
          to: me?.isSuperAdmin ? paths.adminBilling : null,
        })),
      ]}
      result={{ name: t('adminFinance.margin'), sign: '=', rupees: margin, to: null }}
    />
  );
}
