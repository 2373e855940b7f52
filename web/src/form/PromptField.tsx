import { useId, type ReactNode } from 'react';
import { usePromptKeys } from '../browser/enter';
import { useTranslation } from '../i18n/translate';
import { FieldError, FieldNotice, inputClasses } from '../ui/Field';
import { useTextLimit } from '../ui/use-text-limit';
import { appendWords } from '../voice/append-words';
import { Voice } from '../voice/Voice';

/** A multi-line field with a character count. */
export function PromptField({
  label,
  placeholder,
  value,
  max,
  error,
  below,
  onChange,
  onSubmit,
}: {
  label: string;
  placeholder: string;
  value: string;
  max: number;
  error?: string;
  below?: ReactNode;
  onChange: (value: string) => void;
  onSubmit: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const keys = usePromptKeys(onSubmit);
  const { isCut, boxProps } = useTextLimit(value, max);
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="text-note font-semibold">
          {label}
        </label>
        <Voice
          field={label}
          onWords={(words) => onChange(appendWords(value, words, max))}
          className="-my-2 -mr-2 min-w-11 flex-1 justify-end"
        />
      </div>
      <textarea
        {...boxProps}
        id={id}
        rows={6}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...keys}
        placeholder={placeholder}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-count${error ? ` ${id}-error` : ''}`}
        className={`${inputClasses} field-sizing-content max-h-96 min-h-40 resize-none text-lead`}
      />
      <div className="flex flex-wrap justify-between gap-x-4">
        <FieldError id={`${id}-error`}>{error}</FieldError>
        <FieldNotice>{isCut && t('shell.cut', { max })}</FieldNotice>
        <p id={`${id}-count`} className="ml-auto text-note text-ink-soft tabular-nums">
          {t('form.count', { count: value.length, max })}
        </p>
      </div>
      {below}
    </div>
  );
}
