import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { RefreshCw } from 'lucide-react';
import { toErrorMessage } from '../api/errors';
import { isUnderWay, useGeneration } from '../api/hooks';
import { providerName } from '../app/provider';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { toFailureWords } from '../generation/failure-words';
import { FailureDetails } from '../generation-card/FailedCard';
import { sameRequest, type Request } from '../generation/request';
import { useLoadingMessage } from '../generation-card/WaitingCard';
import { Variations } from '../generation-card/Variations';
import { Button } from '../ui/Button';
import { classes } from '../ui/classes';
import { Skeleton } from '../ui/Skeleton';
import { CancelButton } from '../generation-card/WaitingCard';

/** An idea's captions in its own card, one provider's below the other's. */
export function IdeaCaptions({
  generationIds,
  busy,
  onAll,
  onAgain,
}: {
  generationIds: readonly string[];
  busy: boolean;
  onAll: () => void;
  onAgain: (request: Request, replaced: string) => void;
}) {
  const { t } = useTranslation();
  const [firstId = null, secondId = null] = generationIds;
  const shown = [useGeneration(firstId), useGeneration(secondId)].slice(0, generationIds.length);
  const isEnded = shown.every(({ data }) => data && !isUnderWay(data));
  return (
    <section
      aria-label={t('ideas.captionsOf')}
      className="grid gap-6 border-t border-dashed border-fold pt-4"
    >
      {generationIds.map((generationId) => (
        <ProviderCaptions
          key={generationId}
          generationId={generationId}
          busy={busy}
          onAgain={(request) => onAgain(request, generationId)}
        />
      ))}
      {isEnded && (
        <Button look="outline" disabled={busy} onClick={onAll}>
          <RefreshCw aria-hidden className="size-4" />
          {t('ideas.otherCaptions')}
        </Button>
      )}
    </section>
  );
}

/** On their way, failed, or there to be copied. */
function ProviderCaptions({
  generationId,
  busy,
  onAgain,
}: {
  generationId: string;
  busy: boolean;
  onAgain: (request: Request) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: generation, error, mutate } = useGeneration(generationId);

  if (error && !generation) {
    return (
      <div role="alert" className="grid justify-items-start gap-2">
        <p className="text-note text-vermilion">{toErrorMessage(t, error)}</p>
        <Button look="outline" onClick={() => void mutate()}>
          {t('results.tryAgain')}
        </Button>
      </div>
    );
  }
  if (!generation || isUnderWay(generation)) return <Waiting generation={generation ?? null} />;
  if (generation.status === 'ready') {
    return (
      <div className="grid gap-3">
        <Heading generation={generation} />
        <Variations text={generation.content ?? ''} />
      </div>
    );
  }
  return (
    <NoCaptions
      generation={generation}
      busy={busy}
      onAgain={() => onAgain(sameRequest(generation, generation.provider, language))}
    />
  );
}

function Heading({ generation }: { generation: GenerationResult }) {
  return (
    <h4 className="flex flex-wrap items-baseline gap-x-2 text-note">
      <span className="rounded-full bg-sunk px-3 leading-6 font-bold">
        {providerName[generation.provider]}
      </span>
      <span className="text-ink-soft">{generation.modelName}</span>
    </h4>
  );
}

function NoCaptions({
  generation,
  busy,
  onAgain,
}: {
  generation: GenerationResult;
  busy: boolean;
  onAgain: () => void;
}) {
  const { t } = useTranslation();
  const isCancelled = generation.status === 'cancelled';
  const { title, text, lang } = toFailureWords(t, generation);
  return (
    <div
      className={classes(
        'grid gap-3 rounded-xl p-4 text-note',
        isCancelled ? 'bg-sunk' : 'bg-vermilion-wash',
      )}
    >
      <div role="alert" className="grid gap-1">
        <p className="text-ink-soft">{providerName[generation.provider]}</p>
        {isCancelled ? (
          <p className="font-bold">{t('results.cancelled')}</p>
        ) : (
          <>
            <p className="font-bold text-vermilion">{title}</p>
            <p lang={lang} className="wrap-anywhere">
              {text}
            </p>
          </>
        )}
        <p className="font-semibold">{t('results.notCharged')}</p>
      </div>
      {!isCancelled && <FailureDetails generation={generation} />}
      <Button busy={busy} className="w-fit" onClick={onAgain}>
        {t('results.tryAgain')}
      </Button>
    </div>
  );
}

function Waiting({ generation }: { generation: GenerationResult | null }) {
  const { t } = useTranslation();
  const message = useLoadingMessage();
  return (
    <div aria-busy="true" className="grid gap-3">
      {generation && <Heading generation={generation} />}
      <p role="status" className="sr-only">
        {t('ideas.captionsWaiting')}
      </p>
      <p aria-hidden key={message} className="animate-appear text-note font-semibold">
        {message}
      </p>
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="h-5 w-3/5" />
      {generation && <CancelButton generation={generation} />}
    </div>
  );
}
