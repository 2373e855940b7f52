import { useLanguage } from '../../i18n/language';
import { formatDay, formatMoment, formatTime, isIndianTime } from '../../i18n/time';
import { useTranslation } from '../../i18n/translate';

export function Moment({
  timestamp,
  precision = 'minute',
  className,
}: {
  timestamp: string;
  /** `time` is for a place that shows the day, too. */
  precision?: 'minute' | 'day' | 'time';
  className?: string;
}) {
  const language = useLanguage();
  const whole = formatMoment(timestamp, language);
  return precision === 'minute' ? (
    <time dateTime={timestamp} className={className}>
      {whole}
    </time>
  ) : (
    <time dateTime={timestamp} title={whole} className={className}>
      {precision === 'day' ? formatDay(timestamp, language) : formatTime(timestamp, language)}
    </time>
  );
}

/** Explains the time zone to users outside of India. Shown once on each page with times. */
export function IndianTimeNote() {
  const { t } = useTranslation();
  if (isIndianTime()) return null;
  return <p className="text-note text-ink-soft">{t('shell.indianTime')}</p>;
}
