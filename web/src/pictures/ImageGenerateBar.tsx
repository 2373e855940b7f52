import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { Provider, type ImageMode, type Quality } from '@sachet/shared/contracts/vocabulary';
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
  /** Lowest price by size, in rupees. */
  least?: GenerationResult['pricesNow'];
  busy: boolean;
  error: string | null;
}) {
  const { t } = useTranslation();
  const size = useStore(finalSize);
  const leastRupees = least?.[String(size)] ?? 0;
  const getUsual = (provider: Provider) => imagePriceRupees({ mode, quality, provider, size });
  const includesPicture = Provider.options.some((provider) => getUsual(provider) < leastRupees);
  return (
    <>
      <div className="grid gap-2">
        <FinalSizeChoice />
        <p className="text-note text-ink-soft">
          {t('form.estimateNote', { size })}
          {includesPicture && ` ${t('form.includesPicture', { size })}`}
        </p>
      </div>
      <GenerateBar
        priceLabel={t('form.estimate')}
        getRupees={(provider) => Math.max(leastRupees, getUsual(provider))}
        action={t('form.generate')}
        busy={busy}
        error={error}
      />
    </>
  );
}
