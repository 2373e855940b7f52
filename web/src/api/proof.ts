import useSWR from 'swr';
import { readAt, toPath } from './client';

/** The public keys of checkpoints. They stay cached while the network is down. */
export function usePublicKeys() {
  return useSWR(
    toPath('GET /api/checkpoints', { limit: 1 }),
    async (path: string) => {
      const { publicKeys } = await readAt('GET /api/checkpoints', path);
      return publicKeys.map(({ publicKeyHex }) => publicKeyHex);
    },
    { revalidateOnFocus: false },
  );
}
