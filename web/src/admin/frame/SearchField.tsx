import { Search } from 'lucide-react';
import { useId } from 'react';
import { classes } from '../../ui/classes';
import { useSearchWords } from '../../ui/use-search-words';
import { compactInput } from './compact-field';
import { searchMark } from './use-row-keys';

/** The page's search, which `/` goes to; `onChange` hears of it once the typing rests. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  className,
}: {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}) {
  const id = useId();
  const [words, setWords] = useSearchWords(value, onChange);

  return (
    <div className={classes('grid content-start gap-1', className)}>
      <label htmlFor={id} className="text-note font-semibold">
        {label}
      </label>
      <span className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-ink-soft"
        />
        <input
          id={id}
          {...{ [searchMark]: '' }}
          type="search"
          aria-keyshortcuts="/"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && words === '') event.currentTarget.blur();
          }}
          className={classes(compactInput, 'pl-8!')}
        />
      </span>
    </div>
  );
}
