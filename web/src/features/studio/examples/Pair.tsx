import { formatPrice } from '@sachet/shared/money';
import { Check, LockKeyhole } from 'lucide-react';
import { providerName } from '../../../app/base/provider';
import { defaultPrice } from '../../../app/base/tools';
import { Seal } from '../../../ui/Seal';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';
import { Packet } from '../../../ui/Packet';
import { type Example, ExampleImage, firstExample } from './example';

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
            <figure className="grid">
              <div className="relative">
                <ExampleImage
                  key={example.id}
                  {...{ example, provider }}
                  sizes="(min-width: 80rem) 20rem, (min-width: 64rem) 25vw, 44vw"
                  isFirst
                  // Only a changed pair fades in. The first one is painted without a delay.
                  className={example === firstExample ? undefined : 'animate-appear'}
                />
                {provider !== first?.provider && (
                  <div className="max-sm:hidden">
                    <Seal provider={providerName[provider]} />
                  </div>
                )}
              </div>
              {/* On a phone, maker and price are above the picture, so that they are on the first screen. */}
              <figcaption
                className={classes(
                  'flex min-w-0 flex-wrap items-center justify-between gap-x-3 px-[5%] pt-2.5 pb-0.5 text-note leading-5 font-semibold tabular-nums max-sm:order-first sm:items-baseline sm:px-4 sm:py-2 lg:py-3',
                  provider !== first?.provider && 'max-sm:bg-print-lilac',
                )}
              >
                <span>{providerName[provider]}</span>
                <span className="max-sm:sr-only lg:text-body">
                  {t(provider === first?.provider ? 'home.kept' : 'home.sealed', {
                    price: formatPrice(defaultPrice(provider)),
                  })}
                </span>
                <span aria-hidden className="flex flex-wrap items-center gap-1 sm:hidden">
                  {provider === first?.provider ? (
                    <Check className="size-4 text-leaf" />
                  ) : (
                    <LockKeyhole className="size-3.5" />
                  )}
                  {formatPrice(defaultPrice(provider))}
                </span>
              </figcaption>
            </figure>
          </Packet>
        ))}
      </div>
      <p className="text-note text-pretty text-ink-soft max-sm:leading-none">
        <span className="max-sm:sr-only">
          “{prompt}”{first?.isDrawn && ' · '}
        </span>
        {first?.isDrawn && <span>{t('home.drawn')}</span>}
      </p>
    </section>
  );
}
