import { mutate } from 'swr';
import { useSession } from '../session/session';
import { toUrl } from '../url';

/**
 * All server state is in SWR. Keys are `[path, uid]`, so that one account never sees data that
 * another account has read.
 */
export type Key = readonly [path: string, uid: string];

/** The paths of the API, which are the first part of every key. */
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

/** Visible paged lists. SWR's key filters do not reach them. */
const lists = new Set<List>();

/** Makes a list known to `revalidate`. Returns a function that removes it. */
export function registerList(list: List): () => void {
  lists.add(list);
  return () => lists.delete(list);
}

/** Reads all visible data again whose API path begins with one of these prefixes. */
export async function revalidate(...prefixes: string[]): Promise<void> {
  const isChanged = (path: unknown) => prefixes.some((prefix) => String(path).startsWith(prefix));
  await Promise.all([
    mutate((key) => Array.isArray(key) && isChanged(key[0])),
    ...[...lists].filter(({ path }) => isChanged(path)).map(({ readAgain }) => readAgain()),
  ]);
}
