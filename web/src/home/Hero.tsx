import { formatRupees } from '@sachet/shared/money';
import { defaultFinalSize, imagePriceRupees } from '@sachet/shared/rate-card';
import { Clapperboard } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useConfig } from '../api/hooks';
import { advertisedBonusRupees } from '../app/bonus';
import { defaultPriceLabel, heroModes, isPaid, modeName, modePrice, modePrint } from '../app/tools';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { classes } from '../ui/classes';
import { Packet } from '../ui/Packet';
import { Pair } from '../examples/Pair';
import { useExamplePrompt } from '../examples/use-example-prompt';
import { PromptBox } from './PromptBox';

/** The examples are below the first screen, so their code loads after that of the page. */
const Examples = lazy(async () => ({
  default: (await import('../examples/Examples')).Examples,
}));

const steps = [1, 2, 3] as const;

export function Hero() {
  const { t } = useTranslation();
  const { data: config } = useConfig();
  const { prompt, shown, change } = useExamplePrompt();
  const box = useRef<HTMLDivElement>(null);

  function pick(words: string) {
    change(words);
    // Focuses the button and not the text, because a phone's keyboard would cover the words.
    const next = box.current?.querySelector<HTMLElement>('[type=submit]');
    next?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }

  return (
    <div className="mx-auto max-w-7xl px-4 sm:px-6">
      <div className="grid items-start gap-x-12 gap-y-2 pt-1 sm:gap-y-8 sm:pt-6 lg:grid-cols-[minmax(0,32rem)_minmax(0,1fr)]">
        <div>
          <h1 className="text-display font-extrabold tight text-balance">{t('home.title')}</h1>
          <p className="mt-1 max-w-xl text-pretty text-ink-soft md:mt-4 md:text-lead">
            {t('home.lead')}
          </p>
          <div ref={box} className="mt-2 max-w-xl md:mt-6">
            <PromptBox prompt={prompt} example={shown} onPrompt={change} />
          </div>
        </div>
        <Pair example={shown} />
      </div>
      <section aria-labelledby="tools" className="mt-10">
        <h2 id="tools" className="mb-4 text-title font-bold lg:sr-only">
          {t('home.choose')}
        </h2>
        <ToolCards />
        <div className="mt-5 flex flex-wrap items-center gap-3 rounded-xl border-[1.5px] border-dashed border-fold px-5 py-3 text-ink-soft">
          <Clapperboard aria-hidden className="size-5" />
          <h3 className="font-semibold">{t('home.video')}</h3>
          <span className="ml-auto text-note">{t('home.soon')}</span>
        </div>
      </section>
      <Suspense>
        <Examples onPick={pick} />
      </Suspense>
      <section aria-labelledby="steps" className="late-paint-[40rem] -mx-4 mt-16 px-4">
        <h2 id="steps" className="text-title font-bold">
          {t('home.steps')}
        </h2>
        <ol className="mt-5 grid gap-x-8 gap-y-6 md:grid-cols-3">
          {steps.map((step) => (
            <li
              key={step}
              className="grid grid-cols-[auto_1fr] gap-x-4 border-t-[1.5px] border-ink pt-4"
            >
              <span aria-hidden className="text-title font-extrabold tabular-nums">
                {step}
              </span>
              <div>
                <h3 className="text-lead font-bold">{t(`home.step${step}`)}</h3>
                <p className="mt-1 text-ink-soft">{t(`home.step${step}Text`)}</p>
              </div>
            </li>
          ))}
        </ol>
        <Receipt bonus={config?.signupBonus ?? advertisedBonusRupees} />
      </section>
    </div>
  );
}

const priceClasses =
  'inline-grid min-h-8 content-center rounded-xl px-3 py-1 leading-snug tabular-nums after:absolute after:-inset-2';

