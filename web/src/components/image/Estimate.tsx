import { Provider, type ImageMode, type Quality } from '@sachet/shared/contracts/vocabulary';
import { defaultFinalSize, imagePriceRupees } from '@sachet/shared/rate-card';
import { useTranslation } from 'react-i18next';
import { Price } from '../../ui/Money';
import { providerName } from '../provider';

/** What keeping one will cost, before anything is asked for. */
export function Estimate({
  mode,
  quality,
  least = 0,
}: {
  mode: ImageMode;
  quality: Quality;
  /** Of a picture that is in it and was not bought, in rupees. */
  least?: number;
}) {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="estimate"
      className="flex flex-wrap items-baseline justify-between gap-x-4"
    >
      <h2 id="estimate" className="text-note font-semibold">
        {t('form.estimate')}
      </h2>
      <dl className="flex gap-x-5">
        {Provider.options.map((provider) => (
          <div key={provider} className="flex items-baseline gap-1.5">
            <dt className="text-note text-ink-soft">{providerName[provider]}</dt>
            <dd className="text-lead font-bold">
              <Price
                rupees={Math.max(
                  least,
                  imagePriceRupees({ mode, quality, provider, size: defaultFinalSize }),
                )}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
