import { useEffect, useState } from 'react';

const debounceMs = 300;

/**
 * The words of a search field whose `value` stands in the address: `onChange` hears of them once the
 * typing rests. Going there takes a moment, in which the field keeps what is typed; what changes the
 * address otherwise (Back, a filter that is cleared) changes the field too.
 */
export function useSearchWords(
  value: string,
  onChange: (words: string) => void,
): [words: string, setWords: (words: string) => void] {
  /** Null while nothing else than `value` was ever in the field. */
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
    // `onChange` is new on every render, and no reason to wait anew.
    // oxlint-disable-next-line react/exhaustive-deps -- only what is typed asks
  }, [typed]);
  return [typed ?? value, setTyped];
}
