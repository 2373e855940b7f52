import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes';

/** Shows names with their values, in two columns on wide screens. `className` replaces that layout. */
export function DescriptionList({
  className = 'grid gap-x-8 gap-y-3 sm:grid-cols-2',
  ...rest
}: ComponentProps<'dl'>) {
  return <dl {...rest} className={className} />;
}

/**
 * Shows a name with its value below it or, if `inline`, at the other end of the line. `className` applies to
 * the value.
 */
export function Description({
  name,
  inline = false,
  className = 'font-medium',
  children,
}: {
  name: ReactNode;
  inline?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      className={
        inline ? 'flex flex-wrap items-baseline justify-between gap-x-4' : 'min-w-0 text-left'
      }
    >
      <dt className={classes('text-ink-soft', !inline && 'text-note')}>{name}</dt>
      <dd className={classes(inline ? 'ml-auto text-right' : 'wrap-anywhere', className)}>
        {children}
      </dd>
    </div>
  );
}
