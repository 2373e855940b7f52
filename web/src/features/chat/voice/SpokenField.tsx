import { useId, type ComponentProps } from 'react';
import { classes } from '../../../ui/classes';
import { FieldError, inputClasses } from '../../../ui/Field';
import { appendWords } from './append-words';
import { Voice } from './Voice';

/** A text field with a microphone beside its label. */
export function SpokenField({
  label,
  error,
  value,
  maxLength,
  onText,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  label: string;
  error?: string | undefined;
  value: string;
  maxLength: number;
  onText: (text: string) => void;
}) {
  const id = useId();
  return (
    <div className={classes('grid min-w-0 content-start gap-1', className)}>
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="text-note font-semibold">
          {label}
        </label>
        <Voice
          field={label}
          onWords={(words) => onText(appendWords(value, words, maxLength))}
          className="-my-2.5 -mr-2 min-w-11 flex-1 justify-end"
        />
      </div>
      <input
        {...input}
        id={id}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onText(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={inputClasses}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
