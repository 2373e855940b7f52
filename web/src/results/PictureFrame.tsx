import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/translate';
import { Spinner } from '../ui/Spinner';
import { cssRatio } from './RatioIcon';
import { previewMaxPixels } from './request';

/** The picture, in a frame of its final shape. A link that has expired is asked for again. */
export function PictureFrame({
  generation,
  onStale,
  children,
}: {
  generation: GenerationResult;
  onStale: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const url = generation.unlocked ? generation.imageUrl : generation.previewImageUrl;
  const pending = generation.unlockStatus === 'pending';
  const alt = t(generation.unlocked ? 'results.imageAlt' : 'results.previewAlt', {
    prompt: generation.prompt,
  });
  return (
    <div
      className="relative max-h-[70svh] w-full overflow-hidden bg-sunk"
      style={{ aspectRatio: cssRatio(generation.aspectRatio) }}
    >
      {generation.unlocked && generation.previewImageUrl && (
        // Under the full picture while it loads, so that the frame is never empty.
        <img
          src={generation.previewImageUrl}
          alt=""
          className="absolute inset-0 size-full object-contain"
        />
      )}
      {url && (
        <img
          key={url}
          src={url}
          alt={alt}
          onError={onStale}
          className="absolute inset-0 size-full animate-appear object-contain"
        />
      )}
      {children}
      {!generation.unlocked && !pending && (
        <p className="absolute bottom-3 left-3 rounded-full bg-ink px-3 text-note leading-7 font-semibold text-on-ink">
          {t('results.preview')} · {previewMaxPixels} px
        </p>
      )}
      {pending && (
        <div className="absolute inset-0 grid animate-appear place-items-center bg-[rgb(10_13_24/0.45)]">
          <p
            role="status"
            className="flex items-center gap-3 rounded-full bg-packet px-5 py-3 font-semibold"
          >
            <Spinner />
            {t('results.unlocking')}
          </p>
        </div>
      )}
    </div>
  );
}
