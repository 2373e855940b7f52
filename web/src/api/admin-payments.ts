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

/**
 * An empty value means no filter. `day` is the date of the comparison that found the exceptions.
 */
export type ExceptionFilter = { state: ExceptionState; kind: string; day: string; search: string };

/** Pages of exceptions, newest first. */
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

/** Books in the ledger what the gateway reports. */
export function bookException(body: BookExceptionRequest): Promise<BookExceptionResponse> {
  return callWith('/api/admin/payment-exceptions/book', BookExceptionResponse, {
    method: 'POST',
    body,
  });
}

export function resolveException(body: ResolveExceptionRequest): Promise<PaymentException> {
  return callWith('/api/admin/payment-exceptions', PaymentException, { method: 'POST', body });
}

/** Resolves several exceptions with one note. */
export function resolveExceptions(
  body: ResolveExceptionsRequest,
): Promise<ResolveExceptionsResponse> {
  return callWith('/api/admin/payment-exceptions/resolve', ResolveExceptionsResponse, {
    method: 'POST',
    body,
  });
}

const toHistoryPath = (id: number): string => toUrl('/api/admin/payment-exception', { id });

/** All events of the exception, oldest first. */
export const useExceptionHistory = (id: number) =>
  useAdminRead(toHistoryPath(id), PaymentExceptionHistory);

/** Reads the history again in all places that show it. */
export const revalidateHistory = (id: number): Promise<void> => revalidate(toHistoryPath(id));

/** Adds a note or changes the assignee. */
export function annotateException(body: AnnotateExceptionRequest): Promise<PaymentException> {
  return callWith('/api/admin/payment-exceptions/note', PaymentException, { method: 'POST', body });
}
