import { useState } from 'react';
import { createStore, useStore } from './store';

/** Of a finger, the click comes a moment after it is lifted. */
const clickFollowsWithinMs = 50;

const isPressing = createStore(false);
let release: ReturnType<typeof setTimeout> | undefined;

function press(): void {
  clearTimeout(release);
  isPressing.set(true);
}

function releaseSoon(): void {
  clearTimeout(release);
  release = setTimeout(() => isPressing.set(false), clickFollowsWithinMs);
}

addEventListener('pointerdown', press, { capture: true });
addEventListener('pointerup', releaseSoon, { capture: true });
// What scrolls, becomes a drag or leaves the window ends without `pointerup`.
addEventListener('pointercancel', releaseSoon, { capture: true });
addEventListener('blur', releaseSoon);

/**
 * A value that does not change between a press and its click: what comes late and pushes the page down
 * would move a button from under the pointer, and its click would be lost.
 *
 * @param value the same object in each rendering while nothing in it has changed
 * @returns the newest value that was known while nothing was pressed; undefined if there was none yet
 */
export function useWhenReleased<T>(value: T): T | undefined {
  const pressing = useStore(isPressing);
  const [last, setLast] = useState<T>();
  if (pressing) return last;
  if (!Object.is(last, value)) setLast(value);
  return value;
}
