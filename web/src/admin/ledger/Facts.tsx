import { useId, type ReactNode } from 'react';
import { Nothing } from '../frame/cells';

/** Names and what they stand for. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-8 gap-y-3 text-note sm:grid-cols-2">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children || <Nothing />}</dd>
    </div>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-3 rounded-lg border border-fold bg-packet p-4"
    >
      <h2 id={id} className="text-body font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}
