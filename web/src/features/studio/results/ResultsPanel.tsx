import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { Mode } from '@sachet/shared/contracts/vocabulary';
import type { Provider } from '@sachet/shared/providers';
import { useState } from 'react';
import { lazyDialog } from '../../../app/base/lazy-part';
import { comparedMax, useProviders } from '../../../app/base/provider';
import { useSearchParams } from 'react-router-dom';
import { useUrlOverlay } from '../../../browser/url-overlay';
import { useGenerations } from '../../../api/hooks';
import { GenerationCard, type PriceBar } from '../generation-card/GenerationCard';
import { toAskedText } from '../generation/asked-text';
import { isEdit, isImageMode } from '@sachet/shared/tools';
import { findProvidersAsked, repeatRequest, resultsMax, withSecond } from '../generation/request';
import { useGenerate } from '../generation/use-generate';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';
import { withChange } from '../../../browser/url';
import { CompareSlot } from './CompareSlot';
import { CompareWith, useSecondChoices } from './CompareWith';
import { PicturePair } from './PicturePair';
import { ResultsOverlay } from './ResultsOverlay';
import type { Tool } from './use-tool';

const FullPicture = lazyDialog(async () => (await import('./FullPicture')).FullPicture);

/**
 * Shows a tool's results over its form, if there are any. The key resets state and scroll position when other
 * results open over these.
 */
export function ResultsPanel(props: { mode: Mode; tool: Tool }) {
  const { generationIds, depth } = props.tool;
  // A depth of 0 counts as 1, because such results immediately get a history entry below them.
  return generationIds.length > 0 && <Results key={Math.max(1, depth)} {...props} />;
}

/** Shows the previews side by side, over the form (docs/product.md, Screens). */
function Results({ mode, tool }: { mode: Mode; tool: Tool }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { ask, busy } = useGenerate();
  const isPictures = isImageMode(mode);
  const shown = tool.generationIds.slice(0, resultsMax);
  const { fullId, showFull, closeFull } = useFullPicture();
  const readings = useGenerations(shown);
  const [firstReading] = readings;
  const first = firstReading?.data;
  const cards = readings.flatMap(({ data }) => data ?? []);
  const areRead = readings.every(({ data, error }) => data !== undefined || error !== undefined);
  // Until every result is loaded, no other provider is offered for another try.
  const everyone = useProviders();
  const taken = areRead ? findProvidersAsked(cards) : everyone;
  const [failedBefore, setFailedBefore] = useState<ReadonlySet<Provider>>(new Set());
  const secondChoices = useSecondChoices(readings.map(({ data }) => data));
  const areNumbered = new Set(cards.map(({ provider }) => provider)).size < cards.length;
  /** Whether a desk shows only two, because the user chooses the second. Variations are all shown. */
  const isChoosing = !areNumbered && secondChoices.length > 0;
  const original = first?.inputImageUrl;
  const comparable =
    shown.length === 1 && first?.status === 'ready' && isImageMode(first.mode) ? first : null;

  /** Repeats the request of `generation` and shows the new result in the same place. */
  async function replace(generation: GenerationResult, provider: Provider) {
    const started = await ask([repeatRequest(generation, provider, language)]);
    if (started === null) return tool.close();
    const [next] = started;
    if (!next) return;
    if (generation.status === 'failed' && provider !== generation.provider) {
      setFailedBefore((known) => new Set([...known, generation.provider]));
    }
    tool.show(shown.map((id) => (id === generation.generationId ? next.generationId : id)));
  }

  const renderCard = (generationId: string, priceBar?: PriceBar) => (
    <GenerationCard
      generationId={generationId}
      priceBar={priceBar}
      busy={busy}
      taken={new Set([...taken, ...failedBefore])}
      onReplace={(generation, provider) => void replace(generation, provider)}
      onVaried={tool.open}
      onFull={() => showFull(generationId)}
      onDeleted={() => tool.show(shown.filter((id) => id !== generationId))}
    />
  );

  return (
    <ResultsOverlay
      title={t(mode === 'instagram' ? 'instagram.results' : 'results.title')}
      asked={first && toAskedText(t, first)}
      className={first && getWidth(first)}
      isCompact={isPictures}
      onBack={tool.close}
      onClose={tool.close}
    >
      {!areNumbered && (
        <CompareWith
          results={readings.map(({ data }) => data)}
          choices={secondChoices}
          onShow={({ generationId }) => tool.show(withSecond(shown, generationId))}
        />
      )}
      <div
        className={classes(
          'grid grid-cols-1 gap-6 lg:gap-8',
          original &&
            (isImageMode(first.mode) ? 'lg:grid-cols-3' : 'lg:grid-cols-[14rem_minmax(0,1fr)]'),
        )}
      >
        {original && (
          <OriginalPicture
            url={original}
            label={t(isEdit(first.mode) ? 'studioCommon.before' : 'studioCommon.yourPhoto')}
            hasSlider={isEdit(first.mode)}
            onStale={() => void firstReading?.mutate()}
          />
        )}
        {isPictures ? (
          <PicturePair
            generationIds={shown}
            areNumbered={areNumbered}
            isChoosing={isChoosing}
            className={original ? 'lg:col-span-2' : undefined}
            render={renderCard}
          >
            {comparable && (
              <CompareSlot
                generation={comparable}
                onCompared={(other) => tool.show([comparable.generationId, other.generationId])}
              />
            )}
          </PicturePair>
        ) : (
          <ul className="grid grid-cols-1 gap-6 md:grid-cols-2 lg:gap-8">
            {shown.map((generationId, index) => (
              <li
                key={generationId}
                className={classes(
                  'grid min-w-0',
                  isChoosing && index >= comparedMax && 'md:hidden',
                )}
              >
                {renderCard(generationId)}
              </li>
            ))}
          </ul>
        )}
      </div>
      {fullId && shown.includes(fullId) && (
        <FullPicture
          generationId={fullId}
          generationIds={shown}
          onShow={showFull}
          onClose={closeFull}
        />
      )}
    </ResultsOverlay>
  );
}

