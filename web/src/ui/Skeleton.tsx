import { classes } from './classes';

/** A placeholder with the size of the content, so that nothing moves when the content loads. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classes('block max-w-full animate-breathe rounded bg-sunk', className)}
    />
  );
}
