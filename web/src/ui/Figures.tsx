import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes';

/** Key figures of a page, side by side. `className` has the columns. */
export function Figures({ className = 'fit-columns-9.5', ...rest }: ComponentProps<'dl'>) {
  return (
    <dl
      {...rest}
      className={classes(
        'grid gap-px overflow-hidden rounded-lg border border-fold bg-fold',
        className,
      )}
    />
  );
}

export function Figure({
  name,
  note,
  isBad = false,
  children,
}: {
  name: string;
  /** Shown below the figure. */
  note?: ReactNode;
  isBad?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="grid content-start bg-packet px-3 py-2.5">
      <dt className="text-note text-ink-soft">{name}</dt>
      <dd className={classes('text-lead font-bold tabular-nums', isBad && 'text-vermilion')}>
        {children}
      </dd>
      {note && <dd className="text-note text-ink-soft">{note}</dd>}
    </div>
  );
}
