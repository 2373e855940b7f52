import { useRef } from 'react';
import { randomKey } from '../browser/random-key';
import { isAnswerLost } from './failure';

/**
 * Sends an action that must happen once. Retries of the same content use the same Idempotency-Key until an
 * answer arrives. After any answer, even a refusal, the next press uses a new key.
 */
export function useIdempotentSend() {
  const unanswered = useRef<{ content: string; key: string } | null>(null);
  return async <T>(body: object, post: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    const content = JSON.stringify(body);
    if (unanswered.current?.content !== content) {
      unanswered.current = { content, key: randomKey() };
    }
    try {
      const answer = await post(unanswered.current.key);
      unanswered.current = null;
      return answer;
    } catch (thrown) {
      if (!isAnswerLost(thrown)) unanswered.current = null;
      throw thrown;
    }
  };
}
