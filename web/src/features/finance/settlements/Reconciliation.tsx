import type { ReconciliationResponse } from '@sachet/shared/finance/contracts/admin-settlements';
import type { SWRResponse } from 'swr';
import { Loaded } from '../../../app/base/Loaded';
import { useLanguage } from '../../../i18n/language';
import { formatIndianDay } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { EmptyState } from '../../../ui/EmptyState';
import { Skeleton } from '../../../ui/Skeleton';
import { StateMark } from '../../admin/frame/cells';
import { IdentityTable } from './IdentityTable';
import { hasMoved, toDifferenceWords } from './reconciled';

/** Shows the identity: ledger = gateway = settled + fees + GST + charges + in transit + on hold. */
export function Reconciliation({ read }: { read: SWRResponse<ReconciliationResponse> }) {
  const { t } = useTranslation();
  return (
    <Loaded
      compact
      read={read}
      failed={t('adminSettlements.compareFailed')}
      loading={
        <div className="grid gap-3">
          <Skeleton className="h-6 w-96" />
          <Skeleton className="h-150 w-full" />
        </div>
      }
    >
      {(compared) =>
        [compared.total, ...compared.days.map(({ figures }) => figures)].some(hasMoved) ? (
          <>
            <Verdict compared={compared} />
            <IdentityTable compared={compared} />
          </>
        ) : (
          <EmptyState compact title={t('adminSettlements.nothingMoved')}>
            {t('adminSettlements.nothingMovedText')}
          </EmptyState>
        )
      }
    </Loaded>
  );
}

/** States in one sentence that everything agrees, or which days differ or wait, and by how much in total. */
function Verdict({ compared: { days, total } }: { compared: ReconciliationResponse }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const off = days.filter(({ figures }) => !figures.holds).toReversed();
  const holds = off.length === 0 && total.holds;
  const waiting = days.filter(({ figures }) => !figures.isCompared).length;
  const agreed = days.length - waiting;
  const words = holds
    ? agreed > 0
      ? [t('adminSettlements.allAgree', { number: agreed })]
      : []
    : [
        t('adminSettlements.someDiffer', {
          number: off.length,
          all: days.length,
          days: off.map(({ day }) => formatIndianDay(day, language)).join(', '),
        }),
        total.holds
          ? t('adminSettlements.cancelOut')
          : `${t('adminSettlements.inAll')} ${toDifferenceWords(t, total).join(' ')}`,
      ];
  if (waiting > 0) words.push(t('adminSettlements.daysWaiting', { number: waiting }));
  const isWaiting = holds && waiting > 0;
  return (
    <p role="status" className="flex flex-wrap items-baseline gap-x-3 gap-y-1 max-sm:text-note">
      <StateMark tone={isWaiting ? 'plain' : holds ? 'good' : 'bad'}>
        {isWaiting
          ? t('adminSettlements.notCompared')
          : t(holds ? 'adminSettlements.agrees' : 'adminSettlements.differs')}
      </StateMark>
      <span className="min-w-0 flex-1 basis-60 font-semibold">{words.join(' ')}</span>
    </p>
  );
}
