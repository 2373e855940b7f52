import { type ReactNode, useId } from 'react';

/** A titled card on the pages about events and money. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-3 rounded-lg border border-fold bg-packet p-4 text-note"
    >
      <h2 id={id} className="text-body font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}
