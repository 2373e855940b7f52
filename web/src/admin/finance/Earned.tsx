import type { FinanceFigures } from '@sachet/shared/contracts/admin-finance';
import { tools } from '@sachet/shared/ledger/day-figures';
import { useAdminMe } from '../../api/hooks';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { Statement } from './Statement';

const providers = ['google', 'openai'] as const;

/** What was paid for each tool, less what the gateway and the providers took. Super admins see the calls. */
export function Earned({ figures }: { figures: FinanceFigures }) {
  const { t } = useTranslation();
  const { data: me } = useAdminMe();
  const { usedPaidByTool, forfeited, fees, providerCost, margin } = figures;
  return (
    <Statement
      title={t('adminFinance.earned')}
      lines={[
        ...tools.map((tool) => ({
          name: t(`adminFinance.series.${tool}`),
          sign: '+' as const,
          rupees: usedPaidByTool[tool],
          to: null,
        })),
        { name: t('adminFinance.forfeited'), sign: '+', rupees: forfeited, to: null },
        { name: t('adminFinance.gatewayFees'), sign: '−', rupees: fees, to: null },
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
