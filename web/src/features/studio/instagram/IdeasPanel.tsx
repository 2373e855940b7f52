import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { ideasPerRequest, parseIdeas } from '@sachet/shared/studio/ideas';
import { CircleAlert } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { isInProgress, useGeneration, useGenerations } from '../../../api/hooks';
import { comparedMax, providerName } from '../../../app/base/provider';
import { CancelledCard, FailedCard, GenerationError } from '../generation-card/FailedCard';
import { CancelButton, useLoadingMessage } from '../generation-card/WaitingCard';
import { toAskedText } from '../generation/asked-text';
import { repeatRequest, resultsMax, withSecond } from '../generation/request';
import { useGenerate } from '../generation/use-generate';
import { useLanguage } from '../../../i18n/language';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { CompareSlot } from '../results/CompareSlot';
import { CompareWith, useSecondChoices } from '../results/CompareWith';
import { ResultsOverlay } from '../results/ResultsOverlay';
import { classes } from '../../../ui/classes';
import { Packet } from '../../../ui/Packet';
import { type Segment, Segmented } from '../../../ui/Segmented';
import { Skeleton } from '../../../ui/Skeleton';
import { Spinner } from '../../../ui/Spinner';
import { IdeaCard, IdeaPoster } from './IdeaCard';
import { parseShownIds, toIdeaKey, useUrlChange } from './ideas-url';

/**
 * The overlay with ideas (docs/product.md, Screens). Each provider's ideas are a column, and two are shown. A
 * phone shows one, which the user chooses and the URL contains.
 */
