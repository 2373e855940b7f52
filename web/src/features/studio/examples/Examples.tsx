import { formatPrice } from '@sachet/shared/money';
import { providerName } from '../../../app/base/provider';
import { defaultPrice } from '../../../app/base/tools';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';
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
export function Examples({
  isSecondary = false,
  onPick,
}: {
  /** Whether the page is about something else. */
  isSecondary?: boolean;
  onPick: (prompt: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="examples"
      className={classes('late-paint-[32rem] -mx-4 px-4', !isSecondary && 'mt-10 md:mt-16')}
    >
      <h2 id="examples" className={classes('font-bold', isSecondary ? 'text-lead' : 'text-title')}>
        {t('home.examples')}
      </h2>
      <p className="mt-1 text-ink-soft">
        {areDrawn && `${t('home.samples')} `}
        {t('home.examplesText')}
      </p>
      <ul className="-mx-4 mt-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 sm:grid sm:grid-cols-2 sm:gap-5">
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
  return (
    <figure className="grid min-w-0 content-start gap-1.5">
      <ExampleImage
        {...{ provider, prompt, sources }}
        sizes="(min-width: 64rem) 17rem, (min-width: 40rem) 22vw, 9.5rem"
        className="rounded-lg"
      />
      <figcaption className="flex flex-wrap items-baseline gap-x-2 text-note">
        <span className="font-semibold">{providerName[provider]}</span>
        <span className="text-ink-soft tabular-nums">{formatPrice(defaultPrice(provider))}</span>
        {!isDrawn && (
          <span className="basis-full text-ink-soft">{t('home.madeBy', { model: modelName })}</span>
        )}
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

const areDrawn = lists.some((each) =>
  each.examples.some((example) => example.pictures.some(({ isDrawn }) => isDrawn)),
);
