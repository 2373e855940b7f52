import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

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
