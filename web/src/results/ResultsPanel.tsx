import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { Provider, type Mode } from '@sachet/shared/contracts/vocabulary';
import { useTranslation } from 'react-i18next';
import { useGeneration } from '../api/hooks';
import { useLanguage } from '../i18n/language';
import { classes } from '../ui/classes';
import { toAskedText } from './asked-text';
import { CompareSlot } from './CompareSlot';
import { OriginalPicture } from './OriginalPicture';
import { PicturePair } from './PicturePair';
import { isImageMode, sameRequest } from './request';
import { ResultCard } from './ResultCard';
import { ResultsOverlay } from './ResultsOverlay';
import { takenProviders } from './taken-providers';
import { useGenerate } from './use-generate';

const resultsMax = 4;
const bothProviders = new Set(Provider.options);

/** Providers that need not be asked again from a card here: all of them until each card is read. */
function useTakenProviders(ids: readonly string[]): ReadonlySet<Provider> {
  const cards = [
    useGeneration(ids[0] ?? null),
    useGeneration(ids[1] ?? null),
    useGeneration(ids[2] ?? null),
    useGeneration(ids[3] ?? null),
  ].slice(0, ids.length);
  const areRead = cards.every(({ data, error }) => data !== undefined || error !== undefined);
  return areRead ? takenProviders(cards.flatMap(({ data }) => data ?? [])) : bothProviders;
}

/** The previews side by side, over the form (docs/product.md, Screens). */
export function ResultsPanel({
  mode,
  generationIds,
  onIds,
  onClose,
}: {
  mode: Mode;
  generationIds: string[];
  onIds: (generationIds: string[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { ask, busy } = useGenerate();
  const isPictures = isImageMode(mode);
  const shown = generationIds.slice(0, resultsMax);
  const { data: first, mutate } = useGeneration(shown[0] ?? null);
  const taken = useTakenProviders(shown);
  const original = first?.inputImageUrl;
  const comparable =
    shown.length === 1 && first?.status === 'ready' && isImageMode(first.mode) ? first : null;

  /** Asks again what `generation` asked, and puts the answer in its place. */
  async function replace(generation: GenerationResult, provider: Provider) {
    const started = await ask([sameRequest(generation, provider, language)]);
    if (started === null) return onClose();
    const [next] = started;
    if (!next) return;
    onIds(shown.map((id) => (id === generation.generationId ? next.generationId : id)));
  }

  const renderCard = (generationId: string) => (
    <ResultCard
      generationId={generationId}
      busy={busy}
      taken={taken}
      onReplace={(generation, provider) => void replace(generation, provider)}
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
            onStale={() => void mutate()}
          />
        )}
        {isPictures ? (
          <PicturePair
            generationIds={shown}
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
