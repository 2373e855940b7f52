import type { FailureReason } from '@sachet/shared/studio/contracts/failure';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { toFailureReason } from '@sachet/shared/studio/failure';
import { formatMoment } from '../../../i18n/time';
import { getLanguage, type TFunction } from '../../../i18n/translate';

/**
 * Returns the title, reason and hint of a failure. The server's text is English, so it is used only if this
 * client does not know the reason.
 */
export function toFailureWords(
  t: TFunction,
  {
    error,
    errorCategory,
    errorCode,
    errorUntil,
  }: Pick<GenerationResult, 'error' | 'errorCategory' | 'errorCode'> &
    Partial<Pick<GenerationResult, 'errorUntil'>>,
): { title: string; text: string; lang?: 'en' } {
  const reason = toFailureReason({ category: errorCategory, code: errorCode });
  if (reason) {
    return { title: t(`failure.${reason}`), text: toFailureHint(t, reason, errorUntil) };
  }
  const title = t('results.failed');
  return error ? { title, text: error, lang: 'en' } : { title, text: t('error.unexpected') };
}

/** `until` is when the provider has capacity again, if it said so. */
export function toFailureHint(
  t: TFunction,
  reason: FailureReason,
  until: string | null | undefined,
): string {
  if (reason !== 'quota' || !until) return t(`failure.${reason}Hint`);
  return t('failure.quotaUntil', { time: formatMoment(until, getLanguage()) });
}
