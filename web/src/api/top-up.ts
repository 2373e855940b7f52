import type { TopUp } from '@sachet/shared/payments/contracts/payment';
import useSWR from 'swr';
import { api, readAt } from './client';
import { cacheFigures } from './hooks';
import { cacheAnswer, toKey, useUid, type Key } from './keys';

/** Reads the state of an order. A live event reports the end of its payment. */
export function useTopUp(orderId: string | null) {
  const uid = useUid();
  return useSWR(
    uid && orderId && toKey(uid, 'GET /api/top-up', { order: orderId }),
    async ([path, owner]: Key) => {
      const latest = await readAt('GET /api/top-up', path);
      await cacheFigures(owner, latest.wallet);
      return latest;
    },
  );
}

/** Reads the state of an order whose payment sheet was closed. The server asks the gateway first. */
export async function readClosedTopUp(uid: string, orderId: string): Promise<TopUp> {
  const latest = await api('GET /api/top-up', { query: { order: orderId, closed: '1' } });
  await cacheTopUp(uid, latest);
  return latest;
}

/** Caches the wallet figures first, because the dialog shows them with the result. */
export async function cacheTopUp(uid: string, topUp: TopUp): Promise<void> {
  await cacheFigures(uid, topUp.wallet);
  await cacheAnswer(uid, 'GET /api/top-up', { order: topUp.orderId }, topUp, {
    isFinal: topUp.status === 'credited',
  });
}
