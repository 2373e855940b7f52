import { saveRecentPrompt } from '../form/recent-prompts';
import { useQuality } from '../form/use-quality';
import { useLanguage } from '../i18n/language';
import { ResultsAside } from '../results/ResultsAside';
import { ResultsPanel } from '../results/ResultsPanel';
import { useTool } from '../results/use-tool';
import { useImageDraft } from './image-draft';
import { toRequests } from './image-prompt';
import { ImageForm } from './ImageForm';

/** Image mode: the form, and over it the results named in the URL. */
export function ImageTool() {
  const language = useLanguage();
  const [draft, setDraft] = useImageDraft();
  const [quality, setQuality] = useQuality();
  const { generationIds, generate, busy, error, show, close } = useTool('image');

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 pt-6 md:pt-8 lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] lg:gap-14">
      <ImageForm
        draft={draft}
        onDraft={setDraft}
        quality={quality}
        onQuality={setQuality}
        busy={busy}
        error={error}
        onSubmit={() => {
          saveRecentPrompt('image', draft.subject);
          void generate(toRequests(draft, quality, language));
        }}
      />
      <ResultsAside mode="image" aspectRatio={draft.aspectRatio} />
      {generationIds.length > 0 && (
        <ResultsPanel generationIds={generationIds} onIds={show} onClose={close} />
      )}
    </div>
  );
}
