import { useSyncExternalStore, type KeyboardEvent } from 'react';
import { isInBrowser } from './is-in-browser';
import { createStore } from './store';

/** How the page was touched last; null before the first press. */
const lastPointer = createStore<'mouse' | 'touch' | null>(null);
const coarse = isInBrowser ? matchMedia('(pointer: coarse)') : null;

if (isInBrowser) {
  addEventListener(
    'pointerdown',
    ({ pointerType }) => lastPointer.set(pointerType === 'mouse' ? 'mouse' : 'touch'),
    { capture: true },
  );
}

function hasMouse(): boolean {
  const last = lastPointer.get();
  return last === null ? !coarse?.matches : last === 'mouse';
}

function subscribe(listener: () => void): () => void {
  coarse?.addEventListener('change', listener);
  const stop = lastPointer.subscribe(listener);
  return () => {
    coarse?.removeEventListener('change', listener);
    stop();
  };
}

type Press = Pick<KeyboardEvent, 'key' | 'keyCode' | 'nativeEvent'>;

/** Enter, unless it ends a word that an input method is still composing; Safari reports that by 229. */
export function isEnter({ key, keyCode, nativeEvent }: Press): boolean {
  return key === 'Enter' && !nativeEvent.isComposing && keyCode !== 229;
}

/**
 * Enter in a box for a prompt (docs/product.md, Validation). With a mouse Enter sends and Shift+Enter
 * begins a line. On touch Enter begins a line and the button sends: keyboards there differ in whether
 * they report Enter at all. Ctrl or ⌘ with Enter sends everywhere.
 */
export function usePromptKeys(send: () => void) {
  const enterSends = useSyncExternalStore(subscribe, hasMouse, () => true);
  return {
    enterKeyHint: enterSends ? ('send' as const) : ('enter' as const),
    onKeyDown(event: KeyboardEvent): void {
      if (!isEnter(event) || event.shiftKey || event.altKey) return;
      if (!enterSends && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      // A key that is held down sends once.
      if (!event.repeat) send();
    },
  };
}
