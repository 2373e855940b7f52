import { useSyncExternalStore, type KeyboardEvent } from 'react';
import { isInBrowser } from './is-in-browser';
import { createStore } from './store';

/** The type of the last pointer; null before the user has pressed anything. */
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

/**
 * Whether the user pressed Enter, except to end a word in an input method. Safari reports that case with key
 * code 229.
 */
export function isEnter({ key, keyCode, nativeEvent }: Press): boolean {
  return key === 'Enter' && !nativeEvent.isComposing && keyCode !== 229;
}

/**
 * Handles Enter in a prompt box (docs/product.md, Validation). With a mouse, Enter sends and
 * Shift+Enter starts a new line. With touch, Enter starts a new line and the button sends, because
 * not all touch keyboards report Enter. Ctrl+Enter or ⌘+Enter always sends.
 */
export function usePromptKeys(send: () => void) {
  const enterSends = useSyncExternalStore(subscribe, hasMouse, () => true);
  return {
    enterKeyHint: enterSends ? ('send' as const) : ('enter' as const),
    onKeyDown(event: KeyboardEvent): void {
      if (!isEnter(event) || event.shiftKey || event.altKey) return;
      if (!enterSends && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      // A key that is held down sends only once.
      if (!event.repeat) send();
    },
  };
}
