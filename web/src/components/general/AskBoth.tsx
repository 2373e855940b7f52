import { Provider } from '@sachet/shared/contracts/vocabulary';
import { useState } from 'react';
import { useLanguage } from '../../i18n/language';
import { paths } from '../../paths';
import { keepDraft, storedDraft } from '../form/draft';
import { useQuality } from '../form/use-quality';
import { keepRecentPrompt } from '../recent/recent-prompts';
import { ResultsPanel } from '../results/ResultsPanel';
import { useTool } from '../results/use-tool';
import { GeneralAside } from './GeneralAside';
import { GeneralForm } from './GeneralForm';

const draftKey = 'sachet.general-draft';

/** One question to both providers, and their answers side by side. */
export function AskBoth() {
  const language = useLanguage();
  const tool = useTool('general', paths.askBoth);
  const [prompt, setPrompt] = useState(() => storedDraft(draftKey, { prompt: '' }).prompt);
  const [quality, setQuality] = useQuality();

  if (tool.generationIds.length > 0) {
    return (
      <ResultsPanel generationIds={tool.generationIds} onIds={tool.show} onClose={tool.close} />
    );
  }

  function ask() {
    keepDraft(draftKey, { prompt });
    keepRecentPrompt('general', prompt);
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
        onPrompt={setPrompt}
        quality={quality}
        onQuality={setQuality}
        busy={tool.busy}
        fault={tool.fault}
        onSubmit={ask}
      />
      <GeneralAside />
    </>
  );
}
