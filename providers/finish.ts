/** Decides how an answer ended: only the reasons listed here mean that it can be used. */
import type { FailureSignal } from './failure.ts';
import type { Report } from './provider.ts';

const whole = ['stop', 'STOP'];
const cut = ['length', 'MAX_TOKENS'];

export type Ending = {
  /** In the provider's spelling; null when the answer has none. */
  finish: string | null;
  hasText: boolean;
  detail?: string | null;
  usage: Report['usage'];
};

/** Whether the text is cut short, or why there is no text to use. */
export function judgeEnding(ending: Ending): { isCut: boolean } | { signal: FailureSignal } {
  const { finish, hasText, detail = null, usage } = ending;
  const empty = { kind: 'empty', reason: finish, detail, usage } as const;
  if (finish === null) return { signal: { kind: 'broken', how: 'unfinished' } };
  const isKnown = whole.includes(finish) || cut.includes(finish);
  return hasText && isKnown ? { isCut: cut.includes(finish) } : { signal: empty };
}
