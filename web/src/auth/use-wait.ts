import { useEffect, useState } from 'react';
import { secondsToWait } from './sent-code';

/** Whole seconds until another code can be sent, counting down. */
export function useWait(): number {
  const [left, setLeft] = useState(() => secondsToWait(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsToWait(Date.now())), 250);
    return () => clearInterval(timer);
  }, []);
  return left;
}
