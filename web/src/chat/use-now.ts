import { useEffect, useState } from 'react';

const minuteMs = 60_000;

/** The time, in milliseconds, of a minute ago at most. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
