import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { withChange } from '../../../browser/url';
import { classes } from '../../../ui/classes';

/** Returns the view that the address names. The first view is the default and not part of the address. */
export function useView<View extends string>(name: string, views: readonly View[]): View {
  const [params] = useSearchParams();
  return views.find((view) => view === params.get(name)) ?? views[0]!;
}

/** Links to the views of a page. Each view has its own address, and keeps the page's filters. */
export function ViewLinks<View extends string>({
  label,
  name,
  views,
  className = 'flex flex-wrap gap-1.5',
  children,
}: {
  label: string;
  /** The view's name in the address. */
  name: string;
  views: readonly View[];
  className?: string;
  /** Returns the link's text. */
  children: (view: View) => ReactNode;
}) {
  const [params] = useSearchParams();
  const current = useView(name, views);
  return (
    <nav aria-label={label} className={className}>
      {views.map((view) => (
        <Link
          key={view}
          to={`?${withChange(params, { [name]: view === views[0] ? null : view })}`}
          preventScrollReset
          aria-current={view === current ? 'page' : undefined}
          className={classes(
            'inline-flex min-h-9 items-center justify-center rounded-lg border-[1.5px] px-2 text-center sm:px-3 text-note font-semibold pointer-coarse:min-h-11',
            view === current
              ? 'border-ink bg-ink text-on-ink'
              : 'border-fold bg-packet hover:border-edge',
          )}
        >
          {children(view)}
        </Link>
      ))}
    </nav>
  );
}
