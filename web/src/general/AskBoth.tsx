import { promptMaxCharacters } from '@sachet/shared/contracts/generation';
import { Provider, type Quality } from '@sachet/shared/contracts/vocabulary';
import { textPriceRupees } from '@sachet/shared/rate-card';
import { LockKeyhole } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAskDraft } from '../form/draft';
import { GenerateBar } from '../form/GenerateBar';
import { PromptField } from '../form/PromptField';
import { QualityChoice, useQuality } from '../form/QualityChoice';
import { RecentPrompts, saveRecentPrompt } from '../form/RecentPrompts';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { EmptyPackets } from '../results/ResultsAside';
import { ResultsPanel } from '../results/ResultsPanel';
import { useTool } from '../results/use-tool';

/** Sends one question to both providers and shows their answers side by side. */
export function AskBoth() {
  const language = useLanguage();
  const tool = useTool('general', paths.askBoth);
  const [{ prompt }, setDraft] = useAskDraft();
  const [quality, setQuality] = useQuality();

  function ask() {
    saveRecentPrompt('general', prompt);
    void tool.generate(
      Provider.options.map((provider) => ({
        prompt: prompt.trim(),
        language,
        mode: 'general',
        provider,
        quality,
      })),
    );
  }

  return (
    <>
      <GeneralForm
        prompt={prompt}
        onPrompt={(prompt) => setDraft({ prompt })}
        quality={quality}
        onQuality={setQuality}
        busy={tool.busy}
        error={tool.error}
        onSubmit={ask}
      />
      <GeneralAside />
      <ResultsPanel mode="general" tool={tool} />
    </>
  );
}

const lineWidths = ['w-11/12', 'w-full', 'w-10/12', 'w-4/5', 'w-2/3'];

/** The column beside the form, with empty places for the answers. */
function GeneralAside() {
  const { t } = useTranslation();
  return (
    <aside className="min-w-0 self-start max-lg:pt-5 lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      <EmptyPackets title={t('general.emptyTitle')} text={t('general.emptyText')}>
        <div className="relative grid gap-3 border-y border-dashed border-fold bg-paper/60 px-4 py-6 sm:px-5">
          {lineWidths.map((width, index) => (
            <span
              key={width}
              className={`h-2.5 rounded-full bg-fold ${width}`}
              style={{ opacity: 1 - index * 0.2 }}
            />
          ))}
          <LockKeyhole className="mx-auto mt-4 size-7 text-fold" />
        </div>
      </EmptyPackets>
    </aside>
  );
}

function GeneralForm({
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
