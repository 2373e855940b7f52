import type { Mode } from '@sachet/shared/contracts/vocabulary';
import { pages } from '@sachet/shared/pages';
import { toUrl, withChange } from './url';

/** Longer ones would not pass every server on the way. */
export const promptMaxInAddress = 600;

/**
 * Every URL of the client. A mode, the results on show and the open chat are part of the URL: they
 * survive a reload.
 */
export const paths = {
  ...pages,
  /** The proof of an entry of one's own statement. */
  entryReceipt: (seq: number) => toUrl('/wallet/receipt', { seq: String(seq) }),
  /** The users page with somebody's dialog open. */
  adminUser: (uid: string) => toUrl('/admin/users', { uid }),
  /** `back` is the search part of the list that it was opened from. */
  ledgerEvent: (walletId: string, seq: number, back?: string) =>
    toUrl('/admin/ledger/event', { wallet: walletId, seq, back }),
  /** The ledger's events, narrowed: `{ wallet: 'wal_1' }`. */
  ledger: (filter: Record<string, string>) => toUrl('/admin/ledger', filter),
  /** Where the money of a payment, a generation or a bank reference came from or went. */
  trail: (of: string) => toUrl('/admin/trail', { of }),
  /** The exceptions that the comparison of an Indian day found. */
  findings: (day: string, state?: 'resolved') => toUrl('/admin/payments', { day, state }),
  /** Of a period of Indian days, and what was recorded since about one that is closed. */
  finance: (range: { from: string; to: string }, closed?: string) =>
    toUrl('/admin/finance', { ...range, closed }),
  /** The ledger's trial balance of a period, which may have no beginning. */
  trialBalance: (period: { from?: string; to: string }) =>
    toUrl('/admin/ledger', { view: 'trial-balance', ...period }),
  /** The comparison of one Indian day. */
  settlements: (day: string) => toUrl('/admin/settlements', { from: day, to: day }),
  mode: (mode: Mode) => toUrl('/', { mode }),
  /** The picture tool with these words; the form that the server renders leads there too. */
  makePicture: (prompt: string) => toUrl('/', { mode: 'image', prompt }),
  askBoth: toUrl('/', { mode: 'general', ask: 'both' }),
  /**
   * The chat window over what `below` shows: a conversation's id, or 'new', then perhaps with the
   * result that it goes on from. null closes it.
   */
  chat: (below: URLSearchParams, chat: string | null, fromGenerationId: string | null = null) =>
    `/?${withChange(below, { mode: 'general', chat, from: fromGenerationId })}`,
  /** One thing in the library, over the rest of it. */
  libraryItem: (generationId: string) => toUrl('/library', { open: generationId }),
  results: (mode: Mode, generationIds: string[]) =>
    toUrl('/', { mode, results: generationIds.join(',') }),
} as const;
