import { useRef } from 'react';
import { randomKey } from '../browser/random-key';
import { isAnswerLost } from './failure';

/**
 * Sends what must happen once. The same content has the same Idempotency-Key for as long as no
 * answer to it has come, so that pressing again cannot do it twice; after an answer, be it a refusal,
 * the next press is a new one.
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
