import { classes } from './classes';

export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classes(
        'inline-block size-4 shrink-0 animate-turn rounded-full border-2 border-current border-r-transparent',
        className,
      )}
    />
  );
}
