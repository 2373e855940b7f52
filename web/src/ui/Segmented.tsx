import { useId, type ReactNode } from 'react';
import { classes } from './classes';

export type Segment<T extends string> = { value: T; label: ReactNode; icon?: ReactNode };

/** A few exclusive choices in one row. They are radio buttons, so the arrow keys work. */
export function Segmented<T extends string>({
  legend,
  hideLegend = false,
  segments,
  value,
  onChange,
  className,
}: {
  legend: string;
  hideLegend?: boolean;
  segments: Segment<T>[];
  value: T;
  onChange: (value: T) => void;
  className?: string;
}) {
  const name = useId();
  return (
    <fieldset className={classes('min-w-0', className)}>
      <legend className={hideLegend ? 'sr-only' : 'mb-1 text-note font-semibold'}>{legend}</legend>
      <div className="flex flex-wrap rounded-xl bg-sunk p-1">
        {segments.map((segment) => (
          <label
            key={segment.value}
            className={classes(
              'relative flex min-h-11 min-w-min flex-1 items-center justify-center gap-2 rounded-lg px-2 text-center text-note font-semibold wrap-normal',
              'transition-colors duration-150 has-focus-visible:outline-[2.5px] has-focus-visible:outline-ink',
              segment.value === value
                ? 'bg-raised text-ink shadow-[0_1px_2px_var(--shade)]'
                : 'text-ink-soft hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={segment.value}
              checked={segment.value === value}
              onChange={() => onChange(segment.value)}
              className="absolute inset-0 appearance-none opacity-0"
            />
            {segment.icon}
            <span>{segment.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
