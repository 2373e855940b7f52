import { toErrorMessage } from '../api/errors';
import { isFailure } from '../api/failure';
import type { TFunction } from '../i18n/translate';

/** What kept an invite back (docs/product.md, Messages). */
export function toInviteError(t: TFunction, thrown: unknown): string {
  if (isFailure(thrown, 'unauthenticated')) return t('organization.notAdmin');
  const words = {
    rate_limited: t('organization.tooMany'),
    email_unverified: t('organization.verifyFirst'),
    wrong_state: t('organization.alreadyMember'),
  };
  return t('organization.error', { message: toErrorMessage(t, thrown, { words }) });
}