/** Shows the four tools side by side. */
function ToolCards() {
  const { t } = useTranslation();
  return (
    <ul className="grid fit-columns-8.5 gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-4">
      {heroModes.map((mode) => (
        <li key={mode} className="grid">
          <article
            className="group relative grid rounded-t-md rounded-b-xl has-[h3_:focus-visible]:outline-[2.5px] has-[h3_:focus-visible]:outline-offset-4 has-[h3_:focus-visible]:outline-ink"
            style={{ '--print': modePrint[mode] } as React.CSSProperties}
          >
            <Packet className="transition-transform duration-200 ease-out group-hover:-translate-y-1.5 [&>.pinked]:h-full [&>.pinked]:grid-rows-[auto_auto_1fr]">
              <div className="crimp h-7 bg-(--print) lg:h-5" />
              <div className="h-22 overflow-hidden border-t border-dashed border-ink/30 bg-(--print) sm:h-34 lg:h-16">
                <ToolArt mode={mode} />
              </div>
              <div className="grid grid-rows-[auto_1fr_auto] gap-1 p-3.5 sm:p-5 lg:px-4 lg:py-3">
                <h3 className="text-lead leading-snug font-bold">
                  <Link
                    to={paths.mode(mode)}
                    className="after:absolute after:inset-0 focus-visible:outline-none"
                  >
                    {modeName(t, mode)}
                  </Link>
                </h3>
                <p className="text-pretty text-ink-soft max-sm:text-note lg:text-note">
                  {t(`tool.${mode}Text`)}
                </p>
                <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-note font-bold sm:mt-4 lg:mt-2">
                  {isPaid(mode) ? (
                    <Link
                      to={paths.prices}
                      className={classes(
                        priceClasses,
                        'relative bg-marigold text-on-marigold hover:bg-marigold-press',
                      )}
                    >
                      {modePrice(t, mode)}
                    </Link>
                  ) : (
                    <span className={classes(priceClasses, 'bg-sunk text-ink')}>
                      {modePrice(t, mode)}
                    </span>
                  )}
                  {(mode === 'image' || mode === 'edit_image') && (
                    <span className="font-normal text-ink-soft tabular-nums">
                      {defaultPriceLabel(t, mode)}
                    </span>
                  )}
                </p>
              </div>
            </Packet>
          </article>
        </li>
      ))}
    </ul>
  );
}

type HeroMode = (typeof heroModes)[number];

/** An illustration for each tool. */
function ToolArt({ mode }: { mode: HeroMode }) {
  return (
    <svg
      viewBox="0 0 240 132"
      aria-hidden
      preserveAspectRatio="xMidYMax meet"
      overflow="visible"
      className="block h-full w-full"
      style={
        { '--deep': 'color-mix(in srgb, var(--print) 62%, var(--ink))' } as React.CSSProperties
      }
    >
      {art[mode]}
    </svg>
  );
}

const paper = { fill: 'var(--packet)' };
const ink = { fill: 'var(--ink)' };
const deep = { fill: 'var(--deep)' };

