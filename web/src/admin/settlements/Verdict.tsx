import type { ReconciliationResponse } from '@sachet/shared/contracts/admin-settlements';
import { useLanguage } from '../../i18n/language';
import { formatIndianDay } from '../../i18n/time';
import { useTranslation } from '../../i18n/translate';
import { StateMark } from '../frame/cells';
import { toDifferenceWords } from './IdentityTable';

/** One sentence: whether everything agrees, else which days do not and what is off in all. */
export function Verdict({ compared: { days, total } }: { compared: ReconciliationResponse }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const off = days.filter(({ figures }) => !figures.holds).toReversed();
  const holds = off.length === 0 && total.holds;
  const words = holds
    ? [t('adminSettlements.allAgree', { number: days.length })]
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
  return (
    <p role="status" className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <StateMark tone={holds ? 'good' : 'bad'}>
        {t(holds ? 'adminSettlements.agrees' : 'adminSettlements.differs')}
      </StateMark>
      <span className="min-w-0 flex-1 basis-60 font-semibold">{words.join(' ')}</span>
    </p>
  );
}
