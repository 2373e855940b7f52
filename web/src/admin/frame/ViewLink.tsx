import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classes } from '../../ui/classes';

/** One of a page's views, each of which has an address. */
export function ViewLink({
  to,
  isCurrent,
  children,
}: {
  to: string;
  isCurrent: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isCurrent ? 'page' : undefined}
      className={classes(
        'inline-flex min-h-9 items-center justify-center rounded-lg border-[1.5px] px-3 text-center text-note font-semibold pointer-coarse:min-h-11',
        isCurrent ? 'border-ink bg-ink text-on-ink' : 'border-fold bg-packet hover:border-edge',
      )}
    >
      {children}
    </Link>
  );
}
