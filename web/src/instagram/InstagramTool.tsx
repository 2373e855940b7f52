import { useState } from 'react';
import type { Photo } from '../api/photo-upload';
import { useDraft } from '../form/draft';
import { useLanguage } from '../i18n/language';
import { ResultsPanel } from '../results/ResultsPanel';
import { useTool } from '../results/use-tool';
import { captionRequests, emptyCaptionDraft } from './caption-prompt';
import { CaptionCard } from './CaptionCard';
import { IdeasCard } from './IdeasCard';

const draftKey = 'sachet.caption-draft';

/** Instagram mode: captions for a photo, and the way to the ideas. */
export function InstagramTool() {
  const language = useLanguage();
  const tool = useTool('instagram');
  const [draft, setDraft] = useDraft(draftKey, emptyCaptionDraft);
  const [photo, setPhoto] = useState<Photo | null>(null);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 pt-6 md:pt-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
      <CaptionCard
        draft={draft}
        onDraft={setDraft}
        photo={photo}
        onPhoto={setPhoto}
        busy={tool.busy}
        error={tool.error}
        onSubmit={(chosen) => {
          void tool.generate(captionRequests(draft, chosen, language));
        }}
      />
      <IdeasCard />
      {tool.generationIds.length > 0 && (
        <ResultsPanel
          mode="instagram"
          generationIds={tool.generationIds}
          onIds={tool.show}
          onVaried={tool.open}
          onClose={tool.close}
        />
      )}
    </div>
  );
}
