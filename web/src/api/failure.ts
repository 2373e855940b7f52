import type { ErrorCode } from '@sachet/shared/contracts/error';

/** The one thing that every call of `api/client` throws. */
export class ApiFailure extends Error {
  /** null when no answer came, or one whose code this client does not know. */
  readonly code: ErrorCode | null;
  /** The server's text for people, in English; null where it sent none. */
  readonly serverText: string | null;
  /** 0 when no answer came. */
  readonly status: number;
  readonly field: string | null;

  constructor(failure: {
    /** Never shown: it is for developers. */
    message: string;
    serverText?: string | null;
    code?: ErrorCode | null;
    status: number;
    field?: string | null;
  }) {
    super(failure.message);
    this.name = 'ApiFailure';
    this.code = failure.code ?? null;
    this.serverText = failure.serverText ?? null;
    this.status = failure.status;
    this.field = failure.field ?? null;
  }
}

export function isFailure(thrown: unknown, ...codes: ErrorCode[]): thrown is ApiFailure {
  return thrown instanceof ApiFailure && thrown.code !== null && codes.includes(thrown.code);
}

/** It was answered: nothing was done, and the same would not be done the next time either. */
export function isRefused(thrown: unknown): thrown is ApiFailure {
  return thrown instanceof ApiFailure && thrown.status >= 400 && thrown.status < 500;
}

/** Whether it was done is not known here: no answer came, or one that says nothing. */
export function isAnswerLost(thrown: unknown): boolean {
  return !(thrown instanceof ApiFailure) || thrown.status === 0 || thrown.status >= 500;
}

/**
 * Whether money or budget is missing: the wallet opens (docs/product.md, Messages). Without a known
 * code, the server's words decide.
 */
export function isAboutFunds(thrown: unknown): thrown is ApiFailure {
  if (isFailure(thrown, 'insufficient_funds', 'budget_exceeded')) return true;
  if (!isRefused(thrown) || thrown.code !== null) return false;
  return /insufficient|wallet|budget/i.test(thrown.serverText ?? '');
}
