import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { ImageMode, Quality } from '@sachet/shared/contracts/vocabulary';
import { finalSizes, imagePriceRupees } from '@sachet/shared/models/rate-card';
import { useAskedFor } from '../../../app/base/provider-uses';
import { useStore } from '../../../browser/store';
import { finalSize } from '../form/final-size';
import { GenerateBar } from '../form/GenerateBar';
import { useTranslation } from '../../../i18n/translate';
import { Segmented } from '../../../ui/Segmented';

/** A `GenerateBar` that lets the user choose the final size and shows the estimated prices for it. */
export function ImageGenerateBar({
  mode,
  quality,
  least = null,
  busy,
  error,
}: {
  mode: ImageMode;
  quality: Quality;
  /** The lowest possible price of each size, in rupees. */
  least?: GenerationResult['pricesNow'];
  busy: boolean;
  error: string | null;
}) {
  const { t } = useTranslation();
  const size = useStore(finalSize);
  const leastRupees = least?.[String(size)] ?? 0;
  const usual = useAskedFor(mode === 'image' ? 'pictures' : 'edits').map(
    (provider) => [provider, imagePriceRupees({ mode, quality, provider, size })] as const,
  );
  const includesPicture = usual.some(([, rupees]) => rupees < leastRupees);
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
        prices={usual.map(([provider, rupees]) => [provider, Math.max(leastRupees, rupees)])}
        action={t('form.generate')}
        busy={busy}
        error={error}
      />
    </>
  );
}

/** The size for which the prices are shown. The user can also change it beside the previews. */
function FinalSizeChoice() {
  const { t } = useTranslation();
  const size = useStore(finalSize);
  return (
    <Segmented
      legend={t('form.finalSize')}
      value={String(size)}
      onChange={(value) => finalSize.set(finalSizes.find((each) => String(each) === value) ?? size)}
      segments={finalSizes.map((each) => ({ value: String(each), label: `${each} px` }))}
    />
  );
}
