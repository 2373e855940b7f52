import { useId } from 'react';

/** A setting that is on or off, with an explanation. While busy, it ignores presses. */
export function Switch({
  label,
  hint,
  isOn,
  isDisabled = false,
  isBusy = false,
  onChange,
}: {
  label: string;
  hint: string;
  isOn: boolean;
  isDisabled?: boolean;
  isBusy?: boolean;
  onChange: (on: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="grid grid-cols-[1.25rem_minmax(0,1fr)] items-center gap-x-3">
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="size-5 accent-ink"
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        aria-busy={isBusy || undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          if (!isBusy) onChange(target.checked);
        }}
      />
      <label htmlFor={id} className="flex min-h-11 items-center font-semibold">
        {label}
      </label>
      <p id={`${id}-hint`} className="col-start-2 -mt-1.5 pb-2 text-note text-pretty text-ink-soft">
        {hint}
      </p>
    </div>
  );
}
