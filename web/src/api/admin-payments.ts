import {
  PaymentException,
  PaymentExceptions,
  type ResolveExceptionRequest,
} from '@sachet/shared/contracts/admin-payments';
import useSWRInfinite from 'swr/infinite';
import { withQuery } from './admin';
import { callWith } from './client';
import { useUid, type Key } from './hooks';

export type ExceptionState = 'open' | 'resolved';

/** Page by page, newest first. */
export function useExceptions(state: ExceptionState) {
  const uid = useUid();
  const pages = useSWRInfinite(
    (_index: number, previous: PaymentExceptions | null): Key | null => {
      if (!uid || previous?.nextBefore === null) return null;
      const before = previous && String(previous.nextBefore);
      return [withQuery('/api/admin/payment-exceptions', { state, before }), uid];
    },
    ([path]: Key) => callWith(path, PaymentExceptions),
    { revalidateAll: true },
  );
  return {
    ...pages,
    exceptions: pages.data?.flatMap(({ exceptions }) => exceptions),
    /** How many are open in all, whichever are shown. */
    open: pages.data?.[0]?.open,
    hasMore: pages.data !== undefined && pages.data.at(-1)?.nextBefore !== null,
  };
}

export function resolveException(body: ResolveExceptionRequest): Promise<PaymentException> {
  return callWith('/api/admin/payment-exceptions', PaymentException, { method: 'POST', body });
}
