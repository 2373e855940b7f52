import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { saveRecentPrompt } from '../form/recent-prompts';
import { useQuality } from '../form/use-quality';
import { useLanguage } from '../i18n/language';
import { ResultsAside } from '../results/ResultsAside';
import { ResultsPanel } from '../results/ResultsPanel';
import { useTool } from '../results/use-tool';
import type { Request } from '../generation/request';
import { useSession } from '../session/session';
import { withChange } from '../url';
import { useImageDraft } from './image-draft';
import { subjectMaxCharacters, toRequests } from './image-prompt';
import { ImageForm } from './ImageForm';

/**
 * `?prompt=…`, with which the home page and shared links begin a picture: it becomes the subject, and
 * whoever is signed out is asked to sign up for what comes of it.
 */
function usePromptParam(
  onPrompt: (subject: string) => Request[],
  generate: (requests: Request[]) => Promise<void>,
): void {
  const [params, setParams] = useSearchParams();
  const { status } = useSession();
  const prompt = params.get('prompt');
  useEffect(() => {
    if (prompt === null || status === 'loading') return;
    const requests = onPrompt(prompt.slice(0, subjectMaxCharacters));
    // It leaves the address: nothing is asked again when the page is loaded again.
    setParams(withChange(params, { prompt: null }), { replace: true });
    if (status === 'signed-out') void generate(requests);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [prompt, status]);
}

/** Image mode: the form, and over it the results named in the URL. */
export function ImageTool() {
  const language = useLanguage();
  const [draft, setDraft] = useImageDraft();
  const [quality, setQuality] = useQuality();
  const { generationIds, generate, busy, error, show, open, close } = useTool('image');

  usePromptParam((subject) => {
    const asked = { ...draft, subject };
    setDraft(asked);
    return toRequests(asked, quality, language);
  }, generate);

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
        <ResultsPanel
          mode="image"
          generationIds={generationIds}
          onIds={show}
          onVaried={open}
          onClose={close}
        />
      )}
    </div>
  );
}
