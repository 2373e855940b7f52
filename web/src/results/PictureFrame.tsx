import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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
  const alt = t(generation.unlocked ? 'results.imageAlt' : 'results.previewAlt', {
    prompt: generation.prompt,
  });
  return (
    <div
      className="relative max-h-[70svh] w-full max-md:max-h-[max(14rem,calc(100svh-19.5rem))] overflow-hidden bg-sunk"
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
      {!generation.unlocked && (
        <p className="absolute bottom-3 left-3 rounded-full bg-ink px-3 text-note leading-7 font-semibold text-on-ink">
          {t('results.preview')} · {previewMaxPixels} px
        </p>
      )}
    </div>
  );
}
