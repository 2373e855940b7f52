import { defaultFinalSize, imagePriceRupees } from '@sachet/shared/rate-card';
import { Clapperboard } from 'lucide-react';
import { useRef, useState } from 'react';
import { useConfig } from '../api/hooks';
import { advertisedBonusRupees } from '../app/bonus';
import { useTranslation } from '../i18n/translate';
import { Money } from '../ui/Money';
import { Packet } from '../ui/Packet';
import { Examples } from './Examples';
import { PromptBox } from './PromptBox';
import { ToolCards } from './ToolCards';

const steps = [1, 2, 3] as const;

export function Hero() {
  const { t } = useTranslation();
  const { data: config } = useConfig();
  const [prompt, setPrompt] = useState('');
  const box = useRef<HTMLDivElement>(null);

  function pick(words: string) {
    setPrompt(words);
    // Focuses the button, because a phone's keyboard would cover the words.
    const next = box.current?.querySelector('button');
    next?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }

  return (
    <div className="mx-auto max-w-7xl px-4 sm:px-6">
      <div className="grid items-center gap-10 pt-3 sm:pt-6 md:pt-14 lg:grid-cols-[1fr_auto] lg:pr-4">
        <div className="max-w-3xl">
          <h1 className="text-display font-extrabold tight text-balance">{t('home.title')}</h1>
          <p className="mt-2 max-w-xl text-pretty text-ink-soft md:mt-4 md:text-lead">
            {t('home.lead')}
          </p>
          <div ref={box} className="mt-3 max-w-xl md:mt-6">
            <PromptBox prompt={prompt} onPrompt={setPrompt} />
          </div>
        </div>
        <div className="max-lg:hidden">
          <Receipt bonus={config?.signupBonus ?? advertisedBonusRupees} />
        </div>
      </div>
      <Examples onPick={pick} />
      <section aria-labelledby="tools" className="mt-12 md:mt-16">
        <h2 id="tools" className="mb-5 text-title font-bold">
          {t('home.choose')}
        </h2>
        <ToolCards />
        <div className="mt-5 flex flex-wrap items-center gap-3 rounded-xl border-[1.5px] border-dashed border-fold px-5 py-3 text-ink-soft">
          <Clapperboard aria-hidden className="size-5" />
          <h3 className="font-semibold">{t('home.video')}</h3>
          <span className="ml-auto text-note">{t('home.soon')}</span>
        </div>
      </section>
      <section aria-labelledby="steps" className="mt-16">
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
      </section>
    </div>
  );
}

/** A sample receipt with a price of the rate card. */
function Receipt({ bonus }: { bonus: number }) {
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
