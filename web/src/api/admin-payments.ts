import {
  BookExceptionResponse,
  PaymentException,
  PaymentExceptionHistory,
  PaymentExceptions,
  ResolveExceptionsResponse,
  type AnnotateExceptionRequest,
  type BookExceptionRequest,
  type ResolveExceptionRequest,
  type ResolveExceptionsRequest,
} from '@sachet/shared/contracts/admin-payments';
import { toUrl } from '../url';
import { useAdminRead } from './admin';
import { callWith } from './client';
import { revalidate } from './keys';
import { usePages } from './pages';

export type ExceptionState = 'open' | 'resolved';

/** `kind`, `day`, the one whose comparison found them, and `search` are empty for all. */
export type ExceptionFilter = { state: ExceptionState; kind: string; day: string; search: string };

/** Page by page, newest first. */
export function useExceptions(filter: ExceptionFilter) {
  return usePages<PaymentExceptions, PaymentException>(
    {
      path: (previous) =>
        previous?.nextBefore === null
          ? null
          : toUrl('/api/admin/payment-exceptions', { ...filter, before: previous?.nextBefore }),
      read: (path) => callWith(path, PaymentExceptions),
      rows: ({ exceptions }) => exceptions,
      id: ({ id }) => id,
    },
    { revalidateAll: true },
  );
}

/** The ledger gets what the gateway has. */
export function bookException(body: BookExceptionRequest): Promise<BookExceptionResponse> {
  return callWith('/api/admin/payment-exceptions/book', BookExceptionResponse, {
    method: 'POST',
    body,
  });
}

export function resolveException(body: ResolveExceptionRequest): Promise<PaymentException> {
  return callWith('/api/admin/payment-exceptions', PaymentException, { method: 'POST', body });
}

/** Several with one note. */
export function resolveExceptions(
  body: ResolveExceptionsRequest,
): Promise<ResolveExceptionsResponse> {
  return callWith('/api/admin/payment-exceptions/resolve', ResolveExceptionsResponse, {
    method: 'POST',
    body,
  });
}

const toHistoryPath = (id: number): string => toUrl('/api/admin/payment-exception', { id });

/** With all that happened to it, oldest first. */
export const useExceptionHistory = (id: number) =>
  useAdminRead(toHistoryPath(id), PaymentExceptionHistory);

/** Reads it again wherever it is on show. */
export const revalidateHistory = (id: number): Promise<void> => revalidate(toHistoryPath(id));

/** Notes something, or who looks after it. */
export function annotateException(body: AnnotateExceptionRequest): Promise<PaymentException> {
  return callWith('/api/admin/payment-exceptions/note', PaymentException, { method: 'POST', body });
}
