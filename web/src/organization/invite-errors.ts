import { toErrorMessage } from '../api/errors';
import { isFailure } from '../api/failure';
import { getLanguage, type TFunction } from '../i18n/translate';

/** What kept an invite back (docs/product.md, Messages). */
export function toInviteError(t: TFunction, thrown: unknown): string {
  if (isFailure(thrown, 'unauthenticated')) return t('organization.notAdmin');
  return t('organization.error', { message: reason(t, thrown) });
}

function reason(t: TFunction, thrown: unknown): string {
  // The server says which of the limits it was.
  if (isFailure(thrown, 'rate_limited')) {
    return getLanguage() === 'en' ? thrown.message : t('organization.tooMany');
  }
  if (isFailure(thrown, 'email_unverified')) return t('organization.verifyFirst');
  if (isFailure(thrown, 'wrong_state') && getLanguage() !== 'en') {
    return t('organization.alreadyMember');
  }
  return toErrorMessage(t, thrown);
}
