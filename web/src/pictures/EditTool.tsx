import { Provider, type Language, type Quality } from '@sachet/shared/contracts/vocabulary';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useStore } from '../browser/store';
import { saveRecentPrompt } from '../form/recent-prompts';
import { useQuality } from '../form/use-quality';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { changeEditDraft, editDraft, type EditDraft, type EditSource } from '../photos/edit-draft';
import { readImage } from '../photos/read-image';
import { dropShared } from '../browser/service-worker';
import { takeSharedPhoto } from '../photos/shared-photo';
import { fileMaxMegabytes } from '../photos/uploaded-image';
import { previewMaxPixels, type Request } from '../generation/request';
import { ResultsAside } from '../results/ResultsAside';
import { ResultsPanel } from '../results/ResultsPanel';
import { useTool } from '../results/use-tool';
import { notify } from '../ui/Toaster';
import { withChange } from '../url';
import { EditForm } from './EditForm';

/** A photo that another app shared takes the place of what was chosen before. */
function useSharedPhoto(): void {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const isShared = params.has('shared');
  useEffect(() => {
    if (!isShared) {
      // Another site may have posted the one that is kept.
      void dropShared();
      return;
    }
    const open = async () => {
      const file = await takeSharedPhoto();
      const read = file && (await readImage(file));
      if (read && 'photo' in read) {
        changeEditDraft({ source: { kind: 'upload', photo: read.photo } });
      } else if (read) {
        notify.error(t(`upload.${read.error}`, { megabytes: fileMaxMegabytes }));
      }
    };
    void open();
    setParams((now) => withChange(now, { shared: null }), { replace: true });
    // Once for each time that something is shared.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isShared]);
}

/** Edit mode: the form, and over it the results named in the URL. */
export function EditTool() {
  const language = useLanguage();
  const draft = useStore(editDraft);
  useSharedPhoto();
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
          void generate(editRequests({ ...draft, source }, quality, language));
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
  { source, marked, prompt }: Pick<EditDraft, 'marked' | 'prompt'> & { source: EditSource },
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
    ...(marked && { marked }),
  }));
}
