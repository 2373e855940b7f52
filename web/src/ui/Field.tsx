import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { classes } from './classes';

export const inputClasses =
  'w-full min-w-0 min-h-11 rounded-lg border-[1.5px] border-edge bg-packet px-3 py-2 text-body text-ink ' +
  'placeholder:text-ink-soft hover:border-ink focus-visible:border-ink focus-visible:outline-offset-1 ' +
  'aria-invalid:border-vermilion disabled:bg-sunk';

/** For fields on admin pages: 36 px high, 44 px with touch. */
export const compactInputClasses =
  'w-full min-w-0 min-h-9 rounded-lg border-[1.5px] border-edge bg-packet px-2.5 py-1 text-note text-ink pointer-coarse:min-h-11 ' +
  'max-md:text-body placeholder:text-ink-soft hover:border-ink focus-visible:border-ink focus-visible:outline-offset-1 ' +
  'aria-invalid:border-vermilion disabled:bg-sunk';

/** Shows an error in red under a field. It is announced when it appears. */
export function FieldError({
  id,
  className,
  children,
}: {
  id?: string;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <p
      id={id}
      role="alert"
      className={classes('text-note text-vermilion', !children && 'hidden', className)}
    >
      {children}
    </p>
  );
}

/**
 * A line under a field that reports what happened to the field's text. When it appears, it is
 * announced and scrolled into view.
 */
export function FieldNotice({ children }: { children?: ReactNode }) {
  const line = useRef<HTMLParagraphElement>(null);
  const isShown = Boolean(children);
  useEffect(() => {
    // On a phone, a long text may push this line off the screen.
    if (isShown) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <p
      ref={line}
      role="status"
      className={classes('text-note font-semibold', !children && 'hidden')}
    >
      {children}
    </p>
  );
}

type FieldProps = {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Makes the field as high as admin fields. */
  compact?: boolean;
  inputClassName?: string;
};

export function TextField({
  label,
  error,
  hint,
  compact = false,
  className,
  inputClassName,
  ...input
}: ComponentProps<'input'> & FieldProps) {
  const id = useId();
  return (
    <div className={classes('grid min-w-0 content-start gap-1', className)}>
      <label htmlFor={id} className="text-note font-semibold">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : input['aria-invalid']}
        aria-describedby={
          error ? `${id}-error` : (input['aria-describedby'] ?? (hint ? `${id}-hint` : undefined))
        }
        className={classes(compact ? compactInputClasses : inputClasses, inputClassName)}
      />
      {hint && !error && (
        <p id={`${id}-hint`} className="text-note text-ink-soft">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

const earliestDay = '2000-01-01';
const latestDay = '2099-12-31';

/**
 * A field for a day such as `2026-03-01`. While the year is half typed, `onChange` is not called. When the
 * user clears the field, it is called with '' unless the field is `required`.
 */
export function DateField({
  value,
  min = earliestDay,
  max = latestDay,
  required,
  onChange,
  ...field
}: Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> &
  FieldProps & { value: string; onChange: (day: string) => void }) {
  /** null while the field shows `value`. */
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextField
      {...field}
      type="date"
      inputClassName="tabular-nums"
      min={min}
      max={max}
      required={required}
      value={draft ?? value}
      onBlur={() => setDraft(null)}
      onChange={({ target: { value: day } }) => {
        const isWhole = day === '' ? !required : day >= earliestDay && day <= latestDay;
        setDraft(isWhole ? null : day);
        if (isWhole) onChange(day);
      }}
    />
  );
}

/** A choice among a few options. An option with the value '' means all or none. */
export function SelectField<Value extends string>({
  label,
  choices,
  value,
  compact = false,
  onChange,
  className,
  ...select
}: Omit<ComponentProps<'select'>, 'onChange' | 'value'> & {
  label: ReactNode;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  compact?: boolean;
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className={classes('grid min-w-0 content-start gap-1', className)}>
      <label htmlFor={id} className="text-note font-semibold">
        {label}
      </label>
      <select
        {...select}
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = choices.find((choice) => choice.value === target.value);
          if (chosen) onChange(chosen.value);
        }}
        className={compact ? compactInputClasses : inputClasses}
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
