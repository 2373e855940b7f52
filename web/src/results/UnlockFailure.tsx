import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { useTranslation } from '../i18n/translate';
import { toFailureWords } from './failure-words';
import type { UnlockError } from './use-unlock';

/** What the press or the worker met. Only where the answer is known may it say that nothing was paid. */
export function UnlockFailure({
  generation,
  error,
}: {
  generation: GenerationResult;
  error: UnlockError | null;
}) {
  const { t } = useTranslation();
  if (!error && generation.unlockStatus !== 'failed') return null;
  if (!error && generation.errorCode === 'cancelled') {
    return (
      <p role="status" className="rounded-xl bg-sunk px-4 py-3 text-note font-semibold">
        {t('results.unlockCancelled')}
      </p>
    );
  }
  const { title, text, lang } = toFailureWords(t, generation);
  return (
    <div role="alert" className="rounded-xl bg-vermilion-wash px-4 py-3 text-note">
      <p className="font-bold text-vermilion">{t('results.unlockFailed')}</p>
      {error ? (
        <p>{error.message}</p>
      ) : (
        <>
          <p>{title}</p>
          <p lang={lang} className="wrap-anywhere">
            {text}
          </p>
        </>
      )}
      <p className="font-semibold">
        {error?.isAnswerLost
          ? t(generation.mode === 'general' ? 'text.neverTwice' : 'results.neverTwice')
          : t('results.notCharged')}
      </p>
    </div>
  );
}
