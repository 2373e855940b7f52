import { Provider } from '@sachet/shared/contracts/vocabulary';
import { useLanguage } from '../i18n/language';
import { paths } from '../paths';
import { useDraft } from '../form/draft';
import { useQuality } from '../form/use-quality';
import { keepRecentPrompt } from '../form/recent-prompts';
import { ResultsPanel } from '../results/ResultsPanel';
import { useTool } from '../results/use-tool';
import { GeneralAside } from './GeneralAside';
import { GeneralForm } from './GeneralForm';

const draftKey = 'sachet.general-draft';

/** One question to both providers, and their answers side by side. */
export function AskBoth() {
  const language = useLanguage();
  const tool = useTool('general', paths.askBoth);
  const [{ prompt }, setDraft] = useDraft(draftKey, { prompt: '' });
  const [quality, setQuality] = useQuality();

  function ask() {
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
        onPrompt={(prompt) => setDraft({ prompt })}
        quality={quality}
        onQuality={setQuality}
        busy={tool.busy}
        fault={tool.fault}
        onSubmit={ask}
      />
      <GeneralAside />
      {tool.generationIds.length > 0 && (
        <ResultsPanel generationIds={tool.generationIds} onIds={tool.show} onClose={tool.close} />
      )}
    </>
  );
}
