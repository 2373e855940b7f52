import { useId, type ComponentProps, type ReactNode } from 'react';
import { classes } from '../../../ui/classes';
import { FieldError } from '../../../ui/Field';
import { compactInput } from './compact-field';

/** A field on an admin page. */
export function CompactField({
  label,
  hint,
  error,
  onChange,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className={classes('grid min-w-0 content-start gap-1', className)}>
      <label htmlFor={id} className="text-note font-semibold">
        {label}
      </label>
      <input
        autoComplete="off"
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={compactInput}
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
