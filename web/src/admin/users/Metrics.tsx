import type { AdminMetrics } from '@sachet/shared/contracts/admin-users';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/translate';
import { Money } from '../../ui/Money';
import { Skeleton } from '../../ui/Skeleton';
import { Nothing } from '../frame/cells';

const grouped = new Intl.NumberFormat('en-IN');

/** docs/product.md, Screens. What could not be read is left open, and no word is lost on it. */
export function Metrics({ metrics, failed }: { metrics?: AdminMetrics; failed: boolean }) {
  const { t } = useTranslation();
  const show = (value: (metrics: AdminMetrics) => ReactNode) => {
    if (metrics) return value(metrics);
    return failed ? <Nothing /> : <Skeleton className="my-1 h-5 w-24" />;
  };
  return (
    <dl
      aria-label={t('adminUsers.metrics')}
      className="grid fit-columns-9.5 gap-px overflow-hidden rounded-lg border border-fold bg-fold lg:grid-cols-4"
    >
      <Tile name={t('adminUsers.enabledUsers')}>
        {show(({ enabledUserCount, enabledIndividualCount, enabledOrgUserCount }) => (
          <>
            <span className="tabular-nums">{grouped.format(enabledUserCount)}</span>
            <span className="block text-note font-normal text-ink-soft">
              {t('adminUsers.enabledSplit', {
                individuals: grouped.format(enabledIndividualCount),
                members: grouped.format(enabledOrgUserCount),
              })}
            </span>
          </>
        ))}
      </Tile>
      <Tile name={t('adminUsers.individualWallets')}>
        {show(({ individualWalletSumEnabled }) => (
          <Money rupees={individualWalletSumEnabled} />
        ))}
      </Tile>
      <Tile name={t('adminUsers.organizationWallets')}>
        {show(({ orgWalletSum }) => (
          <Money rupees={orgWalletSum} />
        ))}
      </Tile>
      <Tile name={t('adminUsers.totalBalance')}>
        {show(({ totalWalletSum }) => (
          <Money rupees={totalWalletSum} />
        ))}
      </Tile>
    </dl>
  );
}

function Tile({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start bg-packet px-3 py-2.5">
      <dt className="text-note text-ink-soft">{name}</dt>
      <dd className="text-lead font-bold">{children}</dd>
    </div>
  );
}
