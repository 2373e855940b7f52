import type { ComponentProps } from 'react';
import { classes } from './classes';

const tones = {
  plain: 'bg-sunk',
  good: 'bg-leaf-wash',
  bad: 'bg-vermilion-wash',
};

/**
 * A tinted box with a message, hidden while it is empty. Set `role="status"` or `role="alert"` if the message
 * can appear later than its page.
 */
export function Notice({
  tone = 'plain',
  compact = false,
  className,
  ...rest
}: ComponentProps<'div'> & {
  tone?: keyof typeof tones;
  /** Makes the box smaller and its text bold, for admin pages. */
  compact?: boolean;
}) {
  return (
    <div
      {...rest}
      className={classes(
        'min-w-0 wrap-anywhere empty:hidden',
        tones[tone],
        compact ? 'rounded-lg px-3 py-2 text-note font-semibold' : 'rounded-xl px-4 py-3',
        compact && tone === 'good' && 'text-leaf',
        compact && tone === 'bad' && 'text-vermilion',
        className,
      )}
    />
  );
}
