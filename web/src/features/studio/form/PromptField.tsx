import type { ImageMode } from '@sachet/shared/contracts/vocabulary';
import { useEffect, useId, useRef } from 'react';
import { usePromptKeys } from '../../../browser/enter';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';
import { FieldError, FieldNotice, inputClasses } from '../../../ui/Field';
import { useTextLimit } from '../../../ui/use-text-limit';
import { appendWords } from '../../chat/voice/append-words';
import { Voice } from '../../chat/voice/Voice';
import { usePromptHelp } from './use-prompt-help';

export const isPrompt = (value: string, max: number): boolean =>
  value.trim() !== '' && value.length <= max;

/** A multi-line field with a character count. */
export function PromptField({
  label,
  placeholder,
  value,
  max,
  asked,
  words,
  improves,
  onChange,
  onSubmit,
}: {
  label: string;
  placeholder: string;
  value: string;
  max: number;
  /** Whether the user has submitted the form, which then says that the prompt is missing. */
  asked: boolean;
  words: { missing: string; tooLong: string };
  /** Adds a button that improves prompts of this mode. */
  improves?: ImageMode;
  onChange: (value: string) => void;
  onSubmit: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const keys = usePromptKeys(onSubmit);
  const { isCut, boxProps } = useTextLimit(value, max);
  const help = usePromptHelp({ mode: improves, value, max, onChange });
  const part = useShownWhenChanged(value);
  const isMissing = asked && value.trim() === '';
  const error = value.length > max ? words.tooLong : isMissing && words.missing;
  return (
    <div ref={part} className="grid gap-1">
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
      <div className="relative grid">
        <textarea
          {...boxProps}
          id={id}
          rows={3}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...keys}
          placeholder={placeholder}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-count${error ? ` ${id}-error` : ''}`}
          className={classes(
            inputClasses,
            'field-sizing-content max-h-96 min-h-24 resize-none text-lead md:min-h-32',
            help.button !== null && 'pr-12',
          )}
        />
        {help.button}
      </div>
      <div className="flex flex-wrap justify-between gap-x-4">
        <FieldError id={`${id}-error`}>{error}</FieldError>
        <FieldNotice>{isCut && t('shell.cut', { max })}</FieldNotice>
        <p id={`${id}-count`} className="ml-auto text-note text-ink-soft tabular-nums">
          {t('form.count', { count: value.length, max })}
        </p>
      </div>
      {help.report}
    </div>
  );
}

/** Scrolls a field into view when another part of the form, such as a sample prompt, has changed it. */
function useShownWhenChanged(value: string) {
  const part = useRef<HTMLDivElement>(null);
  const known = useRef(value);
  useEffect(() => {
    if (known.current === value) return;
    known.current = value;
    if (!part.current?.contains(document.activeElement)) {
      part.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [value]);
  return part;
}
