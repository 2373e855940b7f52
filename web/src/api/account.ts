import { ClosingPreview, type CloseAccountRequest } from '@sachet/shared/contracts/account';
import useSWR from 'swr';
import { call, callWith } from './client';
import { download } from './download';
import type { ApiFailure } from './failure';
import { useUid, type Key } from './keys';

/** Previews the closing of the account. Read again each time the user opens the form. */
export function useClosingPreview(isWanted: boolean) {
  const uid = useUid();
  return useSWR<ClosingPreview, ApiFailure, Key | null>(
    uid && isWanted ? ['/api/account/closing', uid] : null,
    ([path]) => callWith(path, ClosingPreview),
    { dedupingInterval: 0 },
  );
}

export async function closeAccount(body: CloseAccountRequest): Promise<void> {
  await call('/api/account/close', 'NoContent', { method: 'POST', body });
}

export function downloadMyData(): Promise<void> {
  return download('/api/account/data', 'sachet-my-data.json');
}
