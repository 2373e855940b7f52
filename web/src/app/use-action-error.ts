import { useEffect, useState } from 'react';
import { onActionSucceeded } from '../api/client';

/**
 * What the last action has met, shown in its place. It goes when an action succeeds that began
 * after it, wherever on the page: an old error beside a new success says nothing true.
 */
export function useActionError<Failure = string>(): [
  Failure | null,
  (error: Failure | null) => void,
] {
  const [shown, setShown] = useState<{ error: Failure; atMs: number } | null>(null);
  useEffect(
    () =>
      onActionSucceeded((beganAtMs) =>
        setShown((known) => (known && known.atMs <= beganAtMs ? null : known)),
      ),
    [],
  );
  const setError = (error: Failure | null) =>
    setShown(error === null ? null : { error, atMs: performance.now() });
  return [shown?.error ?? null, setError];
}
