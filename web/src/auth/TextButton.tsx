import type { ComponentProps } from 'react';

/** A small way aside, under or beside a form's field. */
export function TextButton({ children, ...rest }: Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <button
      {...rest}
      type="button"
      className="min-h-11 text-note font-semibold underline underline-offset-4 disabled:text-ink-soft"
    >
      {children}
    </button>
  );
}
