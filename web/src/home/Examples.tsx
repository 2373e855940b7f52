import type { Language, Provider } from '@sachet/shared/contracts/vocabulary';
import { finalSizes, imagePricesRupees } from '@sachet/shared/rate-card';
import { providerName } from '../app/provider';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { Price } from '../ui/Money';
import list from './examples.json';

/** Sample pictures that the studio made, with their prices. */
export function Examples({ onPick }: { onPick: (prompt: string) => void }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="examples" className="mt-3 sm:mt-10 md:mt-14">
      <h2 id="examples" className="text-title font-bold">
        {t('home.examples')}
      </h2>
      <p className="mt-1 text-ink-soft max-sm:sr-only">{t('home.examplesText')}</p>
      <ul className="-mx-4 mt-2 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 sm:mx-0 sm:mt-4 sm:grid sm:grid-cols-2 sm:gap-5 sm:px-0 lg:grid-cols-4">
        {examples.map((example) => (
          <li key={example.id} className="grid shrink-0 basis-[min(17.5rem,84vw)] snap-start">
            <Pair example={example} onPick={onPick} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Pair({ example, onPick }: { example: Example; onPick: (prompt: string) => void }) {
  const { t } = useTranslation();
  const prompt = example.prompt[useLanguage()];
  return (
    <article className="group relative grid content-start gap-3 rounded-xl border border-fold bg-packet p-3 hover:border-edge">
      <h3 className="order-last text-note font-semibold text-pretty">
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
  const sources = getSources(id, provider);
  const prices = imagePricesRupees({ mode: 'image', quality: 'quality', provider });
  return (
    <figure className="grid min-w-0 content-start gap-1.5">
      <picture>
        <source type="image/avif" srcSet={sources.avif} sizes="8.5rem" />
        <img
          src={sources.webp}
          width={400}
          height={400}
          loading="lazy"
          decoding="async"
          alt={t('home.exampleAlt', { provider: providerName[provider], prompt })}
          className="aspect-square w-full rounded-lg bg-sunk"
        />
      </picture>
      <figcaption className="grid gap-1 text-note">
        <span className="font-semibold">{providerName[provider]}</span>
        <span className="text-ink-soft">
          {isDrawn ? t('home.drawn') : t('home.madeBy', { model: modelName })}
        </span>
        <dl className="grid grid-cols-[1fr_auto] gap-x-2 border-t border-dashed border-edge pt-1 tabular-nums">
          {finalSizes.map((size) => (
            <div key={size} className="contents">
              <dt className="text-ink-soft">{size} px</dt>
              <dd className="text-right font-semibold">
                <Price rupees={prices[size]} />
              </dd>
            </div>
          ))}
        </dl>
      </figcaption>
    </figure>
  );
}

/**
 * The examples on the home page. `npm run examples` makes the pictures and writes the models to the JSON
 * file.
 */

type ExamplePicture = { provider: Provider; modelName: string; isDrawn: boolean };
type Example = {
  id: string;
  prompt: Record<Language, string>;
  pictures: ExamplePicture[];
};

export const examples = list as Example[];

const files = import.meta.glob<string>('./examples/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The URLs of a picture: AVIF in two widths for `srcset`, and WebP for older browsers. */
function getSources(id: string, provider: Provider): { avif: string; webp: string } {
  const at = (file: string) => files[`./examples/${id}-${provider}-${file}`] ?? '';
  return { avif: `${at('192.avif')} 192w, ${at('400.avif')} 400w`, webp: at('400.webp') };
}
