import { Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { classes } from '../../ui/classes';
import { compactInput } from './compact-field';
import { searchMark } from './use-row-keys';

const debounceMs = 300;

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
  /** null while nothing else than `value` stands in the field. */
  const [draft, setDraft] = useState<string | null>(null);

  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => {
      onChange(draft.trim());
      setDraft(null);
    }, debounceMs);
    return () => clearTimeout(timer);
    // `onChange` is new on every render, and no reason to wait anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft]);

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
          value={draft ?? value}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && (draft ?? value) === '') event.currentTarget.blur();
          }}
          className={classes(compactInput, 'pl-8!')}
        />
      </span>
    </div>
  );
}
