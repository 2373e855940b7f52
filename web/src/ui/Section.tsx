import { useId, type ReactNode } from 'react';
import { classes } from './classes';

/** A part of a page, named by its heading. As a card, it is one of several on a dense page. */
export function Section({
  id,
  title,
  text,
  end,
  look = 'plain',
  className,
  children,
}: {
  id?: string;
  title: ReactNode;
  /** Shown below the heading: what the part is about. */
  text?: ReactNode;
  /** Shown beside the heading, such as buttons. */
  end?: ReactNode;
  look?: 'plain' | 'card';
  className?: string;
  children?: ReactNode;
}) {
  const headingId = useId();
  const isCard = look === 'card';
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className={classes(
        'grid grid-cols-1 content-start gap-3',
        isCard && 'rounded-lg border border-fold bg-packet p-4 text-note',
        className,
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2
            id={headingId}
            className={classes('font-bold wrap-anywhere', isCard ? 'text-body' : 'text-lead')}
          >
            {title}
          </h2>
          {text && <p className="max-w-prose text-note text-pretty text-ink-soft">{text}</p>}
        </div>
        {end}
      </div>
      {children}
    </section>
  );
}
