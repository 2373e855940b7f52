import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { otherProvider, providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { Packet } from '../ui/Packet';
import { toFailureWords } from './failure-words';
import { FailureDetails } from './FailureDetails';

/** What failed, whose fault it is, that it cost nothing, and the ways on. */
export function FailedResult({
  generation,
  busy,
  offersOther = true,
  onReplace,
}: {
  generation: GenerationResult;
  busy: boolean;
  /** Whether the other provider has not been asked the same. */
  offersOther?: boolean;
  onReplace: (provider: Provider) => void;
}) {
  const { t } = useTranslation();
  const { title, text, lang } = toFailureWords(t, generation);
  const provider = generation.errorProvider ?? generation.provider;
  return (
    <article
      aria-label={t('results.card', { provider: providerName[generation.provider] })}
      className="grid min-w-0"
    >
      <Packet className="[&>.pinked]:h-full [&>.pinked]:grid-rows-[auto_1fr]">
        <div className="crimp h-10 bg-vermilion-wash text-vermilion" />
        <div className="grid content-between gap-6 border-t border-dashed border-edge p-4 sm:p-6">
          <div>
            <div role="alert" className="grid max-w-md justify-items-start">
              <p className="text-note font-semibold text-vermilion">
                {t('results.failed')} · {providerName[provider]}
              </p>
              <h2 className="mt-1 mb-2 text-title font-bold">{title}</h2>
              <p lang={lang} className="wrap-anywhere">
                {text}
              </p>
              <p className="mt-4 rounded-full bg-leaf-wash px-4 py-1.5 font-semibold">
                {t('results.notCharged')}
              </p>
            </div>
          </div>
          <div className="grid gap-2">
            <FailureDetails generation={generation} />
            <div className="flex flex-wrap gap-3">
              <Button busy={busy} onClick={() => onReplace(generation.provider)}>
                {t('results.tryAgain')}
              </Button>
              {offersOther && (
                <Button
                  look="outline"
                  disabled={busy}
                  onClick={() => onReplace(otherProvider(generation.provider))}
                >
                  {t('results.tryOther')}
                </Button>
              )}
            </div>
          </div>
        </div>
      </Packet>
    </article>
  );
}
