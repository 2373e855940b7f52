import type { FailureSignal } from './failure.ts';

/** Errors that no SDK wraps: a body that broke off is a TypeError, incomplete JSON a SyntaxError. */
export function explainThrown(error: unknown): FailureSignal {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof SyntaxError) return { kind: 'broken', how: 'unfinished', detail };
  if (error instanceof TypeError && /fetch failed|terminated|network|socket/i.test(detail)) {
    return toConnectionSignal(error);
  }
  // The Gemini SDK's message for a stream that ends inside an event.
  if (detail.startsWith('Incomplete JSON segment'))
    return { kind: 'broken', how: 'unfinished', detail };
  return { kind: 'empty', reason: null, detail };
}

/** The connection ended without an answer, or in the middle of the answer. */
export function toConnectionSignal(error: Error): FailureSignal {
  const detail = toRootCause(error);
  const how = /unexpected redirect/.test(detail) ? 'redirected' : 'connection';
  return { kind: 'broken', how, detail };
}

/** The innermost error has the network's reason; SDKs and fetch wrap it in their own errors. */
function toRootCause(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : (error as Error).cause;
  return inner instanceof Error ? toRootCause(inner) : String(inner ?? error);
}
