import { withoutPictureWords } from '@sachet/shared/studio/brand';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { AspectRatio } from '@sachet/shared/contracts/vocabulary';
import { isEdit } from '@sachet/shared/tools';
import { Maximize2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { providerName } from '../../../app/base/provider';
import { previewMaxPixels } from '../generation/request';
import { useTranslation } from '../../../i18n/translate';
import { IconButton } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { BeforeAfter } from './BeforeAfter';

/**
 * Shows the picture in a frame of its final aspect ratio. `onStale` loads a new link after one has expired.
 */
export function PictureFrame({
  generation,
  onStale,
  onFull,
  children,
}: {
  generation: GenerationResult;
  onStale: () => void;
  onFull?: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { unlocked, mode, inputImageUrl } = generation;
  const [ratio, setRatio] = useState<number | null>(null);
  const url = unlocked ? generation.imageUrl : generation.previewImageUrl;
  const alt = t(unlocked ? 'results.imageAlt' : 'results.previewAlt', {
    prompt: withoutPictureWords(generation.prompt),
  });
  const pictures = (
    <>
      {unlocked && generation.previewImageUrl && (
        // Shown under the full picture until the full picture is loaded.
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
          draggable={false}
          onError={onStale}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setRatio(naturalWidth / naturalHeight)
          }
          className="absolute inset-0 size-full animate-appear object-contain"
        />
      )}
    </>
  );
  return (
    <div
      className="relative max-h-[70svh] w-full overflow-hidden bg-sunk max-md:max-h-[max(14rem,calc(100svh-16.5rem))]"
      style={{ aspectRatio: cssRatio(generation.aspectRatio) }}
    >
      {isEdit(mode) && inputImageUrl ? (
        <BeforeAfter
          beforeUrl={inputImageUrl}
          ratio={ratio ?? toRatio(generation.aspectRatio)}
          onStale={onStale}
        >
          {pictures}
        </BeforeAfter>
      ) : (
        pictures
      )}
      {children}
      {onFull && (
        <IconButton
          label={t('results.fullScreen', { provider: providerName[generation.provider] })}
          onClick={onFull}
          className={classes(
            'absolute right-2 bg-[rgb(10_13_24/0.6)] text-[#fffcf5] hover:bg-[rgb(10_13_24/0.8)]',
            // Placed below the seal. The lower corners contain the labels for previews and AI content.
            unlocked ? 'top-4' : 'top-15',
          )}
        >
          <Maximize2 aria-hidden className="size-5" />
        </IconButton>
      )}
      {!unlocked && (
        <p className="absolute bottom-3 left-3 rounded-full bg-ink px-3 text-note leading-7 font-semibold text-on-ink">
          {t('results.preview')} · {previewMaxPixels} px
        </p>
      )}
    </div>
  );
}

/** Formats an aspect ratio for CSS: `16 / 9`. */
export function cssRatio(aspectRatio: AspectRatio): string {
  return aspectRatio.replace(':', ' / ');
}

/** Returns width divided by height. */
function toRatio(aspectRatio: AspectRatio): number {
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number);
  return width / height;
}
