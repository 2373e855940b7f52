import { Provider, type Language, type Quality } from '@sachet/shared/contracts/vocabulary';
import { useStore } from '../browser/store';
import { saveRecentPrompt } from '../form/recent-prompts';
import { useQuality } from '../form/use-quality';
import { useLanguage } from '../i18n/language';
import { editDraft, type EditSource } from '../photos/edit-draft';
import { previewMaxPixels, type Request } from '../results/request';
import { ResultsAside } from '../results/ResultsAside';
import { ResultsPanel } from '../results/ResultsPanel';
import { useTool } from '../results/use-tool';
import { EditForm } from './EditForm';

/** Edit mode: the form, and over it the results named in the URL. */
export function EditTool() {
  const language = useLanguage();
  const draft = useStore(editDraft);
  const [quality, setQuality] = useQuality();
  const { generationIds, generate, busy, error, show, open, close } = useTool('edit_image');

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 pt-6 md:pt-8 lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] lg:gap-14">
      <EditForm
        draft={draft}
        quality={quality}
        onQuality={setQuality}
        busy={busy}
        error={error}
        onSubmit={(source) => {
          saveRecentPrompt('edit_image', draft.prompt);
          void generate(editRequests({ source, prompt: draft.prompt }, quality, language));
        }}
      />
      <ResultsAside mode="edit_image" aspectRatio="1:1" />
      {generationIds.length > 0 && (
        <ResultsPanel
          mode="edit_image"
          generationIds={generationIds}
          onIds={show}
          onVaried={open}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The same edit asked of each provider (docs/product.md, API). */
function editRequests(
  { source, prompt }: { source: EditSource; prompt: string },
  quality: Quality,
  language: Language,
): Request[] {
  return Provider.options.map((provider) => ({
    prompt: prompt.trim(),
    language,
    mode: 'edit_image',
    provider,
    quality,
    previewMax: previewMaxPixels,
    ...(source.kind === 'result'
      ? { sourceGenerationId: source.generationId }
      : { photo: source.photo }),
  }));
}
