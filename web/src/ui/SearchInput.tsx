import { Search, X } from 'lucide-react';
import { useId, useRef, type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from '../i18n/translate';
import { IconButton } from './Button';
import { classes } from './classes';
import { compactInputClasses, inputClasses } from './Field';

/**
 * A search field whose `value` is in the URL. `onChange` is called with the trimmed words when the user
 * pauses.
 */
export function SearchInput({
  label,
  hideLabel = false,
  value,
  compact = false,
  onChange,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  label: string;
  hideLabel?: boolean;
  value: string;
  compact?: boolean;
  onChange: (words: string) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useSearchWords(value, onChange);

  function clear() {
    setWords('');
    field.current?.focus();
  }

  return (
    <div className={classes('grid min-w-0 content-start gap-1', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-note font-semibold'}>
        {label}
      </label>
      <span className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-soft"
        />
        <input
          autoComplete="off"
          {...input}
          ref={field}
          id={id}
          type="search"
          value={words}
          onChange={({ target }) => setWords(target.value)}
          className={classes(
            compact ? compactInputClasses : inputClasses,
            words === '' ? 'pr-3!' : 'pr-11!',
            // Browsers draw different buttons here, or none.
            'pl-9! placeholder-shown:text-ellipsis [&::-webkit-search-cancel-button]:hidden',
          )}
        />
        {words !== '' && (
          <IconButton
            label={t('text.clearSearch')}
            onClick={clear}
            className="absolute inset-y-0 right-0 my-auto text-ink-soft hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        )}
      </span>
    </div>
  );
}

const debounceMs = 300;

/**
 * Returns the text of a search field whose `value` is in the address. `onChange` is called when the user
 * pauses. The field keeps new letters until the address has changed. Any other change of the address (Back, a
 * cleared filter) replaces the field's text.
 * @internal exported for its test
 */
export function useSearchWords(
  value: string,
  onChange: (words: string) => void,
): [words: string, setWords: (words: string) => void] {
  /** null until the user types. */
  const [typed, setTyped] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const [given, setGiven] = useState(value);
  if (value !== given) {
    setGiven(value);
    const words = typed?.trim();
    if (words !== value && words === asked) setTyped(null);
  }
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      const words = typed.trim();
      setAsked(words);
      if (words !== value) onChange(words);
    }, debounceMs);
    return () => clearTimeout(timer);
    // `onChange` is new on every render and must not restart the wait.
    // oxlint-disable-next-line react/exhaustive-deps -- only what is typed asks
  }, [typed]);
  return [typed ?? value, setTyped];
}
