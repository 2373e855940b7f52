/**
 * The request that caused the current work, from the HTTP layer through a job to a provider's call: every log
 * line names this request.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

export interface RequestContext {
  readonly requestId: string;
  /** This field and the next ones describe the current job. */
  readonly jobId?: string | undefined;
  readonly job?: string;
  readonly holdId?: string | undefined;
  readonly generationId?: string | undefined;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const getRequestContext = (): RequestContext | undefined => storage.getStore();

export function runInRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

const wellFormed = /^[\w.-]{8,128}$/;

/** The id that a trusted proxy has set, or a new id. */
export function toRequestId(given: string | undefined): string {
  return given !== undefined && wellFormed.test(given) ? given : randomUUID();
}
