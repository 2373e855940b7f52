/**
 * Which request caused what is being done, from the edge through a job to a provider's call: every
 * line of the log names it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

export interface RequestContext {
  readonly requestId: string;
  /** These describe the job that is processed. */
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

/** The id that a proxy we trust has given, or a new one. */
export function toRequestId(given: string | undefined): string {
  return given !== undefined && wellFormed.test(given) ? given : randomUUID();
}
