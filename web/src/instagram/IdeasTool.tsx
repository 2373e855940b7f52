import { useDraft } from '../form/draft';
import { saveRecentPrompt } from '../form/recent-prompts';
import { useLanguage } from '../i18n/language';
import { useTool } from '../results/use-tool';
import { emptyIdeasDraft, ideasRequests } from './ideas-prompt';
import { IdeasForm } from './IdeasForm';
import { IdeasPanel } from './IdeasPanel';

const draftKey = 'sachet.ideas-draft';

/** Ideas mode: the form, and over it the ideas that the URL names. */
export function IdeasTool() {
  const language = useLanguage();
  const tool = useTool('instagram_ideas');
  const [draft, setDraft] = useDraft(draftKey, emptyIdeasDraft);

  return (
    <>
      <IdeasForm
        draft={draft}
        onDraft={setDraft}
        busy={tool.busy}
        error={tool.error}
        onSubmit={() => {
          saveRecentPrompt('instagram_ideas', draft.niche);
          void tool.generate(ideasRequests(draft, language));
        }}
      />
      {tool.generationIds.length > 0 && (
        <IdeasPanel generationIds={tool.generationIds} onClose={tool.close} />
      )}
    </>
  );
}
