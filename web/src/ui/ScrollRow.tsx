import type { ReactNode } from 'react';
import { classes } from './classes';

/**
 * Choices that are one row on a phone, which scrolls sideways from edge to edge of the page. `className` lays
 * them out on wider screens.
 */
export function ScrollRow({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div
      ref={showChosen}
      className={classes(
        'flex gap-1.5 max-sm:-mx-4 max-sm:scroll-px-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1.5 max-sm:*:shrink-0 max-sm:[scrollbar-width:none]',
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Scrolls to the choice that is already made, such as that of a kept draft, without moving the page. */
function showChosen(row: HTMLElement | null): void {
  const chosen = row?.querySelector('[aria-pressed=true], label:has(:checked)');
  if (!row || !chosen) return;
  const { left, right } = chosen.getBoundingClientRect();
  const middle = row.getBoundingClientRect().left + row.clientWidth / 2;
  row.scrollLeft += (left + right) / 2 - middle;
}
