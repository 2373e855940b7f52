import type { TopUp } from '@sachet/shared/contracts/payment';
import useSWR, { mutate } from 'swr';
import { call } from './client';
import { cacheFigures } from './hooks';
import { paths, useUid, type Key } from './keys';

/** A poll for networks that block live events, which normally report the end sooner. */
const confirmingPollMs = 3_000;

/** The state of an order. Polls while the payment is being confirmed. */
export function useTopUp(orderId: string | null) {
  const uid = useUid();
  return useSWR(
    uid && orderId && ([paths.topUp(orderId), uid] as const),
    async ([path, owner]: Key) => {
      const latest = await call(path, 'TopUp');
      await cacheFigures(owner, latest.wallet);
      return latest;
    },
    { refreshInterval: (latest) => (latest?.status === 'confirming' ? confirmingPollMs : 0) },
  );
}

export async function readTopUp(uid: string, orderId: string): Promise<TopUp> {
  const latest = await call(paths.topUp(orderId), 'TopUp');
  await cacheTopUp(uid, latest);
  return latest;
}

/** Caches the wallet figures first, because the dialog shows them with the result. */
export async function cacheTopUp(uid: string, topUp: TopUp): Promise<void> {
  await cacheFigures(uid, topUp.wallet);
  await mutate([paths.topUp(topUp.orderId), uid], topUp, { revalidate: false });
}
