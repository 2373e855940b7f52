import { formatPrice } from '@sachet/shared/money';
import { finalSizes, imagePriceRupees } from '@sachet/shared/rate-card';
import { providerName } from '../app/provider';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import {
  type Example,
  ExampleImage,
  type ExamplePicture,
  examples,
  findSources,
  type Sources,
  type ToSources,
  toSources,
} from './example';
import list from './more-examples.json';

/**
 * Shows sample pictures that the studio made, with their prices. `Pair` shows the first pair at the top of
 * the page.
 */
export function Examples({ onPick }: { onPick: (prompt: string) => void }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="examples" className="mt-10 md:mt-16">
      <h2 id="examples" className="text-title font-bold">
        {t('home.examples')}
      </h2>
      <p className="mt-1 text-ink-soft">{t('home.examplesText')}</p>
      <ul className="-mx-4 mt-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-2 sm:gap-5 sm:px-0">
        {lists.flatMap((each) =>
          each.examples.map((example) => (
            <li key={example.id} className="grid shrink-0 basis-[min(20rem,84vw)] snap-start">
              <Card example={example} toSources={each.toSources} onPick={onPick} />
            </li>
          )),
        )}
      </ul>
    </section>
  );
}

function Card({
  example,
  toSources,
  onPick,
}: {
  example: Example;
  toSources: ToSources;
  onPick: (prompt: string) => void;
}) {
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
          <Picture
            key={picture.provider}
            picture={picture}
            prompt={prompt}
            sources={toSources(example.id, picture.provider)}
          />
        ))}
      </div>
    </article>
  );
}

function Picture({
  picture,
  prompt,
  sources,
}: {
  picture: ExamplePicture;
  prompt: string;
  sources: Sources;
}) {
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
        {...{ provider, prompt, sources }}
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

type List = { examples: readonly Example[]; toSources: ToSources };

const more: List = {
  examples: list as Example[],
  toSources: findSources(
    import.meta.glob<string>('./pictures/{rickshaw,peacock,cake,camel}-*.{avif,webp}', {
      eager: true,
      query: '?url',
      import: 'default',
    }),
  ),
};

const lists: readonly List[] = [{ examples: examples.slice(1), toSources }, more];
