import { Provider } from '@sachet/shared/contracts/vocabulary';
import { LockKeyhole } from 'lucide-react';
import { saveRecentPrompt } from '../form/recent-prompts';
import { useQuality } from '../form/use-quality';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { EmptyPackets } from '../results/ResultsAside';
import { ResultsPanel } from '../results/ResultsPanel';
import { useTool } from '../results/use-tool';
import { useAskDraft } from './ask-draft';
import { GeneralForm } from './GeneralForm';

/** One question to both providers, and their answers side by side. */
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
      {tool.generationIds.length > 0 && (
        <ResultsPanel
          mode="general"
          generationIds={tool.generationIds}
          onIds={tool.show}
          onVaried={tool.open}
          onClose={tool.close}
        />
      )}
    </>
  );
}

const lineWidths = ['w-11/12', 'w-full', 'w-10/12', 'w-4/5', 'w-2/3'];

/** Beside the form: where the two answers will be. */
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
