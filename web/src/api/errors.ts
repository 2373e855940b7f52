import type { ErrorCode } from '@sachet/shared/contracts/error';
import { getLanguage, type TFunction } from '../i18n/translate';
import { ApiFailure } from './failure';

/** For these codes, the server's English text contains more detail than the text of the code. */
const serverSaysMore: ReadonlySet<ErrorCode> = new Set([
  'invalid',
  'forbidden',
  'wrong_state',
  'no_free_cancels',
  'rate_limited',
  'prompt_refused',
  'generation_failed',
  'payload_too_large',
  'unsupported_media_type',
  'unavailable',
]);

type Wording = {
  /** Shown for an error without a reason: names the action that failed. */
  fallback?: string;
  /** Replaces `fallback` for an answer that has a status but no text. */
  withStatus?: (status: number) => string;
  /** Replaces the texts of these codes. */
  words?: Partial<Record<ErrorCode, string>>;
  /** Shows the server's English text, which is more precise than the translations. Used for admins. */
  showsServerText?: boolean;
};

/**
 * Converts any error to a text (docs/product.md, Messages). A known code is translated; for some codes,
 * English shows the server's more detailed text. An unknown code shows the server's text.
 */
export function toErrorMessage(t: TFunction, thrown: unknown, wording: Wording = {}): string {
  const { fallback, words } = wording;
  if (!(thrown instanceof ApiFailure)) return fallback ?? t('error.unexpected');
  const { code, serverText, status } = thrown;
  if (thrown.isUnsent) return t('error.unsent');
  if (status === 0) return t('error.offline');
  // The server's text for an internal error is never shown.
  if (code === 'internal') return toUnexplained(status, wording) ?? t('error.internal');
  if (code === null) {
    if (serverText !== null) return serverText;
    return toUnexplained(status, wording) ?? toWordless(t, status);
  }
  const isBetter = wording.showsServerText || (getLanguage() === 'en' && serverSaysMore.has(code));
  if (isBetter && serverText !== null) return serverText;
  return words?.[code] ?? t(`error.${code}`);
}

function toUnexplained(status: number, { fallback, withStatus }: Wording): string | undefined {
  return status >= 400 && withStatus ? withStatus(status) : fallback;
}

/** A status below 400 means that the client could not read the answer. */
function toWordless(t: TFunction, status: number): string {
  return status < 400 ? t('error.unexpected') : t('error.requestStatus', { status });
}
