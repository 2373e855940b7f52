import type { Statement } from '@sachet/shared/contracts/statement';
import { useTranslation } from '../i18n/translate';
import { Money } from '../ui/Money';

/** Of everything that the filter lets through, not only of what is on show. */
export function Totals({ totals }: { totals: Statement['totals'] }) {
  const { t } = useTranslation();
  return (
    <dl
      aria-label={t('statement.totals')}
      className="flex flex-wrap justify-between gap-x-6 gap-y-2 border-y border-fold py-3"
    >
      <div>
        <dt className="text-note text-ink-soft">{t('statement.entries')}</dt>
        <dd className="font-bold tabular-nums">{totals.events}</dd>
      </div>
      <div className="text-right">
        <dt className="text-note text-ink-soft">{t('statement.in')}</dt>
        <dd className="font-bold">
          <Money rupees={totals.in} />
        </dd>
      </div>
      <div className="text-right">
        <dt className="text-note text-ink-soft">{t('statement.out')}</dt>
        <dd className="font-bold">
          <Money rupees={totals.out} />
        </dd>
      </div>
    </dl>
  );
}
