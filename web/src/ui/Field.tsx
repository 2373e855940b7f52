import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react';
import { classes } from './classes';

export const inputClasses =
  'w-full min-w-0 min-h-11 rounded-lg border-[1.5px] border-edge bg-packet px-3 py-2 text-body text-ink ' +
  'placeholder:text-ink-soft hover:border-ink focus-visible:border-ink focus-visible:outline-offset-1 ' +
  'aria-invalid:border-vermilion disabled:bg-sunk';

/** The line in red under a field. It is announced when it appears. */
export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  return (
    <p id={id} role="alert" className={classes('text-note text-vermilion', !children && 'hidden')}>
      {children}
    </p>
  );
}

/** A line under a field that says what happened to its text. It is announced, and in sight, when it appears. */
export function FieldNotice({ children }: { children?: ReactNode }) {
  const line = useRef<HTMLParagraphElement>(null);
  const isShown = Boolean(children);
  useEffect(() => {
    // A long text has pushed it out of the screen of a phone.
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

export function TextField({
  label,
  error,
  hint,
  className,
  inputClassName = inputClasses,
  ...input
}: ComponentProps<'input'> & {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  inputClassName?: string;
}) {
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
        className={inputClassName}
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
