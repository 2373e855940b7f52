import { ChevronDown } from 'lucide-react';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { Provider } from '@sachet/shared/providers';
import { toErrorMessage } from '../../../api/errors';
import { isFailure } from '../../../api/failure';
import { providerName } from '../../../app/base/provider';
import { toFailureWords } from '../generation/failure-words';
import { ModelWords } from '../generation/ModelWords';
import { useOthers } from '../generation/use-others';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Description, DescriptionList } from '../../../ui/DescriptionList';
import { Packet } from '../../../ui/Packet';

/** Shows why a generation failed, that nothing was charged, and what the user can do next. */
export function FailedCard({
  generation,
  busy,
  taken = null,
  onReplace,
}: {
  generation: GenerationResult;
  busy: boolean;
  /** Providers that have already received the same request; null if no other provider is offered. */
  taken?: ReadonlySet<Provider> | null;
  onReplace: (provider: Provider) => void;
}) {
  const { t } = useTranslation();
  const { title, text, lang } = toFailureWords(t, generation);
  const others = useOthers()(generation);
  const provider = generation.errorProvider ?? generation.provider;
  return (
    <article
      aria-label={t('results.card', { provider: providerName[generation.provider] })}
      className="grid min-w-0"
    >
      <Packet isFilled>
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
              <ModelWords generation={generation} />
              <p className="mt-4 rounded-full bg-leaf-wash px-4 py-1.5 font-semibold">
                {t('results.notCharged')}
              </p>
            </div>
          </div>
          <div className="grid gap-2">
            <FailureDetails generation={generation} />
            <div className="flex flex-wrap gap-3">
              <Button busy={busy} onClick={() => onReplace(generation.provider)}>
                {t('common.tryAgain')}
              </Button>
              {others
                .filter((other) => taken && !taken.has(other))
                .map((other) => (
                  <Button
                    key={other}
                    look="outline"
                    disabled={busy}
                    onClick={() => onReplace(other)}
                  >
                    {others.length === 1
                      ? t('results.tryOther')
                      : t('results.tryProvider', { provider: providerName[other] })}
                  </Button>
                ))}
            </div>
          </div>
        </div>
      </Packet>
    </article>
  );
}

/**
 * Shows the status and code of a failure, as far as the provider sent them. A user can quote them when asking
 * us or the provider.
 */
export function FailureDetails({
  generation: { errorStatus, errorCode },
}: {
  generation: GenerationResult;
}) {
  const { t } = useTranslation();
  if (errorStatus === null && errorCode === null) return null;
  return (
    <details className="group text-note">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1.5 text-ink-soft hover:text-ink">
        {t('results.details')}
        <ChevronDown
          aria-hidden
          className="size-4 transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <DescriptionList className="flex flex-wrap gap-x-8 gap-y-2 pb-2">
        {errorStatus !== null && (
          <Description name={t('studioCommon.status')} className="font-semibold break-all">
            {errorStatus}
          </Description>
        )}
        {errorCode !== null && (
          <Description name={t('studioCommon.code')} className="font-semibold break-all">
            {errorCode}
          </Description>
        )}
      </DescriptionList>
    </details>
  );
}

/** Shows that the user cancelled the generation, which cost nothing. */
export function CancelledCard({
  generation,
  busy,
  onAgain,
}: {
  generation: GenerationResult;
  busy: boolean;
  onAgain: () => void;
}) {
  const { t } = useTranslation();
  const provider = providerName[generation.provider];
  return (
    <article aria-label={t('results.card', { provider })} className="grid min-w-0">
      <Packet isFilled>
        <div className="crimp h-10 bg-sunk text-ink-soft" />
        <div className="grid content-center justify-items-center gap-5 border-t border-dashed border-edge p-6 py-12 text-center">
          <div role="status" className="grid gap-1">
            <p className="text-note font-semibold text-ink-soft">{provider}</p>
            <h2 className="text-title font-bold">{t('failure.cancelled')}</h2>
            <p className="text-ink-soft">{t('results.notCharged')}</p>
          </div>
          <Button look="outline" busy={busy} onClick={onAgain}>
            {t('common.tryAgain')}
          </Button>
        </div>
      </Packet>
    </article>
  );
}

/** Shows that a generation could not be loaded or was deleted. */
export function GenerationError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const isDeleted = isFailure(error, 'not_found');
  return (
    <div className="grid justify-items-start gap-3">
      <p role="alert" className="font-semibold">
        {isDeleted ? t('results.missing') : toErrorMessage(t, error)}
      </p>
      {!isDeleted && (
        <Button look="outline" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  );
}
