import type { ReactNode } from 'react';

/** A checkbox that chooses one report, or all of them. */
export function ChoiceBox({
  checked,
  isMixed = false,
  onChange,
  children,
}: {
  checked: boolean;
  /** Some, and not all. */
  isMixed?: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <label className="inline-flex items-center gap-1.5 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-ink"
      />
      {children}
    </label>
  );
}
