import type { Language, Provider } from '@sachet/shared/contracts/vocabulary';
import { formatPrice } from '@sachet/shared/money';
import { finalSizes, imagePriceRupees } from '@sachet/shared/rate-card';
import { providerName } from '../app/provider';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { classes } from '../ui/classes';
import list from './examples.json';

/** Sample pictures that the studio made, with their prices. The first pair is at the top of the page. */
export function Examples({ onPick }: { onPick: (prompt: string) => void }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="examples" className="mt-10 md:mt-16">
      <h2 id="examples" className="text-title font-bold">
        {t('home.examples')}
      </h2>
      <p className="mt-1 text-ink-soft">{t('home.examplesText')}</p>
      <ul className="-mx-4 mt-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-2 sm:gap-5 sm:px-0">
        {examples.slice(1).map((example) => (
          <li key={example.id} className="grid shrink-0 basis-[min(20rem,84vw)] snap-start">
            <Card example={example} onPick={onPick} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ example, onPick }: { example: Example; onPick: (prompt: string) => void }) {
  const { t } = useTranslation();
  const prompt = example.prompt[useLanguage()];
  return (
    <article className="group relative grid content-start gap-3 rounded-xl border border-fold bg-packet p-3 hover:border-edge sm:p-4">
      <h3 className="order-last font-semibold text-pretty">
        <button
          type="button"
          aria-label={t('home.use', { prompt })}
          onClick={() => onPick(prompt)}
          className="text-left after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-[2.5px] focus-visible:after:outline-ink"
        >
          {prompt}
        </button>
      </h3>
      <div className="grid fit-columns-5.5 gap-3">
        {example.pictures.map((picture) => (
          <Picture key={picture.provider} id={example.id} picture={picture} prompt={prompt} />
        ))}
      </div>
    </article>
  );
}

function Picture({ id, picture, prompt }: { id: string; picture: ExamplePicture; prompt: string }) {
  const { t } = useTranslation();
  const { provider, modelName, isDrawn } = picture;
  const lowest = imagePriceRupees({
    mode: 'image',
    quality: 'quality',
    provider,
    size: finalSizes[0],
  });
  return (
    <figure className="grid min-w-0 content-start gap-1.5">
      <ExampleImage
        {...{ id, provider, prompt }}
        sizes="(min-width: 64rem) 17rem, (min-width: 40rem) 22vw, 9.5rem"
        className="rounded-lg"
      />
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-2 text-note">
        <span className="font-semibold">{providerName[provider]}</span>
        <span className="tabular-nums">{t('home.from', { price: formatPrice(lowest) })}</span>
        <span className="basis-full text-ink-soft">
          {isDrawn ? t('home.drawn') : t('home.madeBy', { model: modelName })}
        </span>
      </figcaption>
    </figure>
  );
}

/** `sizes` is the attribute of that name; `isFirst` is for a picture of the first screen. */
export function ExampleImage({
  id,
  provider,
  prompt,
  sizes,
  isFirst = false,
  className,
}: {
  id: string;
  provider: Provider;
  prompt: string;
  sizes: string;
  isFirst?: boolean;
  className?: string;
}) {
  const { t } = useTranslation();
  const sources = getSources(id, provider);
  return (
    <picture>
      <source type="image/avif" srcSet={sources.avif} sizes={sizes} />
      <img
        src={sources.webp}
        width={400}
        height={400}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        alt={t('home.exampleAlt', { provider: providerName[provider], prompt })}
        className={classes('aspect-square w-full bg-sunk', className)}
      />
    </picture>
  );
}

/**
 * The examples of the home page and of the picture tool. `npm run examples` makes the pictures and writes the models to the JSON
 * file.
 */

type ExamplePicture = { provider: Provider; modelName: string; isDrawn: boolean };
export type Example = {
  id: string;
  prompt: Record<Language, string>;
  pictures: ExamplePicture[];
};

export const examples = list as Example[];

/** The examples that are chips of the prompt box, by the chip's name. */
export const chips = { diwali: 'diyas', newArrival: 'saree', menu: 'chai', sale: 'sale' } as const;

const files = import.meta.glob<string>('./pictures/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The URLs of a picture: AVIF in three widths for `srcset`, and WebP for older browsers. */
function getSources(id: string, provider: Provider): { avif: string; webp: string } {
  const at = (file: string) => files[`./pictures/${id}-${provider}-${file}`] ?? '';
  const avif = [192, 400, 640].map((width) => `${at(`${width}.avif`)} ${width}w`).join(', ');
  return { avif, webp: at('400.webp') };
}
