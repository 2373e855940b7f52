import {
  PaymentException,
  PaymentExceptions,
  type ResolveExceptionRequest,
} from '@sachet/shared/contracts/admin-payments';
import { toUrl } from '../url';
import { callWith } from './client';
import { usePages } from './pages';

export type ExceptionState = 'open' | 'resolved';

/** Page by page, newest first. */
export function useExceptions(state: ExceptionState) {
  return usePages<PaymentExceptions, PaymentException>(
    {
      path: (previous) =>
        previous?.nextBefore === null
          ? null
          : toUrl('/api/admin/payment-exceptions', { state, before: previous?.nextBefore }),
      read: (path) => callWith(path, PaymentExceptions),
      rows: ({ exceptions }) => exceptions,
      id: ({ id }) => id,
    },
    { revalidateAll: true },
  );
}

export function resolveException(body: ResolveExceptionRequest): Promise<PaymentException> {
  return callWith('/api/admin/payment-exceptions', PaymentException, { method: 'POST', body });
}
