import type { ReactNode } from 'react';

/** The chosen picture in one low row, so that the fields below it stay on the first screen. */
export function ChosenPhoto({
  picture,
  over,
  children,
  actions,
}: {
  picture: ReactNode;
  /** Content that is rendered over the picture. */
  over?: ReactNode;
  /** The description of the picture. */
  children: ReactNode;
  actions: ReactNode;
}) {
  return (
    <div className="flex items-center gap-3 p-1">
      <div className="relative size-20 shrink-0 overflow-hidden rounded-lg bg-sunk *:size-full *:object-contain">
        {picture}
        {over}
      </div>
      <div className="min-w-0 flex-1 text-note">{children}</div>
      <div className="flex shrink-0 items-center">{actions}</div>
    </div>
  );
}
