import { Search } from 'lucide-react';
import { useId, type ComponentProps } from 'react';
import { classes } from './classes';
import { compactInputClasses, inputClasses } from './Field';
import { useSearchWords } from './use-search-words';

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
  const id = useId();
  const [words, setWords] = useSearchWords(value, onChange);
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
          id={id}
          type="search"
          value={words}
          onChange={({ target }) => setWords(target.value)}
          className={classes(compact ? compactInputClasses : inputClasses, 'pl-9!')}
        />
      </span>
    </div>
  );
}
