import { useEffect, useRef, useState } from 'react';

/**
 * `asked` is true once the user has submitted the form, which then shows what is missing. The submit button of
 * a long form is always visible, so `ask` also moves the focus, and with it the page, to the first such field.
 */
export function useAsked() {
  const form = useRef<HTMLFormElement>(null);
  const [submits, setSubmits] = useState(0);
  useEffect(() => {
    if (submits > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submits]);
  return { form, asked: submits > 0, ask: () => setSubmits((count) => count + 1) };
}
