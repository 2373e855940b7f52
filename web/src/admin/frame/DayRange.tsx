import type { SettlementRange } from '@sachet/shared/contracts/admin-settlements';
import { useState } from 'react';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { CompactField } from './CompactField';
import type { RangeFault } from './day-range';

/** From one Indian day to another, both included; what is wrong is said at the field. */
export function DayRange({
  range,
  fault,
  most,
  lastDays,
  onChange,
  onClear,
}: {
  range: SettlementRange;
  fault: RangeFault | null;
  /** Days at a time. */
  most: number;
  /** `Last 14 days`: what is shown where nothing was chosen. */
  lastDays: string;
  onChange: (change: Partial<SettlementRange>) => void;
  /** null where nothing was chosen. */
  onClear: (() => void) | null;
}) {
  const { t } = useTranslation();
  return (
    <div
      role="group"
      aria-label={t('adminSettlements.days')}
      className="grid fit-columns-9.5 items-start gap-2 md:flex md:flex-wrap"
    >
      {(['from', 'to'] as const).map((field) => (
        <DayField
          key={field}
          label={t(`adminSettlements.${field}`)}
          value={range[field]}
          error={fault?.field === field ? t(`adminSettlements.${fault.problem}`, { most }) : null}
          onChange={(day) => onChange({ [field]: day })}
        />
      ))}
      {onClear && (
        <Button
          size="compact"
          look="plain"
          className="max-md:col-span-full md:mt-6"
          onClick={onClear}
        >
          {lastDays}
        </Button>
      )}
    </div>
  );
}

/** A year that is half typed is no day yet. */
const earliest = '2000-01-01';
const latest = '2099-12-31';

function DayField({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: string;
  error: string | null;
  onChange: (day: string) => void;
}) {
  /** null while nothing else than `value` stands in the field. */
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <CompactField
      type="date"
      className="md:w-52"
      label={label}
      min={earliest}
      max={latest}
      value={draft ?? value}
      error={error}
      onBlur={() => setDraft(null)}
      onChange={(input) => {
        const isWhole = input >= earliest && input <= latest;
        setDraft(isWhole ? null : input);
        if (isWhole) onChange(input);
      }}
    />
  );
}
