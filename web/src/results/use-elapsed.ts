import type { UnderWay } from '@sachet/shared/contracts/generation';
import { useEffect, useState } from 'react';

/** How long something has been under way, in milliseconds: as the server said, and since it did. */
export function useElapsedMs(underWay: UnderWay): number {
  const [elapsedMs, setElapsedMs] = useState(underWay.elapsedMs);
  useEffect(() => {
    const beganMs = performance.now() - underWay.elapsedMs;
    const count = () => setElapsedMs(performance.now() - beganMs);
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [underWay]);
  return elapsedMs;
}
