import { useEffect, useState } from 'react';

/** Whole seconds left until `seconds` after the last `start`. */
export function useCountdown(seconds: number): { left: number; start: () => void } {
  const [endsAt, setEndsAt] = useState(0);
  const [left, setLeft] = useState(0);

  useEffect(() => {
    if (endsAt === 0) return;
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [endsAt]);

  return {
    left,
    start: () => {
      setEndsAt(Date.now() + seconds * 1000);
      setLeft(seconds);
    },
  };
}
