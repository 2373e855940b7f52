import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { parseIdeas } from '@sachet/shared/ideas';
import { toErrorMessage } from '../api/errors';
import { isFailure } from '../api/failure';
import { isUnderWay, useGeneration } from '../api/hooks';
import { providerName } from '../app/provider';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { CancelledCard, FailedCard } from '../generation-card/FailedCard';
import { sameRequest } from '../generation/request';
import { useGenerate } from '../generation/use-generate';
import { Button } from '../ui/Button';
import { classes } from '../ui/classes';
import { Packet } from '../ui/Packet';
import { CancelButton } from '../generation-card/WaitingCard';
import { toIdeaKey } from './caption-ids';
import { IdeaCard } from './IdeaCard';
import { IdeasWaiting } from './IdeasWaiting';
import { shownIdeas, useUrlChange } from './use-url-change';

/** One provider's ideas: on their way, failed, or a card for each. */
export function ProviderIdeas({
  generationId,
  className,
}: {
  generationId: string;
  className: string;
}) {
  const { t } = useTranslation();
  const { data: generation, error, mutate } = useGeneration(generationId);
  if (generation) {
    const provider = providerName[generation.provider];
    return (
      <section
        aria-label={t('ideas.from', { provider })}
        className={classes('grid min-w-0 gap-4', className)}
      >
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
          <h2 className="flex flex-wrap items-baseline gap-x-2 text-lead font-bold">
            <span className="max-md:sr-only">{provider}</span>
            <span className="text-note font-normal text-ink-soft">{generation.modelName}</span>
          </h2>
          {isUnderWay(generation) && <CancelButton generation={generation} />}
        </div>
        <Ideas generation={generation} />
      </section>
    );
  }
  return (
    <div className={classes('grid min-w-0 content-start gap-3', className)}>
      {error ? (
        <>
          <p role="alert" className="font-semibold">
            {isFailure(error, 'not_found') ? t('results.missing') : toErrorMessage(t, error)}
          </p>
          <Button look="outline" className="w-fit" onClick={() => void mutate()}>
            {t('results.tryAgain')}
          </Button>
        </>
      ) : (
        <IdeasWaiting />
      )}
    </div>
  );
}

function Ideas({ generation }: { generation: GenerationResult }) {
  const language = useLanguage();
  const { ask, busy } = useGenerate();
  const { generationId, status, provider } = generation;
  const changeUrl = useUrlChange(generationId);

  /** Asks the same again, and puts the answer in its place. */
  async function again() {
    const [next] = (await ask([sameRequest(generation, provider, language)])) ?? [];
    if (!next) return;
    changeUrl((params) => {
      const ids = shownIdeas(params).map((id) => (id === generationId ? next.generationId : id));
      params.set('results', ids.join(','));
    });
  }
  const onAgain = () => void again();

  switch (status) {
    case 'failed':
      return (
        <FailedCard generation={generation} busy={busy} offersOther={false} onReplace={onAgain} />
      );
    case 'cancelled':
      return <CancelledCard generation={generation} busy={busy} onAgain={onAgain} />;
    case 'ready':
      break;
    default:
      return <IdeasWaiting />;
  }
  const ideas = parseIdeas(generation.content ?? '');
  if (typeof ideas === 'string') return <NoIdeas why={ideas} busy={busy} onAgain={onAgain} />;
  return (
    <ul className="grid gap-6 lg:gap-8">
      {ideas.map((idea, index) => (
        <li key={toIdeaKey(generationId, index)} className="grid min-w-0">
          <IdeaCard idea={idea} ideasId={generationId} index={index} />
        </li>
      ))}
    </ul>
  );
}

/** An answer came, but no ideas that could be read from it (docs/product.md, Messages). */
function NoIdeas({
  why,
  busy,
  onAgain,
}: {
  why: 'unreadable' | 'none';
  busy: boolean;
  onAgain: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Packet>
      <div className="crimp h-10 bg-vermilion-wash text-vermilion" />
      <div className="grid justify-items-start gap-6 border-t border-dashed border-edge p-4 sm:p-6">
        <div role="alert" className="grid justify-items-start gap-4">
          <p className="text-title font-bold text-balance">{t(`ideas.${why}`)}</p>
          <p className="rounded-full bg-leaf-wash px-4 py-1.5 font-semibold">
            {t('results.notCharged')}
          </p>
        </div>
        <Button busy={busy} onClick={onAgain}>
          {t('results.tryAgain')}
        </Button>
      </div>
    </Packet>
  );
}
