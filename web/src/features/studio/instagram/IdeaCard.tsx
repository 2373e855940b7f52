import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { toCaptionLines } from '@sachet/shared/studio/brand';
import type { Idea } from '@sachet/shared/studio/ideas';
import type { Provider } from '@sachet/shared/providers';
import { useEffect, useRef, type Ref } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { isInProgress, useGeneration, useGenerations } from '../../../api/hooks';
import { comparedMax, providerName } from '../../../app/base/provider';
import { useFindAsked, useProvidersFor } from '../../../app/base/provider-uses';
import { useActiveKit } from '../brand/brand';
import { FailureDetails, GenerationError } from '../generation-card/FailedCard';
import { Variations } from '../generation-card/Variations';
import { CancelButton, useLoadingMessage } from '../generation-card/WaitingCard';
import { toFailureWords } from '../generation/failure-words';
import { type Request, repeatRequest, toRequests } from '../generation/request';
import { useGenerate } from '../generation/use-generate';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { saveImageDraft, readImageDraft } from '../pictures/image-prompt';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { Packet } from '../../../ui/Packet';
import { Skeleton } from '../../../ui/Skeleton';
import {
  parseCaptionIds,
  toIdeaKey,
  useUrlChange,
  withCaptions,
  formatCaptionIds,
} from './ideas-url';
import { ideaCaptionRequest } from './prompts';

