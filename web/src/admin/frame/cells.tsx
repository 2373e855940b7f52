import { Moment } from '../../app/Moment';
import { useLanguage } from '../../i18n/language';
import { formatIndianDay } from '../../i18n/time';
import { useTranslation } from '../../i18n/translate';
import { classes } from '../../ui/classes';
import { Money } from '../../ui/Money';

/** Two decimals, Indian grouping, tabular; a dash where there is no amount. */
export function MoneyCell({ rupees }: { rupees: number | null | undefined }) {
  return typeof rupees === 'number' ? <Money rupees={rupees} /> : <Nothing />;
}

export function MomentCell({
  timestamp,
  precision = 'minute',
}: {
  timestamp: string | null | undefined;
  precision?: 'minute' | 'day';
}) {
  if (!timestamp) return <Nothing />;
  return (
    <Moment
      timestamp={timestamp}
      precision={precision}
      className="tabular-nums md:whitespace-nowrap"
    />
  );
}

/** An Indian day, `2026-03-01`. */
export function DayCell({ day }: { day: string }) {
  const language = useLanguage();
  return (
    <time dateTime={day} className="whitespace-nowrap tabular-nums">
      {formatIndianDay(day, language)}
    </time>
  );
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
        'inline-block rounded px-1.5 font-semibold md:whitespace-nowrap',
        tone === 'plain' && 'bg-sunk text-ink',
        tone === 'good' && 'bg-leaf-wash text-leaf',
        tone === 'bad' && 'bg-vermilion-wash text-vermilion',
      )}
    >
      {children}
    </span>
  );
}
