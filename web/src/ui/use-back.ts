import { useEffect, useEffectEvent } from 'react';
import { holdBack } from '../browser/back';

/** While `isOpen`, Back closes this by `close`, as Escape does, and leads nowhere. */
export function useBack(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    return holdBack(() => onBack());
  }, [isOpen]);
}
