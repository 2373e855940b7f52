import '../../api/zod-without-eval';
import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { parseIdeas, type Idea } from '@sachet/shared/ideas';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { errorWords } from '../../api/errors';
import { isFailure } from '../../api/failure';
import { useGeneration } from '../../api/hooks';
import { useLanguage } from '../../i18n/language';
import { paths } from '../../paths';
import { Button } from '../../ui/Button';
import { CancelledResult } from '../results/CancelledResult';
import { FailedResult } from '../results/FailedResult';
import { PanelHeading } from '../results/PanelHeading';
import { sameRequest } from '../results/request';
import { useGenerate } from '../results/use-generate';
import { askedWords } from '../text/asked-words';
import { ideaCaptionRequest } from './caption-prompt';
import { readCaptionIds, withCaptions, writtenCaptionIds } from './caption-ids';
import { IdeaCard } from './IdeaCard';
import { IdeasWaiting } from './IdeasWaiting';
import { NoIdeas } from './NoIdeas';

/** Specification, section 2: the ideas overlay, in place of the form. */
export function IdeasPanel({
  generationId,
  onReplace,
  onClose,
}: {
  generationId: string;
  onReplace: (generationId: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const { ask, busy } = useGenerate();
  const { data: generation, error, mutate } = useGeneration(generationId);

  async function replace(provider: Provider) {
    if (!generation) return;
    const [next] = (await ask([sameRequest(generation, provider, language)])) ?? [];
    if (next) onReplace(next.generationId);
  }

  return (
    <section aria-labelledby="ideas" className="mx-auto max-w-5xl animate-appear pt-4 md:pt-8">
      <PanelHeading
        id="ideas"
        title={t('ideas.yours')}
        onBack={onClose}
        onClose={() => void navigate(paths.mode('instagram'))}
      >
        {generation && askedWords(t, generation)}
      </PanelHeading>
      {generation ? (
        <Ideas generation={generation} busy={busy} onReplace={(to) => void replace(to)} />
      ) : error ? (
        <div className="grid justify-items-start gap-3">
          <p role="alert" className="font-semibold">
            {isFailure(error, 'not_found') ? t('results.missing') : errorWords(t, error)}
          </p>
          <Button look="outline" onClick={() => void mutate()}>
            {t('results.tryAgain')}
          </Button>
        </div>
      ) : (
        <IdeasWaiting generationId={null} />
      )}
    </section>
  );
}

function Ideas({
  generation,
  busy,
  onReplace,
}: {
  generation: GenerationResult;
  busy: boolean;
  onReplace: (provider: Provider) => void;
}) {
  const { status, provider } = generation;
  if (status === 'failed' || status === 'cancelled') {
    return (
      <div className="max-w-xl">
        {status === 'failed' ? (
          <FailedResult generation={generation} busy={busy} onReplace={onReplace} />
        ) : (
          <CancelledResult
            generation={generation}
            busy={busy}
            onAgain={() => onReplace(provider)}
          />
        )}
      </div>
    );
  }
  if (status !== 'ready') return <IdeasWaiting generationId={generation.generationId} />;
  const ideas = parseIdeas(generation.content ?? '');
  if (typeof ideas === 'string') {
    return <NoIdeas why={ideas} provider={provider} busy={busy} onReplace={onReplace} />;
  }
  return <IdeaList ideas={ideas} provider={provider} />;
}

/** The captions that were asked for stand in the URL too, by the number of their idea. */
function IdeaList({ ideas, provider }: { ideas: Idea[]; provider: Provider }) {
  const language = useLanguage();
  const { ask, busy } = useGenerate();
  const [params, setParams] = useSearchParams();
  const captionIds = readCaptionIds(params.get('captions'));

  async function askForCaptions(idea: Idea, index: number, to: Provider) {
    const [next] = (await ask([ideaCaptionRequest(idea, to, language)])) ?? [];
    if (!next) return;
    const ids = withCaptions(captionIds, index, next.generationId);
    setParams(
      (current) => {
        current.set('captions', writtenCaptionIds(ids));
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  // Two columns that grow on their own, so that captions in one card leave no hole beside it.
  const half = Math.ceil(ideas.length / 2);
  return (
    <div className="grid items-start gap-6 md:grid-cols-2 lg:gap-8">
      {[0, half].map((from) => (
        <ul key={from} className="grid min-w-0 gap-6 lg:gap-8">
          {ideas.slice(from, from + half).map((idea, row) => {
            const index = from + row;
            return (
              <li key={index} className="grid min-w-0">
                <IdeaCard
                  idea={idea}
                  captionsId={captionIds[index] ?? null}
                  busy={busy}
                  onCaptions={(to = provider) => void askForCaptions(idea, index, to)}
                />
              </li>
            );
          })}
        </ul>
      ))}
    </div>
  );
}
