import { PublishedCheckpoints, ReceiptResponse } from '@sachet/shared/contracts/proof';
import useSWR from 'swr';
import { toUrl } from '../url';
import { callWith } from './client';
import { useUid, type Key } from './keys';

/** The receipt of an entry of the user's statement. Sends no request while `seq` is empty. */
export function useReceipt(seq: string) {
  const uid = useUid();
  return useSWR(
    uid && seq ? ([toUrl('/api/receipt', { seq }), uid] as const) : null,
    ([path]: Key) => callWith(path, ReceiptResponse),
    { revalidateIfStale: false, revalidateOnFocus: false },
  );
}

/** The public keys of checkpoints. They stay cached while the network is down. */
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
