import type { SettlementRange } from '@sachet/shared/contracts/admin-settlements';
import { Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { TextField } from '../../ui/Field';
import { useSearchWords } from '../../ui/use-search-words';
import { searchMark } from './DataTable';
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
      error={error ?? undefined}
      onChange={(event) => onChange(event.target.value)}
      inputClassName={compactInput}
    />
  );
}

/** Fields on admin pages are 36 px high, 44 px with a coarse pointer. */
export const compactInput =
  'w-full min-w-0 min-h-9 rounded-lg border-[1.5px] border-edge bg-packet px-2.5 py-1 text-note text-ink pointer-coarse:min-h-11 ' +
  'max-md:text-body placeholder:text-ink-soft hover:border-ink focus-visible:border-ink focus-visible:outline-offset-1 ' +
  'aria-invalid:border-vermilion disabled:bg-sunk [&::-webkit-search-cancel-button]:grayscale';

/** The page's search, which `/` focuses. `onChange` is debounced. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  className,
}: {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}) {
  const id = useId();
  const [words, setWords] = useSearchWords(value, onChange);

  return (
    <div className={classes('grid content-start gap-1', className)}>
      <label htmlFor={id} className="text-note font-semibold">
        {label}
      </label>
      <span className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-ink-soft"
        />
        <input
          id={id}
          {...{ [searchMark]: '' }}
          type="search"
          aria-keyshortcuts="/"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && words === '') event.currentTarget.blur();
          }}
          className={classes(compactInput, 'pl-8!')}
        />
      </span>
    </div>
  );
}

/** A filter or a field with a few choices. */
export function SelectField<T extends string>({
  label,
  choices,
  value,
  onChange,
  className,
  ...rest
}: Omit<ComponentProps<'select'>, 'onChange' | 'value'> & {
  label: ReactNode;
  choices: { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}) {
  const id = useId();
  return (
    <div className={classes('grid min-w-0 content-start gap-1', className)}>
      <label htmlFor={id} className="text-note font-semibold">
        {label}
      </label>
      <select
        {...rest}
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        className={compactInput}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A range of Indian days, both included. Shows a fault at its field. */
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

/** A half-typed year is outside these bounds. */
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
  /** null while the field shows `value`. */
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
