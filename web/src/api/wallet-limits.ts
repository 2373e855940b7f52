import { type OwnLimitsRequest, WalletUsage } from '@sachet/shared/contracts/wallet';
import type { UserProfile } from '@sachet/shared/contracts/user';
import useSWR from 'swr';
import { call, callWith } from './client';
import { useUid, type Key } from './keys';

/** What was spent in six months, by tool. */
export function useUsage() {
  const uid = useUid();
  return useSWR(uid && (['/api/wallet/usage', uid] as const), ([path]: Key) =>
    callWith(path, WalletUsage),
  );
}

export function setOwnLimits(body: OwnLimitsRequest): Promise<UserProfile> {
  return call('/api/wallet/limits', 'UserProfile', { method: 'PATCH', body });
}
