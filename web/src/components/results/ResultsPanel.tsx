import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { ArrowLeft, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useGeneration } from '../../api/hooks';
import { useLanguage } from '../../i18n/language';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { askedWords } from '../text/asked-words';
import { CompareSlot } from './CompareSlot';
import { OriginalPicture } from './OriginalPicture';
import { isImageMode, sameRequest } from './request';
import { ResultCard } from './ResultCard';
import { useGenerate } from './use-generate';

const resultsMax = 4;

/** The previews side by side, in place of the form (specification, section 2, "overlay"). */
export function ResultsPanel({
  generationIds,
  onIds,
  onClose,
}: {
  generationIds: string[];
  onIds: (generationIds: string[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  const { ask, busy } = useGenerate();
  const shown = generationIds.slice(0, resultsMax);
  const { data: first, mutate } = useGeneration(shown[0] ?? '');
  const original = first?.inputImageUrl;
  const comparable =
    shown.length === 1 && first?.status === 'ready' && isImageMode(first.mode) ? first : null;

  // The button that had the focus is gone with the form.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);

  /** Asks again what `generation` asked, and puts the answer in its place. */
  async function replace(generation: GenerationResult, provider: Provider) {
    const started = await ask([sameRequest(generation, provider, language)]);
    if (started === null) return onClose();
    const [next] = started;
    if (!next) return;
    onIds(shown.map((id) => (id === generation.generationId ? next.generationId : id)));
  }

  return (
    <section
      aria-labelledby="results"
      className={classes('mx-auto animate-appear pt-4 md:pt-8', first && widthOf(first))}
    >
      <div className="mb-5 grid items-start gap-x-6 gap-y-2 sm:grid-cols-[1fr_auto]">
        <h1
          id="results"
          ref={heading}
          tabIndex={-1}
          className="pt-1.5 text-title font-bold outline-none"
        >
          {t('results.title')}
        </h1>
        <div className="-mx-3 flex gap-1">
          <Button look="plain" className="px-3" onClick={onClose}>
            <ArrowLeft aria-hidden className="size-5" />
            {t('results.backToEdit')}
          </Button>
          <Button look="plain" className="px-3" onClick={onClose}>
            <X aria-hidden className="size-5" />
            {t('results.close')}
          </Button>
        </div>
        <p className="line-clamp-3 min-h-6 max-w-3xl text-ink-soft sm:col-span-2">
          {first && askedWords(t, first)}
        </p>
      </div>
      <div
        className={classes(
          'grid gap-6 lg:gap-8',
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
        <ul
          className={classes(
            'grid gap-6 md:grid-cols-2 lg:gap-8',
            original && isImageMode(first.mode) && 'lg:col-span-2',
          )}
        >
          {shown.map((generationId) => (
            <li key={generationId} className="grid min-w-0">
              <ResultCard
                generationId={generationId}
                busy={busy}
                onReplace={(generation, provider) => void replace(generation, provider)}
                onDeleted={() => onIds(shown.filter((id) => id !== generationId))}
              />
            </li>
          ))}
          {comparable && (
            <li className="grid min-w-0 content-start">
              <CompareSlot
                generation={comparable}
                onCompared={(other) => onIds([comparable.generationId, other.generationId])}
              />
            </li>
          )}
        </ul>
      </div>
    </section>
  );
}

/** Packets as wide as lets the button be seen without scrolling on a laptop. */
function widthOf({ mode, aspectRatio, inputImageUrl }: GenerationResult): string {
  if (!isImageMode(mode)) return inputImageUrl ? 'max-w-7xl' : 'max-w-6xl';
  if (inputImageUrl) return 'max-w-7xl';
  if (aspectRatio === '16:9' || aspectRatio === '4:3') return 'max-w-6xl';
  if (aspectRatio === '9:16') return 'max-w-3xl';
  // Two square packets, as high as the window leaves room for.
  return 'max-w-[clamp(44rem,200svh-61rem,56rem)]';
}
