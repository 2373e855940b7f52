/** Reads what the `openai` SDK throws. */
import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import type { FailureSignal } from './failure.ts';
import { explainThrown, toRootCause } from './thrown-error.ts';

export function explainOpenAiError(error: unknown): FailureSignal {
  if (error instanceof APIUserAbortError) return { kind: 'cancelled' };
  if (error instanceof APIConnectionTimeoutError) return { kind: 'broken', how: 'timeout' };
  if (error instanceof APIConnectionError) {
    return { kind: 'broken', how: 'connection', detail: toRootCause(error) };
  }
  if (error instanceof APIError) {
    return {
      kind: 'error',
      status: error.status ?? null,
      code: toText(error.code),
      type: toText(error.type),
      message: toMessage(error.error),
      retryAfterMs: retryAfterMs(error.headers),
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

/** Milliseconds of a Retry-After header: seconds, or a date, or OpenAI's own `retry-after-ms`. */
function retryAfterMs(headers: Headers | undefined): number | null {
  const milliseconds = headers?.get('retry-after-ms');
  if (milliseconds) return boundedMs(Number(milliseconds));
  const value = headers?.get('retry-after');
  if (!value) return null;
  const seconds = Number(value);
  return boundedMs(Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000);
}

function boundedMs(value: number): number | null {
  return Number.isFinite(value) ? Math.max(0, Math.round(value)) : null;
}
