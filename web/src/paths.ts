import type { Mode } from '@sachet/shared/contracts/vocabulary';
import { pages } from '@sachet/shared/pages';

/**
 * Every URL of the client. A mode, the results on show and the open chat are part of the URL: they
 * survive a reload.
 */
export const paths = {
  ...pages,
  /** The users page with somebody's dialog open. */
  adminUser: (uid: string) => `/admin/users?uid=${encodeURIComponent(uid)}`,
  ledgerEvent: (walletId: string, seq: number) =>
    `/admin/ledger/event?wallet=${encodeURIComponent(walletId)}&seq=${seq}`,
  /** The ledger's events, narrowed: `{ wallet: 'wal_1' }`. */
  ledger: (filter: Record<string, string>) => `/admin/ledger?${new URLSearchParams(filter)}`,
  mode: (mode: Mode) => `/?mode=${mode}`,
  askBoth: '/?mode=general&ask=both',
  /**
   * The chat window over what `below` shows: a conversation's id, or 'new', then perhaps with the
   * result that it goes on from. null closes it.
   */
  chat: (below: URLSearchParams, chat: string | null, fromGenerationId: string | null = null) => {
    const params = new URLSearchParams(below);
    params.set('mode', 'general');
    params.delete('chat');
    params.delete('from');
    if (chat) params.set('chat', chat);
    if (fromGenerationId) params.set('from', fromGenerationId);
    return `/?${params}`;
  },
  results: (mode: Mode, generationIds: string[]) =>
    `/?mode=${mode}&results=${generationIds.map(encodeURIComponent).join(',')}`,
} as const;
