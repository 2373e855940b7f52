import type { ErrorCode } from '@sachet/shared/contracts/error';
import type { Messages } from '../i18n/en';
import { getLanguage, type TFunction } from '../i18n/translate';
import { ApiFailure } from './failure';

/**
 * Codes whose English text on the server says more than the code does. The server's text is
 * shown where there is one; in the other languages the code's own words stand.
 */
const serverSaysMore: ReadonlySet<ErrorCode> = new Set([
  'invalid',
  'forbidden',
  'wrong_state',
  'no_free_cancels',
  'generation_failed',
  'payload_too_large',
  'unsupported_media_type',
  'unavailable',
]);

/** The one translation from a failure to words. */
export function toErrorMessage(
  t: TFunction,
  thrown: unknown,
  fallback: keyof Messages['error'] = 'unexpected',
): string {
  if (!(thrown instanceof ApiFailure)) return t(`error.${fallback}`);
  if (thrown.status === 0) return t('error.offline');
  if (thrown.code === null) {
    // An answer that should have been fine, and is none that we know.
    if (thrown.status < 400) return t('error.unexpected');
    return t('error.requestStatus', { status: thrown.status });
  }
  if (getLanguage() === 'en' && serverSaysMore.has(thrown.code)) return thrown.message;
  return t(`error.${thrown.code}`);
}
