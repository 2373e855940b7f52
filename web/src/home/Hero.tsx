import { Clapperboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../api/hooks';
import { advertisedBonusRupees } from '../app/bonus';
import { Receipt } from './Receipt';
import { ToolCards } from './ToolCards';

const steps = [1, 2, 3] as const;

export function Hero() {
  const { t } = useTranslation();
  const { data: config } = useConfig();
  return (
    <div className="mx-auto max-w-7xl px-4 sm:px-6">
      <div className="grid items-center gap-10 pt-10 pb-8 md:pt-14 md:pb-12 lg:grid-cols-[1fr_auto] lg:pr-4">
        <div className="max-w-3xl">
          <h1 className="text-display font-extrabold tight text-balance">{t('home.title')}</h1>
          <p className="mt-4 max-w-xl text-lead text-pretty text-ink-soft">{t('home.lead')}</p>
        </div>
        <div className="max-lg:hidden">
          <Receipt bonus={config?.signupBonus ?? advertisedBonusRupees} />
        </div>
      </div>
      <section aria-labelledby="tools">
        <h2 id="tools" className="sr-only">
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
