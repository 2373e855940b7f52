import { LockKeyhole } from 'lucide-react';
import { classes } from './classes';

/** The strip across the top of a locked packet, which unlocking tears off. */
export function Seal({
  provider,
  isNarrow = false,
  tearing = false,
  onTorn,
}: {
  provider: string;
  /** Whether the packet is a small one of a row. */
  isNarrow?: boolean;
  tearing?: boolean;
  onTorn?: () => void;
}) {
  return (
    <div
      aria-hidden
      className={classes('absolute inset-x-0 top-0 z-10', tearing && 'tearing')}
      onAnimationEnd={onTorn}
    >
      <div
        className={classes(
          'strip crimp flex h-13 flex-wrap items-center justify-between gap-y-6 overflow-hidden bg-print-lilac pt-1.5 pb-2 font-bold text-ink',
          isNarrow ? 'px-2' : 'px-4 sm:px-5',
        )}
      >
        <span className="max-w-full truncate rounded-full bg-packet px-3 text-note leading-6">
          {provider}
        </span>
        <span className="grid size-7 place-items-center rounded-full bg-packet">
          <LockKeyhole className="size-4" />
        </span>
      </div>
    </div>
  );
}
