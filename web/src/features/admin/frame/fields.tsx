import type { SettlementRange } from '@sachet/shared/finance/contracts/admin-settlements';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { DateField, TextField } from '../../../ui/Field';
import { SearchInput } from '../../../ui/SearchInput';
import { filterBar, focusFilters } from './use-filters';
import { searchMark } from './use-row-keys';
import type { RangeFault } from './day-range';

/** A text field on an admin page. */
export function CompactField({
  error,
  onChange,
  ...field
}: Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  onChange: (value: string) => void;
}) {
  return (
    <TextField
      autoComplete="off"
      {...field}
      compact
      error={error ?? undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The texts of a form. `field` returns the props of the field for one of them. */
export function useDraft<Name extends string>(initial: Record<Name, string>) {
  const [draft, setDraft] = useState(initial);
  const change = (part: Partial<typeof initial>) => setDraft((before) => ({ ...before, ...part }));
  const field = (name: Name, label: string) => ({
    label,
    value: draft[name],
    onChange: (text: string) => change({ [name]: text } as Partial<typeof initial>),
  });
  return { draft, change, field };
}

/** The page's search field, which `/` focuses. Escape leaves the field when it is empty. */
export function SearchField(props: ComponentProps<typeof SearchInput>) {
  return (
    <SearchInput
      {...props}
      {...{ [searchMark]: '' }}
      compact
      aria-keyshortcuts="/"
      spellCheck={false}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape' && currentTarget.value === '') currentTarget.blur();
      }}
    />
  );
}

/** Two fields for a range of Indian days, both included. An error is shown at its field. */
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
  /** The longest range, in days. */
  most: number;
  /** `Last 14 days`: the label of the default range. */
  lastDays: string;
  onChange: (change: Partial<SettlementRange>) => void;
  /** null while the range is the default. */
  onClear: (() => void) | null;
}) {
  const { t } = useTranslation();
  return (
    <div
      {...filterBar}
      role="group"
      aria-label={t('adminSettlements.days')}
      className="grid focus:outline-none fit-columns-9.5 items-start gap-2 md:flex md:flex-wrap"
    >
      {(['from', 'to'] as const).map((field) => (
        <DateField
          key={field}
          compact
          required
          className="md:w-52"
          label={t(`adminSettlements.${field}`)}
          value={range[field]}
          error={
            fault?.field === field ? t(`adminSettlements.${fault.problem}`, { most }) : undefined
          }
          onChange={(day) => onChange({ [field]: day })}
        />
      ))}
      {onClear && (
        <Button
          size="compact"
          look="plain"
          className="max-md:col-span-full md:mt-6"
          onClick={() => {
            onClear();
            focusFilters();
          }}
        >
          {lastDays}
        </Button>
      )}
    </div>
  );
}
