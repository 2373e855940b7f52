import { formatPrice } from '@sachet/shared/money';
import { providerName } from '../../../app/base/provider';
import { defaultPrice } from '../../../app/base/tools';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';
import { type Example, ExampleImage } from './example';
import { moreExamples } from './more-examples';

/** Shows examples with their prices. `Pair` shows the first one at the top of the page. */
export function Examples({
  isSecondary = false,
  onPick,
}: {
  /** Whether the page is about something else. */
  isSecondary?: boolean;
  onPick: (prompt: string, example: Example) => void;
}) {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="examples"
      className={classes('late-paint-[32rem] -mx-4 px-4', !isSecondary && 'mt-10 md:mt-16')}
    >
      <h2 id="examples" className={classes('font-bold', isSecondary ? 'text-lead' : 'text-title')}>
        {t(areDrawn ? 'home.examplesDrawn' : 'home.examples')}
      </h2>
      <p className="mt-1 text-ink-soft">{t('home.examplesText')}</p>
      <ul className="-mx-4 mt-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 sm:grid sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {moreExamples.map((example) => (
          <li key={example.id} className="grid shrink-0 basis-[min(20rem,84vw)] snap-start">
            <Card example={example} onPick={onPick} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({
  example,
  onPick,
}: {
  example: Example;
  onPick: (prompt: string, example: Example) => void;
}) {
  const { t } = useTranslation();
  const prompt = example.prompt[useLanguage()];
  return (
    <article className="group relative grid content-start gap-3 rounded-xl border border-fold bg-packet p-3 hover:border-edge sm:p-4">
      <h3 className="order-last font-semibold text-pretty">
        <button
          type="button"
          aria-label={t('home.use', { prompt })}
          onClick={() => onPick(prompt, example)}
          className="text-left after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-[2.5px] focus-visible:after:outline-ink"
        >
          {prompt}
        </button>
      </h3>
      <div className="grid fit-columns-5.5 gap-3">
        {example.pictures.map(({ provider, modelName, isDrawn }) => (
          <figure key={provider} className="grid min-w-0 content-start gap-1.5">
            <ExampleImage
              {...{ example, provider }}
              sizes="(min-width: 64rem) 12rem, (min-width: 40rem) 22vw, 9.5rem"
              className="rounded-lg"
            />
            <figcaption className="flex flex-wrap items-baseline gap-x-2 text-note">
              <span className="font-semibold">{providerName[provider]}</span>
              <span className="text-ink-soft tabular-nums">
                {formatPrice(defaultPrice(provider))}
              </span>
              {!isDrawn && (
                <span className="basis-full text-ink-soft">
                  {t('home.madeBy', { model: modelName })}
                </span>
              )}
            </figcaption>
          </figure>
        ))}
      </div>
    </article>
  );
}

const areDrawn = moreExamples.some(({ pictures }) => pictures.some(({ isDrawn }) => isDrawn));
