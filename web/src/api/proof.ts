import useSWR from 'swr';
import { readAt, toPath } from './client';

/** The keys that checkpoints are signed with, which stay while there is no network. */
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
