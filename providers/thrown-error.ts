import type { FailureSignal } from './failure.ts';

/** Errors that no SDK wraps: a body that broke off is a TypeError, incomplete JSON a SyntaxError. */
export function explainThrown(error: unknown): FailureSignal {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof SyntaxError) return { kind: 'broken', how: 'unfinished', detail };
  if (error instanceof TypeError && /fetch failed|terminated|network|socket/i.test(detail)) {
    return { kind: 'broken', how: 'connection', detail: toRootCause(error) };
  }
  return { kind: 'empty', reason: null, detail };
}

/** The innermost error names what the network did; SDKs and fetch wrap it in their own. */
export function toRootCause(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : (error as Error).cause;
  return inner instanceof Error ? toRootCause(inner) : String(inner ?? error);
}
