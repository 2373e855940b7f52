import { useEffect, useEffectEvent, type RefObject } from 'react';

/** A form that the visitor sent before the client had started (first-paint.js). */
type EarlyPress = { form: HTMLFormElement; fields: [name: string, value: string][] };

declare global {
  interface Window {
    sachetPress?: EarlyPress;
  }
}

/** Calls `repeat` with the fields if the visitor sent the form before the client had started. */
export function useEarlyPress(
  form: RefObject<HTMLFormElement | null>,
  repeat: (fields: FormData) => void,
): void {
  const take = useEffectEvent(() => {
    const press = window.sachetPress;
    const { current } = form;
    // If the client has rendered the page again, the form is another one.
    const isSame = press?.form.isConnected
      ? press.form === current
      : press?.form.action === current?.action;
    if (!press || !isSame) return;
    delete window.sachetPress;
    const fields = new FormData();
    for (const [name, value] of press.fields) fields.set(name, value);
    repeat(fields);
  });
  useEffect(() => take(), []);
}

/** Hides the shape of the sign-in dialog that first-paint.js has shown. */
export function endEarlyPress(): void {
  delete document.documentElement.dataset.pressed;
}
