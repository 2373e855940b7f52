import { promptMaxCharacters } from '@sachet/shared/contracts/generation';
import { Provider, type Quality } from '@sachet/shared/contracts/vocabulary';
import { textPriceRupees } from '@sachet/shared/rate-card';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { Price } from '../../ui/Money';
import { QualityChoice } from '../image/QualityChoice';
import { providerName } from '../provider';
import { RecentPrompts } from '../recent/RecentPrompts';
import { PromptField } from '../text/PromptField';

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

export function GeneralForm({
  prompt,
  onPrompt,
  quality,
  onQuality,
  busy,
  fault,
  onSubmit,
}: {
  prompt: string;
  onPrompt: (prompt: string) => void;
  quality: Quality;
  onQuality: (quality: Quality) => void;
  busy: boolean;
  fault: string | null;
  onSubmit: () => void;
}) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const missing = prompt.trim() === '';
  const tooLong = prompt.length > promptMaxCharacters;

  function submit(event?: FormEvent) {
    event?.preventDefault();
    setAsked(true);
    if (!missing && !tooLong && !busy) onSubmit();
  }

  function errorOf(): string | undefined {
    if (tooLong) return t('general.tooLong', { max: promptMaxCharacters });
    return asked && missing ? t('general.promptRequired') : undefined;
  }

  return (
    <form noValidate onSubmit={submit} className="grid content-start gap-5">
      <div>
        <h1 className="text-title font-bold">{t('general.title')}</h1>
        <p className="mt-1 text-ink-soft">{t('general.lead')}</p>
      </div>
      <PromptField
        label={t('general.prompt')}
        placeholder={t('general.promptPlaceholder')}
        value={prompt}
        max={promptMaxCharacters}
        error={errorOf()}
        onChange={onPrompt}
        onSubmit={submit}
        below={<RecentPrompts mode="general" onPick={onPrompt} />}
      />
      <QualityChoice value={quality} onChange={onQuality} />
      <FieldError>{fault}</FieldError>
      <div className="sticky bottom-[calc(var(--tool-bar)+var(--consent))] -mx-4 grid gap-2.5 border-t border-dashed border-edge bg-paper px-4 py-3 md:mx-0 md:px-0 md:pb-4">
        <TextPrices quality={quality} />
        <Button type="submit" busy={busy} className="min-h-13 text-lead">
          {t(busy ? 'form.generating' : 'general.ask')}
        </Button>
        <p className="text-center text-note text-ink-soft max-md:hidden pointer-coarse:hidden">
          {t('form.shortcut', { keys: isMac ? '⌘ Enter' : 'Ctrl Enter' })}
        </p>
      </div>
    </form>
  );
}

/** What keeping one answer costs, before anything is asked for. */
function TextPrices({ quality }: { quality: Quality }) {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="prices"
      className="flex flex-wrap items-baseline justify-between gap-x-4"
    >
      <h2 id="prices" className="text-note font-semibold">
        {t('general.price')}
      </h2>
      <dl className="flex gap-x-5">
        {Provider.options.map((provider) => (
          <div key={provider} className="flex items-baseline gap-1.5">
            <dt className="text-note text-ink-soft">{providerName[provider]}</dt>
            <dd className="text-lead font-bold">
              <Price rupees={textPriceRupees({ quality, provider })} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
