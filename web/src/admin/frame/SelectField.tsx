import { useId, type ComponentProps, type ReactNode } from 'react';
import { classes } from '../../ui/classes';
import { compactInput } from './compact-field';

/** A filter or a field with a few choices; the empty value is 'All'. */
export function SelectField<T extends string>({
  label,
  choices,
  value,
  onChange,
  className,
  ...rest
}: Omit<ComponentProps<'select'>, 'onChange' | 'value'> & {
  label: ReactNode;
  choices: { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}) {
  const id = useId();
  return (
    <div className={classes('grid min-w-0 content-start gap-1', className)}>
      <label htmlFor={id} className="text-note font-semibold">
        {label}
      </label>
      <select
        {...rest}
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        className={compactInput}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
