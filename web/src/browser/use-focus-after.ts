import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to an element when `state` changes and the control with the focus was removed. Otherwise
 * the page would get the focus, and a screen reader would start at its top.
 */
export function useFocusAfter<T extends HTMLElement>(state: string): RefObject<T | null> {
  const element = useRef<T>(null);
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) element.current?.focus();
  }, [state]);
  return element;
}
