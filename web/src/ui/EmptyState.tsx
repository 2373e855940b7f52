import type { ReactNode } from 'react';

/** Shown instead of an empty list: why it is empty, and how the user can fill it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div
      role="status"
      className="grid justify-items-start gap-1 rounded-xl border-[1.5px] border-dashed border-edge px-4 py-5"
    >
      <p className="font-semibold">{title}</p>
      <div className="text-note text-ink-soft empty:hidden">{children}</div>
    </div>
  );
}
