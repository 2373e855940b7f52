import { formatPrice } from '@sachet/shared/money';
import { defaultFinalSize, imagePriceRupees, lowestPriceRupees } from '@sachet/shared/rate-card';
import { Clapperboard } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useConfig } from '../api/hooks';
import { advertisedBonusRupees } from '../app/bonus';
import { usePromptKeys } from '../browser/enter';
import { takeShellPrompt } from '../browser/static-shell';
import { useTranslation } from '../i18n/translate';
import { paths, promptMaxInAddress } from '../paths';
import { Button } from '../ui/Button';
import { FieldNotice, inputClasses } from '../ui/Field';
import { Money } from '../ui/Money';
import { Packet } from '../ui/Packet';
import { useTextLimit } from '../ui/use-text-limit';
import { Examples } from './Examples';
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

/**
 * Opens the picture tool with the prompt in the URL; the tool asks a signed-out user to sign up. The page's
 * static shell has the same form in the same place.
 */
function PromptBox({ prompt, onPrompt }: { prompt: string; onPrompt: (to: string) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [shell] = useState(takeShellPrompt);
  const { isCut, boxProps } = useTextLimit(prompt, promptMaxInAddress);

  useEffect(() => {
    if (shell.text) onPrompt(shell.text);
    if (shell.hasFocus) input.current?.focus();
    // Takes over the words that the user typed before this code was loaded.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  function begin() {
    if (prompt.trim() === '') return input.current?.focus();
    void navigate(paths.makePicture(prompt.trim()));
  }
  const keys = usePromptKeys(begin);

  function submit(event: FormEvent) {
    event.preventDefault();
    begin();
  }

  return (
    <form onSubmit={submit} className="grid gap-2">
      <label htmlFor={id} className="text-note font-semibold">
        {t('home.promptLabel')}
      </label>
      <textarea
        {...boxProps}
        ref={input}
        id={id}
        rows={2}
        required
        value={prompt}
        onChange={(event) => onPrompt(event.target.value)}
        {...keys}
        // A phone starts with one line, so that the first pictures are visible.
        className={`${inputClasses} resize-none text-lead max-sm:field-sizing-content`}
      />
      <FieldNotice>{isCut && t('shell.cut', { max: promptMaxInAddress })}</FieldNotice>
      <Button type="submit" size="large">
        {t('home.promptSubmit')}
      </Button>
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-note text-ink-soft">
        <span>{t('home.promptFrom', { price: formatPrice(lowestPriceRupees('image')) })}</span>
        <Link to={paths.prices} className="min-h-11 content-center underline underline-offset-2">
          {t('home.allPrices')}
        </Link>
      </p>
    </form>
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
