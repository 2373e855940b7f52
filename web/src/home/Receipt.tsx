import { defaultFinalSize, imagePriceRupees } from '@sachet/shared/rate-card';
import { useTranslation } from '../i18n/translate';
import { Money } from '../ui/Money';
import { Packet } from '../ui/Packet';

/** A worked example on a shop's receipt, with the rate card's own price. */
export function Receipt({ bonus }: { bonus: number }) {
  const { t } = useTranslation();
  const price = imagePriceRupees({
    mode: 'image',
    quality: 'quality',
    provider: 'google',
    size: defaultFinalSize,
  });
  const row = 'flex items-baseline justify-between gap-6';
  return (
    <Packet className="w-80 rotate-2">
      <div className="grid gap-2 px-5 pt-6 pb-4 text-note">
        <h2 className="font-bold">{t('home.receipt')}</h2>
        <dl className="grid gap-1.5">
          <div className={row}>
            <dt className="text-ink-soft">{t('home.receiptPreviews')}</dt>
            <dd className="font-semibold">{t('home.receiptFree')}</dd>
          </div>
          <div className={row}>
            <dt className="text-ink-soft">{t('home.receiptKeep', { size: defaultFinalSize })}</dt>
            <dd className="font-semibold">
              <Money rupees={price} />
            </dd>
          </div>
          <div className={`${row} border-t border-dashed border-edge pt-2`}>
            <dt className="text-ink-soft">{t('home.receiptBonus')}</dt>
            <dd className="font-semibold">
              <Money rupees={bonus} />
            </dd>
          </div>
          <div className={row}>
            <dt className="font-semibold">{t('home.receiptLeft')}</dt>
            <dd className="text-lead font-extrabold">
              <Money rupees={bonus - price} />
            </dd>
          </div>
        </dl>
      </div>
    </Packet>
  );
}
