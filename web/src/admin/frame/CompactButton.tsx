import type { ComponentProps } from 'react';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';

/** A button among rows: 36 px high, 44 under a finger. */
export function CompactButton({
  look = 'outline',
  className,
  ...rest
}: ComponentProps<typeof Button>) {
  return (
    <Button
      {...rest}
      look={look}
      className={classes(
        'min-h-9! rounded-lg! px-3! text-note pointer-coarse:min-h-11!',
        className,
      )}
    />
  );
}
