import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { Packet } from '../../ui/Packet';
import { otherProvider, providerName } from '../provider';

/** What failed, whose fault it is, that it cost nothing, and the two ways on. */
export function FailedResult({
  generation,
  busy,
  onReplace,
}: {
  generation: GenerationResult;
  busy: boolean;
  onReplace: (provider: Provider) => void;
}) {
  const { t } = useTranslation();
  const category = generation.errorCategory ?? 'generic';
  const provider = generation.errorProvider ?? generation.provider;
  const facts = [
    [t('results.provider'), providerName[provider]],
    [t('results.status'), generation.errorStatus?.toString() ?? '—'],
    [t('results.code'), generation.errorCode ?? '—'],
  ] as const;
  return (
    <article
      aria-label={t('results.card', { provider: providerName[generation.provider] })}
      className="grid min-w-0"
    >
      <Packet className="[&>.pinked]:h-full [&>.pinked]:grid-rows-[auto_1fr]">
        <div className="crimp h-10 bg-vermilion-wash text-vermilion" />
        <div className="grid content-between gap-6 border-t border-dashed border-edge p-4 sm:p-6">
          <div role="alert">
            <p className="text-note font-semibold text-vermilion">{t('results.failed')}</p>
            <h2 className="mt-1 text-title font-bold">{t(`failure.${category}`)}</h2>
            <p className="mt-2 max-w-md text-ink-soft">{t(`failure.${category}Hint`)}</p>
            <p className="mt-4 w-fit rounded-full bg-leaf-wash px-4 py-1.5 font-semibold">
              {t('results.notCharged')}
            </p>
          </div>
          <div className="grid gap-5">
            <dl className="flex flex-wrap gap-x-8 gap-y-2 text-note">
              {facts.map(([label, value]) => (
                <div key={label} className="min-w-0">
                  <dt className="text-ink-soft">{label}</dt>
                  <dd className="font-semibold break-all">{value}</dd>
                </div>
              ))}
            </dl>
            <div className="flex flex-wrap gap-3">
              <Button busy={busy} onClick={() => onReplace(generation.provider)}>
                {t('results.tryAgain')}
              </Button>
              <Button
                look="outline"
                disabled={busy}
                onClick={() => onReplace(otherProvider(generation.provider))}
              >
                {t('results.tryOther')}
              </Button>
            </div>
          </div>
        </div>
      </Packet>
    </article>
  );
}
