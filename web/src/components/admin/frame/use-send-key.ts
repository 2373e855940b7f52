import { useRef } from 'react';
import { randomKey } from '../../../ui/random-key';

/**
 * The Idempotency-Key of what a form would send: the same while the same is sent again after a
 * failure, another one once it has gone through or says something else.
 */
export function useSendKey() {
  const last = useRef<{ content: string; key: string } | null>(null);
  return {
    keyOf(content: object): string {
      const text = JSON.stringify(content);
      if (last.current?.content !== text) last.current = { content: text, key: randomKey() };
      return last.current.key;
    },
    spent(): void {
      last.current = null;
    },
  };
}
