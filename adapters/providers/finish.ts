/** Decides how an answer ended, and whether it can be used. */
import { toReasonCategory, type FailureSignal } from './failure.ts';
import type { Report } from './provider.ts';

/** A model that calls a tool that does not exist has ended its text, too. */
const whole = ['stop', 'STOP', 'tool_calls', 'function_call'];
const cut = ['length', 'MAX_TOKENS'];

export type Ending = {
  /** In the provider's spelling; null when the answer has none. */
  finish: string | null;
  /** Whether a text with an unknown reason is whole. OpenAI's API has few reasons, but many servers speak it. */
  acceptsUnknown?: boolean;
  hasText: boolean;
  /** Whether the answer arrived to its end; a finish reason proves that, too. */
  isComplete: boolean;
  /** The model's refusal, in its own words. */
  refusal?: string | null;
  usage: Report['usage'];
};

/** Whether the text is cut short, or why there is no text to use. */
export function judgeEnding(ending: Ending): { isCut: boolean } | { signal: FailureSignal } {
  const { finish, acceptsUnknown = false, hasText, isComplete, refusal = null, usage } = ending;
  if (refusal) return { signal: { kind: 'empty', reason: 'refusal', said: refusal, usage } };
  if (finish === null && !isComplete) return { signal: { kind: 'broken', how: 'unfinished' } };
  const isUsable =
    finish === null ||
    whole.includes(finish) ||
    isCutBy(finish) ||
    (acceptsUnknown && !Object.hasOwn(toReasonCategory, finish));
  return hasText && isUsable
    ? { isCut: isCutBy(finish) }
    : { signal: { kind: 'empty', reason: finish, usage } };
}

const isCutBy = (finish: string | null): boolean => finish !== null && cut.includes(finish);
