import type { ReactNode } from 'react';
import { classes } from './classes';

/** Shown instead of an empty list: why it is empty, and how the user can fill it. */
export function EmptyState({
  title,
  compact = false,
  children,
}: {
  title: string;
  /** True for the small text of admin pages. */
  compact?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      role="status"
      className="grid justify-items-start gap-1 rounded-xl border-[1.5px] border-dashed border-edge px-4 py-5"
    >
      <p className="font-semibold">{title}</p>
      <div className={classes('text-ink-soft empty:hidden', compact && 'text-note')}>
        {children}
      </div>
    </div>
  );
}
