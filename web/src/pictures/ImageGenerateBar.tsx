import type { ImageMode, Quality } from '@sachet/shared/contracts/vocabulary';
import { defaultFinalSize, imagePriceRupees } from '@sachet/shared/rate-card';
import { GenerateBar } from '../form/GenerateBar';
import { useTranslation } from '../i18n/translate';

/** With the estimated prices of an image or an edit at the default size. */
export function ImageGenerateBar({
  mode,
  quality,
  least = 0,
  busy,
  error,
}: {
  mode: ImageMode;
  quality: Quality;
  /** Of a picture that is in it and was not bought, in rupees. */
  least?: number;
  busy: boolean;
  error: string | null;
}) {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-note text-ink-soft">
        {t('form.estimateNote', { size: defaultFinalSize })}
      </p>
      <GenerateBar
        priceLabel={t('form.estimate')}
        rupeesOf={(provider) =>
          Math.max(least, imagePriceRupees({ mode, quality, provider, size: defaultFinalSize }))
        }
        action={t('form.generate')}
        busy={busy}
        error={error}
      />
    </>
  );
}
