import type { BrandPlacing } from '@sachet/shared/studio/contracts/brand';
import type { Fit } from '@sachet/shared/studio/contracts/version';
import { useState, type ReactNode } from 'react';
import { useApi } from '../../../api/use-api';
import { useTranslation } from '../../../i18n/translate';
import { Spinner } from '../../../ui/Spinner';

/** The longest side of the overlay's picture. */
const overlaySide = 1024;
/** The API draws nothing narrower. */
const overlaySideMin = 256;

/** A picture as a version of it will look: its new shape, and the kit on it, which the API draws. */
export function PictureStage({
  url,
  alt,
  ratio,
  fit,
  placing,
  onStale,
  children,
}: {
  /** Null for an empty ground. */
  url: string | null;
  alt: string;
  /** Width divided by height; null for the picture's own. */
  ratio: number | null;
  fit: Fit;
  placing: BrandPlacing | null;
  onStale?: () => void;
  children?: ReactNode;
}) {
  const { t, language } = useTranslation();
  /** Null until the picture is loaded. */
  const [own, setOwn] = useState<number | null>(null);
  const known = ratio ?? own;
  const shown = known ?? 1;
  const { data, isLoading, error } = useApi(
    'GET /api/brand/overlay',
    placing && known
      ? {
          corner: placing.corner,
          logo: placing.logo ? '1' : '0',
          strip: placing.strip ? '1' : '0',
          ...toShape(known),
          language,
        }
      : null,
    { keepPreviousData: false, revalidateOnFocus: false, dedupingInterval: 0 },
  );
  return (
    <div className="grid place-items-center rounded-xl bg-sunk p-2 [--stage:28svh] md:[--stage:min(60svh,34rem)]">
      <div
        className="relative max-h-full max-w-full overflow-hidden rounded-sm bg-raised"
        style={{
          aspectRatio: String(shown),
          // As wide as fits into both the column and the height of the stage.
          width: `min(100%, calc((var(--stage) - 1rem) * ${shown}))`,
        }}
      >
        {url && ratio !== null && fit === 'extend' && (
          <img
            src={url}
            alt=""
            className="absolute inset-0 size-full scale-125 object-cover blur-xl brightness-85"
          />
        )}
        {url && (
          <img
            src={url}
            alt={alt}
            onError={onStale}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setOwn(naturalWidth / naturalHeight)
            }
            className={
              ratio !== null && fit === 'extend'
                ? 'absolute inset-0 size-full object-contain'
                : 'absolute inset-0 size-full object-cover'
            }
          />
        )}
        {placing && data && (
          <img
            src={data.image}
            alt={t('brand.overlayAlt')}
            className="absolute inset-0 size-full animate-appear"
          />
        )}
        {placing && isLoading && (
          <span className="absolute top-2 right-2 rounded-full bg-packet p-1">
            <Spinner />
          </span>
        )}
        {children}
      </div>
      {placing && error && (
        <p role="alert" className="text-note text-vermilion">
          {t('brand.overlayFailed')}
        </p>
      )}
    </div>
  );
}

function toShape(ratio: number): { width: number; height: number } {
  const side = (share: number) => Math.max(overlaySideMin, Math.round(overlaySide * share));
  return { width: side(Math.min(1, ratio)), height: side(Math.min(1, 1 / ratio)) };
}
