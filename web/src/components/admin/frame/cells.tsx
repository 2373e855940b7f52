import type { Language } from '@sachet/shared/contracts/vocabulary';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/language';
import { classes } from '../../../ui/classes';
import { Money } from '../../../ui/Money';
import { formatMoment, indianTime } from '../../wallet/moment';

/** Two decimals, Indian grouping, tabular; a dash where there is no amount. */
export function MoneyCell({ rupees }: { rupees: number | null | undefined }) {
  return typeof rupees === 'number' ? <Money rupees={rupees} /> : <Nothing />;
}

/** In Indian time, as everything that is reckoned by days is. */
export function MomentCell({
  timestamp,
  precision = 'minute',
}: {
  timestamp: string | null | undefined;
  precision?: 'minute' | 'day';
}) {
  const language = useLanguage();
  if (!timestamp) return <Nothing />;
  const whole = formatMoment(timestamp, language, indianTime);
  return (
    <time dateTime={timestamp} title={whole} className="whitespace-nowrap tabular-nums">
      {precision === 'day' ? formatDay(timestamp, language) : whole}
    </time>
  );
}

function formatDay(timestamp: string, language: Language): string {
  const locale = language === 'hi' ? 'hi-IN' : 'en-IN';
  return new Intl.DateTimeFormat(`${locale}-u-nu-latn`, {
    dateStyle: 'medium',
    timeZone: indianTime,
  }).format(new Date(timestamp));
}

export function Nothing() {
  const { t } = useTranslation();
  return (
    <>
      <span aria-hidden className="text-ink-soft">
        –
      </span>
      <span className="sr-only">{t('admin.nothing')}</span>
    </>
  );
}

/** A word for a state: what is wrong in vermilion, what is well in leaf, all else in ink. */
export function StateMark({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'bad';
  children: React.ReactNode;
}) {
  return (
    <span
      className={classes(
        'inline-block rounded px-1.5 font-semibold whitespace-nowrap',
        tone === 'plain' && 'bg-sunk text-ink',
        tone === 'good' && 'bg-leaf-wash text-leaf',
        tone === 'bad' && 'bg-vermilion-wash text-vermilion',
      )}
    >
      {children}
    </span>
  );
}
