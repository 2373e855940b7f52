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
