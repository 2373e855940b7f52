import type { ImageMode, Quality } from '@sachet/shared/contracts/vocabulary';
import { formatPrice } from '@sachet/shared/money';
import {
  defaultFinalSize,
  type FinalSize,
  finalSizes,
  imagePriceRupees,
} from '@sachet/shared/models/rate-card';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';

/** The purchases that can be shown for an amount. The first one that the amount covers is shown. */
const worths = [
  ['topUp.pictures', imagePrice('image', 'quality', defaultFinalSize), defaultFinalSize],
  ['topUp.speedPictures', imagePrice('image', 'speed', finalSizes[0]), finalSizes[0]],
  ['topUp.speedEdits', imagePrice('edit_image', 'speed', finalSizes[0]), finalSizes[0]],
] as const;

function imagePrice(mode: ImageMode, quality: Quality, size: FinalSize): number {
  return imagePriceRupees({ mode, quality, provider: 'google', size });
}

/** Says how many pictures an amount buys. */
export function Worth({ rupees, className }: { rupees: number; className?: string }) {
  const { t } = useTranslation();
  const worth = worths.find(([, price]) => price <= rupees);
  if (!worth) return null;
  const [words, price, size] = worth;
  return (
    <p className={classes('text-note text-ink-soft tabular-nums', className)}>
      {t(words, { count: Math.floor(rupees / price), size, price: formatPrice(price) })}
    </p>
  );
}
