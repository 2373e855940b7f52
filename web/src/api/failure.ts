import type { ErrorCode } from '@sachet/shared/contracts/error';

/** The only error that the calls of `api/client` throw. */
export class ApiFailure extends Error {
  /** null if no answer arrived or this client does not know the code. */
  readonly code: ErrorCode | null;
  /** The server's English text for the user; null if it sent none. */
  readonly serverText: string | null;
  /** 0 if no answer arrived. */
  readonly status: number;
  readonly field: string | null;
  /** True if the request has certainly not reached the server. */
  readonly isUnsent: boolean;

  constructor(failure: {
    /** For developers; never shown. */
    message: string;
    serverText?: string | null;
    code?: ErrorCode | null;
    status: number;
    field?: string | null;
    isUnsent?: boolean;
  }) {
    super(failure.message);
    this.name = 'ApiFailure';
    this.code = failure.code ?? null;
    this.serverText = failure.serverText ?? null;
    this.status = failure.status;
    this.field = failure.field ?? null;
    this.isUnsent = failure.isUnsent ?? false;
  }
}

export function isFailure(thrown: unknown, ...codes: ErrorCode[]): thrown is ApiFailure {
  return thrown instanceof ApiFailure && thrown.code !== null && codes.includes(thrown.code);
}

/** Whether the browser reports that the connection is lost. */
export const isOffline = () => !navigator.onLine;

/** Whether the request has certainly not reached the server. */
export const isUnsent = (thrown: unknown) => thrown instanceof ApiFailure && thrown.isUnsent;

/** Throws if the connection is lost, before an action is sent. */
export function requireConnection(): void {
  if (isOffline()) throw new ApiFailure({ message: 'Offline', status: 0, isUnsent: true });
}

/** Whether the server refused the request and would refuse the same request again. */
export function isRefused(thrown: unknown): thrown is ApiFailure {
  return thrown instanceof ApiFailure && thrown.status >= 400 && thrown.status < 500;
}

/** Whether the outcome is unknown, because no answer arrived or the answer does not report it. */
export function isAnswerLost(thrown: unknown): boolean {
  return !(thrown instanceof ApiFailure) || thrown.status === 0 || thrown.status >= 500;
}

/**
 * Whether the wallet lacks money or the budget is used up, in which case the wallet opens (docs/product.md,
 * Messages). Without a known code, the server's text decides.
 */
export function isAboutFunds(thrown: unknown): thrown is ApiFailure {
  if (isFailure(thrown, 'insufficient_funds', 'budget_exceeded')) return true;
  if (!isRefused(thrown) || thrown.code !== null) return false;
  return /insufficient|wallet|budget/i.test(thrown.serverText ?? '');
}
