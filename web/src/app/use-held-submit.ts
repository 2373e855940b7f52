import { type RefObject, useEffect } from 'react';

/**
 * Sends the form again if it was sent before this code loaded. `public/first-paint.js` holds such a form, if
 * it has the returned attribute.
 */
export function useHeldSubmit(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const { current } = form;
    if (current?.dataset.hold !== 'held') return;
    current.removeAttribute('data-hold');
    current.requestSubmit();
  }, [form]);
  return { 'data-hold': '' };
}
