import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { ImageMode, Quality } from '@sachet/shared/contracts/vocabulary';
import { imagePriceRupees } from '@sachet/shared/rate-card';
import { useStore } from '../browser/store';
import { finalSize } from '../form/final-size';
import { FinalSizeChoice } from '../form/FinalSizeChoice';
import { GenerateBar } from '../form/GenerateBar';
import { useTranslation } from '../i18n/translate';

/** With the size to keep, and the estimated prices of an image or an edit in it. */
export function ImageGenerateBar({
  mode,
  quality,
  least = null,
  busy,
  error,
}: {
  mode: ImageMode;
  quality: Quality;
  /** Prices of a picture that is in it and was not bought, rupees by size. */
  least?: GenerationResult['prices'];
  busy: boolean;
  error: string | null;
}) {
  const { t } = useTranslation();
  const size = useStore(finalSize);
  return (
    <>
      <div className="grid gap-2">
        <FinalSizeChoice />
        <p className="text-note text-ink-soft">{t('form.estimateNote', { size })}</p>
      </div>
      <GenerateBar
        priceLabel={t('form.estimate')}
        getRupees={(provider) =>
          Math.max(least?.[String(size)] ?? 0, imagePriceRupees({ mode, quality, provider, size }))
        }
        action={t('form.generate')}
        busy={busy}
        error={error}
      />
    </>
  );
}
