import { mutate } from 'swr';
import { useSession } from '../session/session';
import { toUrl } from '../url';

/**
 * Server state lives in SWR and nowhere else. Keys are `[path, uid]`, so that one account never
 * sees what another one had read.
 */
export type Key = readonly [path: string, uid: string];

/** What the API's answers are known by. */
export const paths = {
  user: '/api/user',
  organization: '/api/organization',
  adminMe: '/api/admin/me',
  wallet: '/api/wallet',
  pictureModels: '/api/picture-models',
  providers: '/api/providers',
  topUp: (orderId: string) => toUrl('/api/top-up', { order: orderId }),
  generation: (generationId: string) => toUrl('/api/generation', { id: generationId }),
  conversation: (conversationId: string) => toUrl('/api/conversation', { id: conversationId }),
  generations: (limit: number) => toUrl('/api/generations', { limit }),
};

export function useUid(): string | null {
  const session = useSession();
  return session.status === 'signed-in' ? session.uid : null;
}

type List = { path: string; readAgain: () => Promise<unknown> };

/** Lists of pages that are shown. SWR's key filters leave such lists out. */
const lists = new Set<List>();

/** Lets `revalidate` find a list of pages; returns the way to end that. */
export function registerList(list: List): () => void {
  lists.add(list);
  return () => lists.delete(list);
}

/** Reads again what is shown of these API paths and of all paths that begin with them. */
export async function revalidate(...prefixes: string[]): Promise<void> {
  const isChanged = (path: unknown) => prefixes.some((prefix) => String(path).startsWith(prefix));
  await Promise.all([
    mutate((key) => Array.isArray(key) && isChanged(key[0])),
    ...[...lists].filter(({ path }) => isChanged(path)).map(({ readAgain }) => readAgain()),
  ]);
}