const art: Record<HeroMode, ReactNode> = {
  instagram: (
    <>
      <circle cx="196" cy="24" r="44" {...deep} opacity="0.35" />
      <g transform="rotate(-7 108 70)">
        <rect x="66" y="18" width="84" height="104" rx="5" {...paper} />
        <rect x="73" y="25" width="70" height="62" rx="2" {...deep} />
        <path d="M73 87V68l18-16 17 15 13-10 22 19v11z" {...ink} />
        <circle cx="125" cy="42" r="7" {...paper} />
        <rect x="73" y="95" width="52" height="5" rx="2.5" {...ink} />
        <rect x="73" y="106" width="34" height="5" rx="2.5" {...deep} />
      </g>
      <g transform="translate(150 66)">
        <path
          d="M0 10a10 10 0 0 1 10-10h34a10 10 0 0 1 10 10v18a10 10 0 0 1-10 10H20L8 47v-9.2A10 10 0 0 1 0 28z"
          {...ink}
        />
        <path
          d="M27 30c-9-6-11-9-11-13a6 6 0 0 1 11-3.5A6 6 0 0 1 38 17c0 4-2 7-11 13z"
          {...paper}
        />
      </g>
    </>
  ),
  general: (
    <>
      <circle cx="34" cy="118" r="52" {...deep} opacity="0.3" />
      <path
        d="M52 30a14 14 0 0 1 14-14h76a14 14 0 0 1 14 14v28a14 14 0 0 1-14 14H84L66 86V72a14 14 0 0 1-14-14z"
        {...paper}
      />
      <rect x="70" y="32" width="66" height="6" rx="3" {...ink} />
      <rect x="70" y="46" width="44" height="6" rx="3" {...deep} />
      <path
        d="M196 66a12 12 0 0 0-12-12h-58a12 12 0 0 0-12 12v28a12 12 0 0 0 12 12h46l16 13v-13.7a12 12 0 0 0 8-11.3z"
        {...ink}
      />
      <circle cx="137" cy="80" r="5.5" {...paper} />
      <circle cx="155" cy="80" r="5.5" {...paper} />
      <circle cx="173" cy="80" r="5.5" {...paper} />
    </>
  ),
  image: (
    <>
      <path d="M-80 132V84q50-44 110-14t70-12 68-8q60-22 152 20v62z" {...deep} opacity="0.35" />
      <rect x="52" y="18" width="104" height="96" rx="5" {...paper} />
      <rect x="60" y="26" width="88" height="80" rx="2" fill="var(--print)" />
      <circle cx="124" cy="50" r="13" {...paper} />
      <path d="M60 106V84q20-16 40-4t48-8v34z" {...deep} />
      <path d="M60 106v-8q26-14 46-4t42-6v18z" {...ink} />
      <path d="M186 20l4.5 12.5L203 37l-12.5 4.5L186 54l-4.5-12.5L169 37l12.5-4.5z" {...ink} />
      <path d="M198 66l3 8 8 3-8 3-3 8-3-8-8-3 8-3z" {...paper} />
    </>
  ),
  edit_image: (
    <>
      <circle cx="206" cy="110" r="46" {...deep} opacity="0.35" />
      <rect x="54" y="18" width="132" height="96" rx="5" {...paper} />
      <clipPath id="edit-left">
        <rect x="62" y="26" width="58" height="80" />
      </clipPath>
      <clipPath id="edit-right">
        <rect x="120" y="26" width="58" height="80" />
      </clipPath>
      <g clipPath="url(#edit-left)">
        <rect x="62" y="26" width="58" height="80" fill="var(--print)" />
        <circle cx="120" cy="62" r="24" {...deep} opacity="0.6" />
        <path d="M62 106V92q24-14 58-2v16z" {...deep} />
      </g>
      <g clipPath="url(#edit-right)">
        <rect x="120" y="26" width="58" height="80" {...ink} />
        <circle cx="120" cy="62" r="24" {...paper} />
        <path d="M120 90q34-10 58 4v12h-58z" fill="var(--print)" />
      </g>
      <rect x="118.5" y="12" width="3" height="108" {...ink} />
      <circle cx="120" cy="66" r="11" {...paper} stroke="var(--ink)" strokeWidth="3" />
      <path
        d="M117 62l-4 4 4 4M123 62l4 4-4 4"
        fill="none"
        stroke="var(--ink)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </>
  ),
};

/** A sample receipt with a price from the rate card. */
function Receipt({ bonus }: { bonus: number }) {
  const { t } = useTranslation();
  const price = imagePriceRupees({
    mode: 'image',
    quality: 'quality',
    provider: 'google',
    size: defaultFinalSize,
  });
  const rows = [
    [t('home.receiptPreviews'), t('home.receiptFree')],
    [t('home.receiptKeep', { size: defaultFinalSize }), formatRupees(price)],
    [t('home.receiptBonus'), formatRupees(bonus)],
    [t('home.receiptLeft'), formatRupees(bonus - price)],
  ];
  return (
    <Packet className="mt-8">
      <div className="grid gap-3 px-5 pt-6 pb-4 text-note sm:px-6">
        <h3 className="font-bold">{t('home.receipt')}</h3>
        <dl className="grid gap-x-8 gap-y-1.5 md:grid-cols-4">
          {rows.map(([name, amount]) => (
            <div
              key={name}
              className="flex items-baseline justify-between gap-x-4 last:font-bold md:grid md:border-l md:border-dashed md:border-edge md:pl-4"
            >
              <dt className="text-ink-soft">{name}</dt>
              <dd className="money font-semibold md:text-lead md:font-bold">{amount}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Packet>
  );
}
