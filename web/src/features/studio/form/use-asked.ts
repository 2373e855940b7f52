import { useEffect, useRef, useState, type FormEvent } from 'react';

/**
 * A form that `send` sends if it is complete. `asked` is true once the user has submitted it, and the form then
 * shows what is missing. The submit button of a long form is always visible, so a submit also moves the focus,
 * and with it the page, to the first such field.
 */
export function useAsked(isComplete: boolean, send: () => void) {
  const ref = useRef<HTMLFormElement>(null);
  const [submits, setSubmits] = useState(0);
  useEffect(() => {
    if (submits > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submits]);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    setSubmits((count) => count + 1);
    if (isComplete) send();
  }

  return { form: { ref, noValidate: true, onSubmit: submit }, asked: submits > 0, submit };
}

export type AskedForm = ReturnType<typeof useAsked>['form'];
