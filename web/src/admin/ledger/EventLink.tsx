import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths';

/** From a number or an id to the events, or whatever else is behind it. */
export function EventLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-6 items-center justify-self-start font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  );
}

/** The list, narrowed by whatever of `filter` is there. */
export function ledgerLink(filter: Record<string, string>): string {
  return paths.ledger(Object.fromEntries(Object.entries(filter).filter(([, value]) => value)));
}
