import { useId, type ReactNode } from 'react';
import { classes } from './classes';
import { ScrollRow } from './ScrollRow';

/** Optional choices of which at most one is chosen. Pressing the chosen one again clears it. */
export function Chips<T extends string>({
  label,
  isLabelHidden = false,
  isRow = false,
  note,
  choices,
  value,
  onChange,
}: {
  label: string;
  /** For chips below a title with the same words. */
  isLabelHidden?: boolean;
  /** True for one row on a phone. */
  isRow?: boolean;
  note?: string;
  choices: { value: T; label: string; icon?: ReactNode }[];
  value: T | null;
  onChange: (value: T | null) => void;
}) {
  const id = useId();
  const buttons = choices.map((choice) => (
    <button
      key={choice.value}
      type="button"
      aria-pressed={choice.value === value}
      onClick={() => onChange(choice.value === value ? null : choice.value)}
      className={classes(
        'inline-flex min-h-9 items-center gap-2 rounded-lg border-[1.5px] px-3 text-note font-medium transition-colors duration-150 pointer-coarse:min-h-11',
        choice.value === value
          ? 'border-ink bg-ink text-on-ink'
          : 'border-fold bg-packet hover:border-edge',
      )}
    >
      {choice.icon}
      {choice.label}
    </button>
  ));
  return (
    <div role="group" aria-labelledby={id}>
      <p
        className={
          isLabelHidden ? 'sr-only' : 'mb-1.5 flex justify-between gap-2 text-note font-semibold'
        }
      >
        <span id={id}>{label}</span>
        {note && <span className="font-normal text-ink-soft">{note}</span>}
      </p>
      {isRow ? (
        <ScrollRow className="sm:flex-wrap">{buttons}</ScrollRow>
      ) : (
        <div className="flex flex-wrap gap-1.5">{buttons}</div>
      )}
    </div>
  );
}
