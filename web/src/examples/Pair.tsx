import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { formatPrice } from '@sachet/shared/money';
import { defaultFinalSize, imagePriceRupees } from '@sachet/shared/rate-card';
import { providerName } from '../app/provider';
import { Seal } from '../ui/Seal';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { Packet } from '../ui/Packet';
import { type Example, ExampleImage, toSources } from './example';

/** The pair at the top of the page: one picture that was bought, and one that is still sealed. */
export function Pair({ example }: { example: Example }) {
  const { t } = useTranslation();
  const prompt = example.prompt[useLanguage()];
  const [first] = example.pictures;
  return (
    <section aria-label={t('home.pair', { prompt })} className="grid gap-2 lg:gap-3">
      <div className="grid grid-cols-2 gap-3 lg:gap-5">
        {example.pictures.map(({ provider }) => (
          <Packet key={provider}>
            <figure>
              <div className="relative">
                <ExampleImage
                  key={example.id}
                  {...{ provider, prompt }}
                  sources={toSources(example.id, provider)}
                  sizes="(min-width: 80rem) 20rem, (min-width: 64rem) 25vw, 44vw"
                  isFirst
                  className="animate-appear"
                />
                {provider !== first?.provider && <Seal provider={providerName[provider]} />}
              </div>
              <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 px-3 py-2 text-note sm:px-4 lg:py-3">
                <span className="font-semibold max-sm:sr-only">{providerName[provider]}</span>
                <span className="font-semibold tabular-nums lg:text-body">
                  {t(provider === first?.provider ? 'home.kept' : 'home.sealed', {
                    price: formatPrice(defaultPrice(provider)),
                  })}
                </span>
              </figcaption>
            </figure>
          </Packet>
        ))}
      </div>
      <p className="text-note text-pretty text-ink-soft max-sm:sr-only">
        “{prompt}”{first?.isDrawn && ` · ${t('home.drawn')}`}
      </p>
    </section>
  );
}

const defaultPrice = (provider: Provider) =>
  imagePriceRupees({ mode: 'image', quality: 'quality', provider, size: defaultFinalSize });
