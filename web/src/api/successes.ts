/** Which actions have succeeded: their place in the page may have to forget an earlier error. */
type Listener = (beganAtMs: number) => void;

const listeners = new Set<Listener>();

/** Returns the end of listening. */
export function onActionSucceeded(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** `beganAtMs` is `performance.now()` of when the action was sent. */
export function reportSuccess(beganAtMs: number): void {
  for (const listener of listeners) listener(beganAtMs);
}
