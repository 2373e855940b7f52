/** Reads the errors that the `openai` SDK throws. */
import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import type { Category, ErrorSignal, FailureSignal } from './failure.ts';
import { explainThrown, toConnectionSignal } from './thrown-error.ts';

export function explainOpenAiError(error: unknown): FailureSignal {
  if (error instanceof APIUserAbortError) return { kind: 'cancelled' };
  if (error instanceof APIConnectionTimeoutError) return { kind: 'broken', how: 'timeout' };
  if (error instanceof APIConnectionError) {
    return toConnectionSignal(error);
  }
  if (error instanceof APIError) {
    return {
      kind: 'error',
      status: error.status ?? null,
      code: toText(error.code),
      type: toText(error.type),
      param: toText(error.param),
      message: toMessage(error.error),
    };
  }
  return explainThrown(error);
}

/** Only a body in OpenAI's format has a message for people; a proxy's HTML page has none. */
function toMessage(body: unknown): string {
  if (typeof body === 'string') return body;
  const message = (body as { message?: unknown } | undefined)?.message;
  return typeof message === 'string' ? message : '';
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value ? value : null;
}

const safetyCodes = ['moderation_blocked', 'content_policy_violation', 'content_filter'];
const namesCopyright = /copyright|likeness|similarity to third[- ]party/i;

/** The category by OpenAI's codes, before the status; null if they give none. */
export function categorizeOpenAiError({ code, type, message }: ErrorSignal): Category | null {
  if ([code, type].some((each) => each !== null && safetyCodes.includes(each))) return 'safety';
  return namesCopyright.test(message) ? 'copyright' : null;
}