export function IdeasPanel({
  generationIds,
  onClose,
}: {
  generationIds: string[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const ids = generationIds.slice(0, resultsMax);
  const [firstId = ''] = ids;
  const changeUrl = useUrlChange(firstId);
  const generations = useGenerations(ids).map(({ data }) => data);
  const secondChoices = useSecondChoices(generations);
  const [first] = generations;
  const asked = generations.find((generation) => generation !== undefined);
  const by = params.get('by');
  const chosen = Math.max(
    0,
    generations.findIndex((generation) => generation?.provider === by),
  );

  return (
    <ResultsOverlay
      title={t('ideas.yours')}
      asked={asked && toAskedText(t, asked)}
      className="max-w-7xl"
      onBack={onClose}
      onClose={() =>
        void navigate(paths.mode('instagram'), { replace: true, preventScrollReset: true })
      }
    >
      {ids.length > 1 && (
        <Segmented
          legend={t('studioCommon.provider')}
          hideLegend
          className="mb-6 md:hidden"
          segments={generations.map((generation, index) => toSegment(t, index, generation))}
          value={String(chosen)}
          onChange={(index) => {
            const provider = generations[Number(index)]?.provider;
            if (provider) changeUrl((current) => current.set('by', provider));
          }}
        />
      )}
      <CompareWith
        results={generations}
        choices={secondChoices}
        onShow={({ generationId, provider }) =>
          changeUrl((current) => {
            current.set('results', withSecond(ids, generationId).join(','));
            current.set('by', provider);
          })
        }
      />
      <div className="grid items-start gap-6 md:grid-cols-2 lg:gap-8">
        {ids.map((generationId, index) => (
          <ProviderIdeas
            key={generationId}
            generationId={generationId}
            className={classes(
              index !== chosen && 'max-md:hidden',
              secondChoices.length > 0 && index >= comparedMax && 'md:hidden',
            )}
          />
        ))}
        {first && ids.length === 1 && (
          <CompareSlot
            generation={first}
            onCompared={({ generationId }) =>
              changeUrl((current) => current.set('results', `${firstId},${generationId}`))
            }
          />
        )}
      </div>
    </ResultsOverlay>
  );
}

function toSegment(
  t: TFunction,
  index: number,
  generation: GenerationResult | undefined,
): Segment<string> {
  const isFailed = generation?.status === 'failed';
  const isWaiting = generation?.status === 'queued' || generation?.status === 'running';
  return {
    value: String(index),
    label: generation ? providerName[generation.provider] : '…',
    icon: isFailed ? (
      <CircleAlert role="img" aria-label={t('results.failed')} className="size-4 text-vermilion" />
    ) : (
      isWaiting && <Spinner />
    ),
  };
}

/** Shows the ideas of one provider: waiting, failed, or as a card for each idea. */
function ProviderIdeas({ generationId, className }: { generationId: string; className: string }) {
  const { t } = useTranslation();
  const { data: generation, error, mutate } = useGeneration(generationId);
  if (generation) {
    const provider = providerName[generation.provider];
    return (
      <section
        aria-label={t('ideas.from', { provider })}
        className={classes('grid min-w-0 gap-4', className)}
      >
        {/* On a phone, as high as the button that ends the wait, without moving the ideas. */}
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 max-md:-my-3">
          <h2 className="flex flex-wrap items-baseline gap-x-2 text-lead font-bold">
            <span className="max-md:sr-only">{provider}</span>
            <span className="text-note font-normal text-ink-soft">{generation.modelName}</span>
          </h2>
          {isInProgress(generation) && <CancelButton generation={generation} />}
        </div>
        <Ideas generation={generation} />
      </section>
    );
  }
  return (
    <div className={classes('grid min-w-0 content-start gap-3', className)}>
      {error ? <GenerationError error={error} onRetry={() => void mutate()} /> : <IdeasWaiting />}
    </div>
  );
}

function Ideas({ generation }: { generation: GenerationResult }) {
  const language = useLanguage();
  const { ask, busy } = useGenerate();
  const { generationId, status, provider } = generation;
  const changeUrl = useUrlChange(generationId);

  /** Repeats the request and replaces this result. */
  async function again() {
    const [next] = (await ask([repeatRequest(generation, provider, language)])) ?? [];
    if (!next) return;
    changeUrl((params) => {
      const ids = parseShownIds(params).map((id) => (id === generationId ? next.generationId : id));
      params.set('results', ids.join(','));
    });
  }
  const onAgain = () => void again();

  switch (status) {
    case 'failed':
      return <FailedCard generation={generation} busy={busy} onReplace={onAgain} />;
    case 'cancelled':
      return <CancelledCard generation={generation} busy={busy} onAgain={onAgain} />;
    case 'ready':
      break;
    default:
      return <IdeasWaiting />;
  }
  // The worker fails a generation whose ideas cannot be read.
  const ideas = parseIdeas(generation.content ?? '');
  return (
    <ol className="grid gap-6 lg:gap-8">
      {(Array.isArray(ideas) ? ideas : []).map((idea, index) => (
        <li key={toIdeaKey(generationId, index)} className="grid min-w-0">
          <IdeaCard idea={idea} ideasId={generationId} provider={provider} index={index} />
        </li>
      ))}
    </ol>
  );
}

/** Placeholders of the final size; the first one has the loading message. */
function IdeasWaiting() {
  const { t } = useTranslation();
  const message = useLoadingMessage();
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {t('ideas.waiting')}
      </p>
      <div aria-hidden className="grid gap-6 lg:gap-8">
        {Array.from({ length: ideasPerRequest }, (_, index) => (
          <Packet key={index}>
            <div className="grid gap-3 p-4 pt-6 sm:p-6 sm:pt-8">
              <div className="flex gap-4">
                <IdeaPoster number={index + 1} />
                <div className="grid flex-1 content-start gap-2">
                  {index === 0 ? (
                    <p key={message} className="animate-appear text-lead font-semibold">
                      {message}
                    </p>
                  ) : (
                    <Skeleton className="h-7 w-3/4" />
                  )}
                  <Skeleton className="h-5 w-full" />
                  <Skeleton className="h-5 w-5/6" />
                </div>
              </div>
              <Skeleton className="mt-2 h-16 w-full rounded-lg" />
              <Skeleton className="mt-2 h-11 w-full rounded-full" />
            </div>
          </Packet>
        ))}
      </div>
    </div>
  );
}
