import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** A part of a form that is folded until the user opens it. */
export function Fold({
  icon,
  title,
  note,
  children,
}: {
  icon?: ReactNode;
  title: string;
  /** The choice inside, or the number of entries. */
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <details className="group rounded-xl border border-fold bg-packet">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-xl px-4 py-1 text-note font-semibold *:[svg]:shrink-0">
        {icon}
        <span className="min-w-0">{title}</span>
        {note && <span className="min-w-0 font-normal text-ink-soft tabular-nums">{note}</span>}
        <ChevronDown
          aria-hidden
          className="ml-auto size-4 text-ink-soft transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      {children}
    </details>
  );
}
