import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { toFailureReason } from '@sachet/shared/failure';
import { formatMoment } from '../i18n/time';
import { getLanguage, type TFunction } from '../i18n/translate';

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
  if (reason === 'quota' && errorUntil) {
    const time = formatMoment(errorUntil, getLanguage());
    return { title: t('failure.quota'), text: t('failure.quotaUntil', { time }) };
  }
  if (reason) return { title: t(`failure.${reason}`), text: t(`failure.${reason}Hint`) };
  const title = t('results.failed');
  return error ? { title, text: error, lang: 'en' } : { title, text: t('error.unexpected') };
}