/** Shows an idea with its two actions: captions and a picture (docs/product.md, Tools). */
export function IdeaCard({
  idea,
  ideasId,
  provider,
  index,
}: {
  idea: Idea;
  /** The id of the generation that contains the idea. */
  ideasId: string;
  /** The provider of the idea. It is asked for captions, too. */
  provider: Provider;
  index: number;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const { ask, busy } = useGenerate();
  const findAsked = useFindAsked();
  const able = useProvidersFor('texts');
  const kit = useActiveKit();
  const [params] = useSearchParams();
  const changeUrl = useUrlChange(ideasId);
  const key = toIdeaKey(ideasId, index);
  const captionIds = parseCaptionIds(params.get('captions')).get(key) ?? [];
  const captions = useGenerations(captionIds);
  const areEnded = captions.every(({ data }) => data && !isInProgress(data));
  const section = useRef<HTMLElement>(null);
  const takesFocus = useRef(false);

  const captionRequest = ideaCaptionRequest(idea, language, kit ? toCaptionLines(kit) : []);

  /** Shows the new captions. `place` puts their ids among those of the captions so far. */
  async function askForCaptions(
    requests: Request[],
    place: (ids: string[], own: readonly string[]) => readonly string[] = (ids) => ids,
  ) {
    const started = (await ask(requests)) ?? [];
    if (started.length === 0) return;
    const ids = started.map(({ generationId }) => generationId);
    changeUrl((current) => {
      const all = parseCaptionIds(current.get('captions'));
      const own = place(ids, all.get(key) ?? []);
      current.set('captions', formatCaptionIds(withCaptions(all, key, own)));
    });
  }

  function askForNewCaptions() {
    takesFocus.current = true;
    void askForCaptions(toRequests(captionRequest, findAsked('texts', provider)));
  }

  // The captions appear below the button, so the focus moves to them and the button stays in its place.
  const shownIds = captionIds.join();
  useEffect(() => {
    if (shownIds === '' || !takesFocus.current) return;
    takesFocus.current = false;
    section.current?.focus();
  }, [shownIds]);

  function generateImage() {
    saveImageDraft({ ...readImageDraft(), subject: idea.visualPrompt });
    void navigate(paths.mode('image'));
  }

  return (
    <Packet>
      <article className="grid gap-4 p-4 pt-6 sm:p-6 sm:pt-8">
        <div className="flex gap-4">
          <IdeaPoster number={index + 1} />
          <div className="grid min-w-0 content-start gap-1">
            <h3 className="text-lead font-bold">{idea.title}</h3>
            <p>{idea.captionBrief}</p>
          </div>
        </div>
        <div className="border-l-2 border-edge pl-3 text-note">
          <h4 className="font-semibold">{t('ideas.visual')}</h4>
          <p className="text-ink-soft">{idea.visualPrompt}</p>
        </div>
        <p className="text-note font-semibold text-ink-soft">{idea.hashtags.join(' ')}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            look={captionIds.length === 0 ? 'ink' : 'outline'}
            busy={busy || !areEnded}
            onClick={askForNewCaptions}
            className="grow"
          >
            {t(captionIds.length === 0 ? 'ideas.captions' : 'ideas.otherCaptions')}
          </Button>
          <Button look="outline" onClick={generateImage} className="grow">
            {t('ideas.image')}
          </Button>
        </div>
        {captionIds.length > 0 && (
          <IdeaCaptions
            ref={section}
            generationIds={captionIds}
            busy={busy}
            onAgain={(request, replaced) =>
              void askForCaptions([request], (ids, own) =>
                own.flatMap((id) => (id === replaced ? ids : [id])),
              )
            }
          />
        )}
        {captionIds.length > 0 && areEnded && able.length > comparedMax && (
          <div className="flex flex-wrap gap-2 empty:hidden">
            {able
              .filter((each) => captions.every(({ data }) => data?.provider !== each))
              .map((each) => (
                <Button
                  key={each}
                  look="outline"
                  size="small"
                  busy={busy}
                  onClick={() =>
                    void askForCaptions(toRequests(captionRequest, [each]), (ids, own) => [
                      ...own,
                      ...ids,
                    ])
                  }
                >
                  {t('results.compare', { provider: providerName[each] })}
                </Button>
              ))}
          </div>
        )}
      </article>
    </Packet>
  );
}

const prints = ['bg-print-jade', 'bg-print-rose', 'bg-print-sky', 'bg-print-lilac'];

/** The number of an idea, in the place of its picture. */
export function IdeaPoster({ number }: { number: number }) {
  return (
    <span
      aria-hidden
      className={classes(
        'grid aspect-4/5 w-18 shrink-0 place-items-center self-start rounded-lg text-display font-extrabold tabular-nums',
        prints[(number - 1) % prints.length],
      )}
    >
      {number}
    </span>
  );
}

/** Shows the captions of an idea, one provider below the other. */
function IdeaCaptions({
  ref,
  generationIds,
  busy,
  onAgain,
}: {
  ref: Ref<HTMLElement>;
  generationIds: readonly string[];
  busy: boolean;
  onAgain: (request: Request, replaced: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={t('ideas.hasCaptions')}
      className="scroll-mt-20 grid gap-6 border-t border-dashed border-fold pt-4"
    >
      {generationIds.map((generationId) => (
        <ProviderCaptions
          key={generationId}
          generationId={generationId}
          busy={busy}
          onAgain={(request) => onAgain(request, generationId)}
        />
      ))}
    </section>
  );
}

/** Shows the captions of one provider: waiting, failed or ready to copy. */
function ProviderCaptions({
  generationId,
  busy,
  onAgain,
}: {
  generationId: string;
  busy: boolean;
  onAgain: (request: Request) => void;
}) {
  const language = useLanguage();
  const { data: generation, error, mutate } = useGeneration(generationId);

  if (error && !generation) {
    return <GenerationError error={error} onRetry={() => void mutate()} />;
  }
  if (!generation || isInProgress(generation))
    return <WaitingCaptions generation={generation ?? null} />;
  if (generation.status === 'ready') {
    return (
      <div className="grid gap-3">
        <CaptionsHeading generation={generation} />
        <Variations text={generation.content ?? ''} />
      </div>
    );
  }
  return (
    <NoCaptions
      generation={generation}
      busy={busy}
      onAgain={() => onAgain(repeatRequest(generation, generation.provider, language))}
    />
  );
}

function CaptionsHeading({ generation }: { generation: GenerationResult }) {
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
          <p className="font-bold">{t('failure.cancelled')}</p>
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
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}

function WaitingCaptions({ generation }: { generation: GenerationResult | null }) {
  const { t } = useTranslation();
  const message = useLoadingMessage();
  return (
    <div aria-busy="true" className="grid gap-3">
      {generation && <CaptionsHeading generation={generation} />}
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