/** Returns the maximum width at which a laptop shows the button without scrolling. */
function getWidth({ mode, aspectRatio, inputImageUrl }: GenerationResult): string {
  if (!isImageMode(mode)) return inputImageUrl ? 'max-w-7xl' : 'max-w-6xl';
  if (inputImageUrl) return 'max-w-7xl';
  if (aspectRatio === '16:9' || aspectRatio === '4:3') return 'max-w-6xl';
  if (aspectRatio === '9:16') return 'max-w-3xl';
  // With this width, two square packets fit the window's height.
  return 'max-w-[clamp(44rem,200svh-61rem,56rem)]';
}

/** Shows the input image beside the results, or above them on a phone. */
function OriginalPicture({
  url,
  label,
  hasSlider,
  onStale,
}: {
  url: string;
  label: string;
  /**
   * Whether each result also shows the image, because of its before-and-after slider. A phone then hides this
   * copy.
   */
  hasSlider: boolean;
  onStale: () => void;
}) {
  const { t } = useTranslation();
  return (
    <figure
      className={classes(
        hasSlider && 'max-md:hidden',
        'flex min-w-0 items-center gap-4 self-start lg:sticky lg:top-20 lg:grid lg:gap-2',
      )}
    >
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="block shrink-0 overflow-hidden rounded-xl border border-fold bg-sunk"
      >
        <img
          src={url}
          alt={t('results.originalAlt')}
          onError={onStale}
          className="size-20 object-cover lg:size-auto lg:max-h-[70svh] lg:w-full lg:object-contain"
        />
      </a>
      <figcaption className="text-note font-semibold text-ink-soft">{label}</figcaption>
    </figure>
  );
}

/**
 * The result that is open in full screen. Its id is in the URL, in a separate history entry, so the browser's
 * Back closes it.
 */
function useFullPicture(): {
  fullId: string | null;
  showFull: (generationId: string) => void;
  closeFull: () => void;
} {
  const [params] = useSearchParams();
  const fullId = params.get('full');
  const toUrl = (id: string | null) => `?${withChange(params, { full: id })}`;
  const overlay = useUrlOverlay('full', {
    isOpen: fullId !== null,
    below: toUrl(null),
    isNested: true,
  });
  return {
    fullId,
    showFull: (id) => void overlay.show(toUrl(id)),
    closeFull: () => void overlay.close(),
  };
}
