import { useEffect, useState } from 'react';

const debounceMs = 300;

/**
 * Returns the text of a search field whose `value` is in the address. `onChange` is called when the user
 * pauses. The field keeps new letters until the address has changed. Any other change of the address (Back, a
 * cleared filter) replaces the field's text.
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
