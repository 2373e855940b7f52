import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorWords } from '../../api/errors';
import { useGeneration } from '../../api/hooks';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { Skeleton } from '../../ui/Skeleton';
import { otherProvider, providerName } from '../provider';
import { useLoadingMessage } from '../text/use-loading-message';
import { Variations } from '../text/Variations';
import { CancelButton } from './CancelButton';

/** An idea's captions, in its own card: on their way, failed, or there to be copied. */
export function IdeaCaptions({
  generationId,
  busy,
  onReplace,
}: {
  generationId: string;
  busy: boolean;
  onReplace: (provider: Provider) => void;
}) {
  const { t } = useTranslation();
  const { data: generation, error, mutate } = useGeneration(generationId);

  if (error && !generation) {
    return (
      <div role="alert" className="grid justify-items-start gap-2">
        <p className="text-note text-vermilion">{errorWords(t, error)}</p>
        <Button look="outline" onClick={() => void mutate()}>
          {t('results.tryAgain')}
        </Button>
      </div>
    );
  }
  if (generation?.status === 'failed' || generation?.status === 'cancelled') {
    return <NoCaptions generation={generation} busy={busy} onReplace={onReplace} />;
  }
  return (
    <section
      aria-label={t('ideas.captionsOf')}
      aria-busy={generation?.status !== 'ready'}
      className="border-t border-dashed border-fold pt-4"
    >
      {generation?.status === 'ready' ? (
        <div className="grid gap-2">
          <Variations text={generation.content ?? ''} />
          <Button look="outline" disabled={busy} onClick={() => onReplace(generation.provider)}>
            <RefreshCw aria-hidden className="size-4" />
            {t('ideas.otherCaptions')}
          </Button>
        </div>
      ) : (
        <Waiting generationId={generationId} />
      )}
    </section>
  );
}

function NoCaptions({
  generation: { status, provider, errorCategory },
  busy,
  onReplace,
}: {
  generation: GenerationResult;
  busy: boolean;
  onReplace: (provider: Provider) => void;
}) {
  const { t } = useTranslation();
  const category = errorCategory ?? 'generic';
  const isCancelled = status === 'cancelled';
  return (
    <div
      className={classes(
        'grid gap-3 rounded-xl p-4 text-note',
        isCancelled ? 'bg-sunk' : 'bg-vermilion-wash',
      )}
    >
      <div role="alert">
        {isCancelled ? (
          <p className="font-bold">{t('results.cancelled')}</p>
        ) : (
          <>
            <p className="font-bold text-vermilion">
              {providerName[provider]}: {t(`failure.${category}`)}
            </p>
            <p>{t(`failure.${category}Hint`)}</p>
          </>
        )}
        <p className="font-semibold">{t('results.notCharged')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => onReplace(provider)}>
          {t('results.tryAgain')}
        </Button>
        <Button look="outline" disabled={busy} onClick={() => onReplace(otherProvider(provider))}>
          {t('results.tryOther')}
        </Button>
      </div>
    </div>
  );
}

function Waiting({ generationId }: { generationId: string }) {
  const { t } = useTranslation();
  const message = useLoadingMessage();
  return (
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        {t('ideas.captionsWaiting')}
      </p>
      <p aria-hidden key={message} className="animate-appear text-note font-semibold">
        {message}
      </p>
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="h-5 w-3/5" />
      <CancelButton generationId={generationId} />
    </div>
  );
}
