import { formatPrice } from '@sachet/shared/money';
import { defaultFinalSize, finalSizes, imagePriceRupees } from '@sachet/shared/models/rate-card';
import { usePictureProviders } from '../../../app/base/provider';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';

/** The purchases that can be shown for an amount. The first one that the amount covers is shown. */
const purchases = [
  { words: 'topUp.pictures', mode: 'image', quality: 'quality', size: defaultFinalSize },
  { words: 'topUp.speedPictures', mode: 'image', quality: 'speed', size: finalSizes[0] },
  { words: 'topUp.speedEdits', mode: 'edit_image', quality: 'speed', size: finalSizes[0] },
] as const;

/** Says how many pictures an amount buys. */
export function Worth({ rupees, className }: { rupees: number; className?: string }) {
  const { t } = useTranslation();
  const providers = usePictureProviders();
  const worth = purchases
    .map(({ words, ...of }) => ({
      words,
      size: of.size,
      // The lowest price of any provider.
      price: Math.min(...providers.map((provider) => imagePriceRupees({ ...of, provider }))),
    }))
    .find(({ price }) => price <= rupees);
  if (!worth) return null;
  const { words, price, size } = worth;
  return (
    <p className={classes('text-note text-ink-soft tabular-nums', className)}>
      {t(words, { count: Math.floor(rupees / price), size, price: formatPrice(price) })}
    </p>
  );
}
