import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { toFailureReason } from '@sachet/shared/failure';
import type { TFunction } from '../i18n/translate';

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
  }: Pick<GenerationResult, 'error' | 'errorCategory' | 'errorCode'>,
): { title: string; text: string; lang?: 'en' } {
  const reason = toFailureReason({ category: errorCategory, code: errorCode });
  if (reason) return { title: t(`failure.${reason}`), text: t(`failure.${reason}Hint`) };
  const title = t('results.failed');
  return error ? { title, text: error, lang: 'en' } : { title, text: t('error.unexpected') };
}
