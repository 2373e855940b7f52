import { type ComponentProps, useState } from 'react';
import { isEnter } from '../../../browser/enter';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { CompactField } from '../../admin/frame/fields';
import { formatMomentInput, monthPeriod, parseMomentInput } from './indian-moment';

type Period = { from: string; to: string };

/** A half-open period, with shortcuts for this month and the last. */
export function PeriodFields({
  period: { from, to },
  onChange,
}: {
  period: Period;
  onChange: (change: Partial<Period>) => void;
}) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  return (
    <>
      <MomentField
        className="sm:w-52"
        label={t('adminLedger.from')}
        value={from}
        onChange={(moment) => onChange({ from: moment })}
      />
      <MomentField
        className="sm:w-52"
        label={t('adminLedger.to')}
        value={to}
        onChange={(moment) => onChange({ to: moment })}
      />
      <div className="flex gap-2">
        {(['thisMonth', 'lastMonth'] as const).map((name, back) => {
          const month = monthPeriod(now, back);
          return (
            <Button
              size="compact"
              look="outline"
              key={name}
              aria-pressed={month.from === from && month.to === to}
              className="aria-pressed:border-ink aria-pressed:bg-sunk max-sm:flex-1"
              onClick={() => onChange(month)}
            >
              {t(`statement.${name}`)}
            </Button>
          );
        })}
      </div>
    </>
  );
}

/** A year outside these bounds is only half typed. */
const earliest = '2000-01-01T00:00';
const latest = '9999-12-31T23:59';

/** A moment in Indian time, to the minute. */
export function MomentField({
  label,
  value,
  onChange,
  className,
}: {
  label: string;
  /** A timestamp with its time zone, or ''. */
  value: string;
  onChange: (moment: string) => void;
  className?: string;
}) {
  /** null while the field shows `value`. */
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <CompactField
      type="datetime-local"
      label={label}
      className={className}
      min={earliest}
      max={latest}
      value={draft ?? formatMomentInput(value)}
      onBlur={() => setDraft(null)}
      onChange={(input) => {
        const isWhole = input === '' || (input >= earliest && input <= latest);
        setDraft(isWhole ? null : input);
        if (isWhole) onChange(parseMomentInput(input));
      }}
    />
  );
}

/** A filter that the admin types. It is applied on Enter or when the field loses focus. */
export function DraftField({
  value,
  onCommit,
  getError,
  ...field
}: Omit<ComponentProps<typeof CompactField>, 'value' | 'onChange' | 'error'> & {
  value: string;
  onCommit: (value: string) => void;
  /** Returns the error for a value, or null. An invalid value is not applied. */
  getError?: (value: string) => string | null;
}) {
  /** null while the field shows `value`. */
  const [draft, setDraft] = useState<string | null>(null);
  const error = draft?.trim() && getError ? getError(draft.trim()) : null;

  function commit() {
    if (draft === null || error) return;
    if (draft.trim() !== value) onCommit(draft.trim());
    setDraft(null);
  }

  return (
    <CompactField
      spellCheck={false}
      maxLength={200}
      {...field}
      value={draft ?? value}
      error={error}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (isEnter(event)) commit();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}
