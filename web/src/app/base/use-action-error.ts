import { useEffect, useState } from 'react';
import { onActionSucceeded } from '../../api/client';

/**
 * Holds the error of the last action. Any later success on the page clears it, because an old error beside a
 * new success is misleading.
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
