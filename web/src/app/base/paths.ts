import { pages } from '@sachet/shared/pages';
import { type Mode, type PaidTextMode, tools } from '@sachet/shared/tools';
import { toUrl, withChange } from '../../browser/url';

/** The maximum length of a prompt in the address, because some proxies reject longer addresses. */
export const promptMaxInAddress = 600;

/**
 * Every URL of the client. The mode, the visible results and the open chat are part of the URL, so
 * they survive a reload.
 */
export const paths = {
  ...pages,
  /** The receipt of an entry in the signed-in user's own statement. */
  entryReceipt: (seq: number) => toUrl('/wallet/receipt', { seq: String(seq) }),
  /** The rows of one member in an admin's statement. */
  memberStatement: (uid: string) => toUrl('/wallet', { member: uid }),
  /** The users page with the dialog of this user open. */
  adminUser: (uid: string) => toUrl('/admin/users', { uid }),
  /** `back` is the query of the list from which the event was opened. */
  ledgerEvent: (walletId: string, seq: number, back?: string) =>
    toUrl('/admin/ledger/event', { wallet: walletId, seq, back }),
  /** The ledger's events that match a filter such as `{ wallet: 'wal_1' }`. */
  ledger: (filter: Record<string, string>) => toUrl('/admin/ledger', filter),
  /** The trail of a payment, a generation or a bank reference. */
  trail: (of: string) => toUrl('/admin/trail', { of }),
  /** The exceptions that were found when an Indian day was compared. */
  findings: (day: string, state?: 'resolved') => toUrl('/admin/payments', { day, state }),
  /** The figures of a period of Indian days. `closed` is the closed day whose later events are shown. */
  finance: (range: { from: string; to: string }, closed?: string) =>
    toUrl('/admin/finance', { ...range, closed }),
  /** The trial balance of a period. Without `from`, it covers everything until `to`. */
  trialBalance: (period: { from?: string; to: string }) =>
    toUrl('/admin/ledger', { view: 'trial-balance', ...period }),
  /** The settlements page for one Indian day. */
  settlements: (day: string) => toUrl('/admin/settlements', { from: day, to: day }),
  mode: (mode: Mode) => toUrl('/', { mode }),
  /** The picture tool with this prompt. The form in the server's HTML uses this address, too. */
  makePicture: (prompt: string) => toUrl('/', { mode: 'image', prompt }),
  /** The form of a text that is sold. */
  form: (mode: PaidTextMode) => toUrl('/', { mode, ...tools[mode].form.query }),
  /**
   * The chat window over the page in `below`. `chat` is a conversation's id, or 'new', which may continue the
   * result `fromGenerationId`. null closes the window.
   */
  chat: (below: URLSearchParams, chat: string | null, fromGenerationId: string | null = null) =>
    `/?${withChange(below, { mode: 'general', chat, from: fromGenerationId })}`,
  /** One item of the library, shown over the list. */
  libraryItem: (generationId: string) => toUrl('/library', { open: generationId }),
  /** Several photos with one request: their results, or the form if there are none. */
  batch: (generationIds: readonly string[]) =>
    `${toUrl('/', { mode: 'edit_image' })}&batch=${generationIds.join(',')}`,
  results: (mode: Mode, generationIds: string[]) =>
    toUrl('/', { mode, results: generationIds.join(',') }),
} as const;
