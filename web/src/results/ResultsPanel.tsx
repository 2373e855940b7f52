import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { Provider, type Mode } from '@sachet/shared/contracts/vocabulary';
import { lazy, Suspense, useState, type ComponentProps } from 'react';
import { useLocation } from 'react-router-dom';
import { useGeneration } from '../api/hooks';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { classes } from '../ui/classes';
import { toAskedText } from './asked-text';
import { CompareSlot } from './CompareSlot';
import { OriginalPicture } from './OriginalPicture';
import { PicturePair } from './PicturePair';
import { isImageMode, sameRequest } from './request';
import { ResultCard } from './ResultCard';
import { ResultsOverlay } from './ResultsOverlay';
import { takenProviders } from './taken-providers';
import { useFullPicture } from './use-full-picture';
import { useGenerate } from './use-generate';
import { getDepth } from './use-tool';

const FullPicture = lazy(async () => ({
  default: (await import('./FullPicture')).FullPicture,
}));

const resultsMax = 4;
const bothProviders = new Set(Provider.options);

/** The cards as far as they are read, and providers that need not be asked again: all until each is. */
function useCards(ids: readonly string[]): {
  cards: GenerationResult[];
  taken: ReadonlySet<Provider>;
} {
  const readings = [
    useGeneration(ids[0] ?? null),
    useGeneration(ids[1] ?? null),
    useGeneration(ids[2] ?? null),
    useGeneration(ids[3] ?? null),
  ].slice(0, ids.length);
  const areRead = readings.every(({ data, error }) => data !== undefined || error !== undefined);
  const cards = readings.flatMap(({ data }) => data ?? []);
  return { cards, taken: areRead ? takenProviders(cards) : bothProviders };
}

/** Others that are shown over these begin at their top. */
export function ResultsPanel(props: ComponentProps<typeof Results>) {
  return <Results key={getDepth(useLocation())} {...props} />;
}

/** The previews side by side, over the form (docs/product.md, Screens). */
function Results({
  mode,
  generationIds,
  onIds,
  onVaried,
  onClose,
}: {
  mode: Mode;
  generationIds: string[];
  onIds: (generationIds: string[]) => void;
  /** Shows others, and comes back to these. */
  onVaried: (generationIds: string[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { ask, busy } = useGenerate();
  const isPictures = isImageMode(mode);
  const shown = generationIds.slice(0, resultsMax);
  const { data: first, mutate } = useGeneration(shown[0] ?? null);
  const { fullId, showFull, closeFull } = useFullPicture();
  const { cards, taken } = useCards(shown);
  const [failedBefore, setFailedBefore] = useState<ReadonlySet<Provider>>(new Set());
  const areNumbered = new Set(cards.map(({ provider }) => provider)).size < cards.length;
  const original = first?.inputImageUrl;
  const comparable =
    shown.length === 1 && first?.status === 'ready' && isImageMode(first.mode) ? first : null;

  /** Asks again what `generation` asked, and puts the answer in its place. */
  async function replace(generation: GenerationResult, provider: Provider) {
    const started = await ask([sameRequest(generation, provider, language)]);
    if (started === null) return onClose();
    const [next] = started;
    if (!next) return;
    if (generation.status === 'failed' && provider !== generation.provider) {
      setFailedBefore((known) => new Set([...known, generation.provider]));
    }
    onIds(shown.map((id) => (id === generation.generationId ? next.generationId : id)));
  }

  const renderCard = (generationId: string) => (
    <ResultCard
      generationId={generationId}
      busy={busy}
      taken={new Set([...taken, ...failedBefore])}
      onReplace={(generation, provider) => void replace(generation, provider)}
      onVaried={onVaried}
      onFull={() => showFull(generationId)}
      onDeleted={() => onIds(shown.filter((id) => id !== generationId))}
    />
  );

  return (
    <ResultsOverlay
      title={t('results.title')}
      asked={first && toAskedText(t, first)}
      className={first && getWidth(first)}
      isCompact={isPictures}
      onBack={onClose}
      onClose={onClose}
    >
      <div
        className={classes(
          'grid grid-cols-[minmax(0,1fr)] gap-6 lg:gap-8',
          original &&
            (isImageMode(first.mode) ? 'lg:grid-cols-3' : 'lg:grid-cols-[14rem_minmax(0,1fr)]'),
        )}
      >
        {original && (
          <OriginalPicture
            url={original}
            label={t(first.mode === 'edit_image' ? 'results.before' : 'results.yourPhoto')}
            hasSlider={first.mode === 'edit_image'}
            onStale={() => void mutate()}
          />
        )}
        {isPictures ? (
          <PicturePair
            generationIds={shown}
            areNumbered={areNumbered}
            className={original ? 'lg:col-span-2' : undefined}
            render={renderCard}
          >
            {comparable && (
              <CompareSlot
                generation={comparable}
                onCompared={(other) => onIds([comparable.generationId, other.generationId])}
              />
            )}
          </PicturePair>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2 lg:gap-8">
            {shown.map((generationId) => (
              <li key={generationId} className="grid min-w-0">
                {renderCard(generationId)}
              </li>
            ))}
          </ul>
        )}
      </div>
      {fullId && shown.includes(fullId) && (
        <Suspense>
          <FullPicture
            generationId={fullId}
            generationIds={shown}
            onShow={showFull}
            onClose={closeFull}
          />
        </Suspense>
      )}
    </ResultsOverlay>
  );
}

/** Packets as wide as lets the button be seen without scrolling on a laptop. */
function getWidth({ mode, aspectRatio, inputImageUrl }: GenerationResult): string {
  if (!isImageMode(mode)) return inputImageUrl ? 'max-w-7xl' : 'max-w-6xl';
  if (inputImageUrl) return 'max-w-7xl';
  if (aspectRatio === '16:9' || aspectRatio === '4:3') return 'max-w-6xl';
  if (aspectRatio === '9:16') return 'max-w-3xl';
  // Two square packets, as high as the window leaves room for.
  return 'max-w-[clamp(44rem,200svh-61rem,56rem)]';
}
