import { useEffect, useState } from 'react';

/** Whole seconds left until `seconds` after it was first shown, or after the last `restart`. */
export function useCountdown(seconds: number): { left: number; restart: () => void } {
  const [endsAtMs, setEndsAtMs] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);

  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [endsAtMs]);

  return { left, restart: () => setEndsAtMs(Date.now() + seconds * 1000) };
}
