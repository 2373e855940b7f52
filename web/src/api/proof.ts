import { PublishedCheckpoints, ReceiptResponse } from '@sachet/shared/contracts/proof';
import useSWR from 'swr';
import { toUrl } from '../url';
import { callWith } from './client';
import { useUid, type Key } from './keys';

/** Of an entry of one's own statement; nothing is asked while `seq` is ''. */
export function useReceipt(seq: string) {
  const uid = useUid();
  return useSWR(
    uid && seq ? ([toUrl('/api/receipt', { seq }), uid] as const) : null,
    ([path]: Key) => callWith(path, ReceiptResponse),
    { revalidateIfStale: false, revalidateOnFocus: false },
  );
}

/** The keys that checkpoints are signed with, which stay while there is no network. */
export function usePublicKeys() {
  return useSWR(
    '/api/checkpoints?limit=1',
    async (path: string) => {
      const { publicKeys } = await callWith(path, PublishedCheckpoints);
      return publicKeys.map(({ publicKeyHex }) => publicKeyHex);
    },
    { revalidateOnFocus: false },
  );
}
