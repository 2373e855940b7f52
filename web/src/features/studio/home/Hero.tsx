import { formatRupees } from '@sachet/shared/money';
import { defaultFinalSize } from '@sachet/shared/models/rate-card';
import { Clapperboard } from 'lucide-react';
import { useRef } from 'react';
import { useConfig } from '../../../api/hooks';
import { advertisedBonusRupees } from '../../../app/base/bonus';
import { comparedMax, providerName, usePictureProviders } from '../../../app/base/provider';
import { defaultPrice } from '../../../app/base/tools';
import { formatList } from '../../../i18n/list';
import { useTranslation } from '../../../i18n/translate';
import { Packet } from '../../../ui/Packet';
import type { Example } from '../examples/example';
import { Examples } from '../examples/lazy-examples';
import { Pair } from '../examples/Pair';
import { useExamplePrompt } from '../examples/use-example-prompt';
import { PromptBox } from './PromptBox';
import { ToolCards, ToolLines } from './ToolCards';

const steps = [1, 2, 3] as const;

export function Hero() {
  const { t, language } = useTranslation();
  const compared = usePictureProviders().slice(0, comparedMax);
  const names = formatList(
    language,
    compared.map((provider) => providerName[provider]),
  );
  const { data: config } = useConfig();
  const { prompt, shown, change } = useExamplePrompt();
  const box = useRef<HTMLDivElement>(null);

  function pick(words: string, example: Example) {
    change(words, example);
    // Focuses the button and not the text, because a phone's keyboard would cover the words.
    const next = box.current?.querySelector<HTMLElement>('[type=submit]');
    next?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }

  return (
    <>
      <div className="pt-1 md:pt-2">
        <h1 className="text-title font-extrabold tight text-balance md:text-display">
          {t('home.title')}
        </h1>
        <p className="mt-1 text-note text-pretty text-ink-soft md:mt-1 md:text-lead">
          {t('home.lead')}
        </p>
      </div>
      <div className="mt-2 md:mt-4">
        <ToolCards />
      </div>
      <div className="mt-2 grid items-start gap-x-12 gap-y-2 sm:gap-y-8 md:mt-5 lg:grid-cols-[minmax(0,32rem)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <div ref={box} className="max-w-xl">
          <PromptBox prompt={prompt} example={shown} onPrompt={change} />
        </div>
        <div className="min-w-0 lg:row-span-2">
          <Pair example={shown} />
        </div>
        <div className="grid gap-2 max-sm:pt-2">
          <ToolLines />
          <div className="flex min-h-11 flex-wrap items-center gap-3 rounded-xl border-[1.5px] border-dashed border-fold px-5 py-1.5 text-note text-ink-soft">
            <Clapperboard aria-hidden className="size-5" />
            <h2 className="font-semibold">{t('home.video')}</h2>
            <span className="ml-auto">{t('home.soon')}</span>
          </div>
        </div>
      </div>
      <Examples onPick={pick} />
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
                <p className="mt-1 text-ink-soft">{t(`home.step${step}Text`, { names })}</p>
              </div>
            </li>
          ))}
        </ol>
        <Receipt
          price={defaultPrice(compared[0]!)}
          bonus={config?.signupBonus ?? advertisedBonusRupees}
        />
      </section>
    </>
  );
}

/** A sample receipt with a price from the rate card. */
function Receipt({ price, bonus }: { price: number; bonus: number }) {
  const { t } = useTranslation();
  const rows = [
    [t('home.receiptPreviews'), t('common.free')],
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
