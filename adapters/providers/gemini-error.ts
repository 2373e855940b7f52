/** Reads the errors that the `@google/genai` SDK throws: a status, and a message that is the body's JSON. */
import { ApiError } from '@google/genai';
import {
  toReasonCategory,
  type Category,
  type ErrorSignal,
  type FailureSignal,
} from './failure.ts';
import { explainThrown } from './thrown-error.ts';

type Body = { error?: { message?: unknown; status?: unknown; details?: unknown } };
type Detail = { reason?: unknown; retryDelay?: unknown; violations?: unknown };

export function explainGeminiError(error: unknown): FailureSignal {
  if (error instanceof Error && error.name === 'AbortError') return { kind: 'cancelled' };
  if (!(error instanceof ApiError)) return explainThrown(error);
  const body = parseBody(error.message)?.error;
  const details = (Array.isArray(body?.details) ? body.details : []) as Detail[];
  const reason = details.map((detail) => detail?.reason).find((found) => typeof found === 'string');
  const message = typeof body?.message === 'string' ? body.message : '';
  return {
    kind: 'error',
    status: error.status ?? null,
    code: reason ?? null,
    type: typeof body?.status === 'string' ? body.status : null,
    // A proxy's HTML page is wrapped in the same shape.
    message: message.trimStart().startsWith('<') ? '' : message,
    quotaIds: readQuotaIds(details),
    retryAfterMs: retryDelayMs(details),
  };
}

/** In the middle of a stream the JSON has a prefix: `got status: UNAVAILABLE. {...}`. */
function parseBody(message: string): Body | null {
  const start = message.indexOf('{');
  if (start < 0) return null;
  try {
    return JSON.parse(message.slice(start)) as Body;
  } catch {
    return null;
  }
}

/** QuotaFailure's limits, such as `GenerateRequestsPerMinutePerProjectPerModel`. */
function readQuotaIds(details: Detail[]): string[] {
  const violations = details.flatMap((detail) => detail?.violations ?? []) as unknown[];
  return violations.flatMap((violation) => {
    const id = (violation as { quotaId?: unknown } | null)?.quotaId;
    return typeof id === 'string' ? [id] : [];
  });
}

/** Milliseconds of RetryInfo's `retryDelay`, a protobuf duration such as `13s` or `0.5s`. */
function retryDelayMs(details: Detail[]): number | null {
  for (const detail of details) {
    const match = /^(\d+(?:\.\d+)?)s$/.exec(String(detail?.retryDelay ?? ''));
    if (match) return Math.round(Number(match[1]) * 1000);
  }
  return null;
}

/** The category by Gemini's codes, before the status; null if they give none. */
export function categorizeGeminiError({ status, code, type }: ErrorSignal): Category | null {
  if (status === 499 || type === 'CANCELLED') return 'cancelled';
  return toReasonCategory[code ?? ''] ?? null;
}
