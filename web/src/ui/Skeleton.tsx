import { classes } from './classes';

/** A block of the final size, so that nothing moves when the content comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classes('block max-w-full animate-breathe rounded bg-sunk', className)}
    />
  );
}
