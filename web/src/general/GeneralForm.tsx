import { promptMaxCharacters } from '@sachet/shared/contracts/generation';
import type { Quality } from '@sachet/shared/contracts/vocabulary';
import { textPriceRupees } from '@sachet/shared/rate-card';
import { useState, type FormEvent } from 'react';
import { GenerateBar } from '../form/GenerateBar';
import { PromptField } from '../form/PromptField';
import { QualityChoice } from '../form/QualityChoice';
import { RecentPrompts } from '../form/RecentPrompts';
import { useTranslation } from '../i18n/translate';

export function GeneralForm({
  prompt,
  onPrompt,
  quality,
  onQuality,
  busy,
  error,
  onSubmit,
}: {
  prompt: string;
  onPrompt: (prompt: string) => void;
  quality: Quality;
  onQuality: (quality: Quality) => void;
  busy: boolean;
  error: string | null;
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

  function getError(): string | undefined {
    if (tooLong) return t('general.tooLong', { max: promptMaxCharacters });
    return asked && missing ? t('general.promptRequired') : undefined;
  }

  return (
    <form noValidate onSubmit={submit} className="grid content-start gap-5">
      <PromptField
        label={t('general.prompt')}
        placeholder={t('general.promptPlaceholder')}
        value={prompt}
        max={promptMaxCharacters}
        error={getError()}
        onChange={onPrompt}
        onSubmit={submit}
        below={<RecentPrompts mode="general" onPick={onPrompt} />}
      />
      <QualityChoice value={quality} onChange={onQuality} />
      <GenerateBar
        priceLabel={t('general.price')}
        getRupees={(provider) => textPriceRupees({ quality, provider })}
        action={t('general.ask')}
        busy={busy}
        error={error}
      />
    </form>
  );
}
