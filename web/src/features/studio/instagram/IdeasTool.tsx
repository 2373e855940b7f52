import { toIdeaLines } from '@sachet/shared/studio/brand';
import { useActiveKit } from '../brand/brand';
import { BrandSwitch } from '../brand/BrandSwitch';
import { useDraft } from '../form/draft';
import { RecentPrompts, saveRecentPrompt } from '../form/RecentPrompts';
import { useAsked } from '../form/use-asked';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { useTool } from '../results/use-tool';
import { Chips } from '../../../ui/Chips';
import { SpokenField } from '../../chat/voice/SpokenField';
import { FreeForm } from './FreeForm';
import { IdeasPanel } from './IdeasPanel';
import {
  emptyIdeasDraft,
  type Goal,
  goals,
  ideaChoiceWord,
  type IdeasDraft,
  ideasFieldMaxCharacters,
  ideasRequests,
  type PostType,
  postTypes,
} from './prompts';

const draftKey = 'sachet.ideas-draft';

/** Ideas mode: the form. The ideas in the URL cover it. */
export function IdeasTool() {
  const language = useLanguage();
  const tool = useTool('instagram_ideas');
  const [draft, setDraft] = useDraft(draftKey, emptyIdeasDraft);
  const kit = useActiveKit();

  return (
    <>
      <IdeasForm
        draft={draft}
        onDraft={setDraft}
        busy={tool.busy}
        error={tool.error}
        onSubmit={() => {
          saveRecentPrompt('instagram_ideas', draft.niche);
          void tool.generate(ideasRequests(draft, language, kit ? toIdeaLines(kit) : []));
        }}
      />
      {tool.generationIds.length > 0 && (
        <IdeasPanel generationIds={tool.generationIds} onClose={tool.close} />
      )}
    </>
  );
}

type TextName = 'niche' | 'audience' | 'vibe' | 'occasion' | 'trend' | 'keywords';

function IdeasForm({
  draft,
  onDraft,
  busy,
  error,
  onSubmit,
}: {
  draft: IdeasDraft;
  onDraft: (draft: IdeasDraft) => void;
  busy: boolean;
  error: string | null;
  onSubmit: () => void;
}) {
  const { t } = useTranslation();
  const { form, asked, ask } = useAsked();
  const set = (part: Partial<IdeasDraft>) => onDraft({ ...draft, ...part });
  const missing = draft.niche.trim() === '';

  function submit() {
    ask();
    if (!missing && !busy) onSubmit();
  }

  const field = (name: TextName) => ({
    label: t(`ideas.${name}`),
    placeholder: t(`ideas.${name}Placeholder`),
    value: draft[name],
    maxLength: ideasFieldMaxCharacters,
    onText: (text: string) => set({ [name]: text }),
  });
  const choices = <T extends PostType | Goal>(list: readonly T[]) =>
    list.map((value) => ({ value, label: t(`ideas.${toMessageKey(value)}`) }));

  return (
    <FreeForm
      ref={form}
      title={t('ideas.title')}
      badge={t('text.free')}
      lead={t('ideas.lead')}
      print="bg-print-jade"
      action={t('ideas.generate')}
      busy={busy}
      error={error}
      onSubmit={submit}
      className="mt-6 max-w-3xl md:mt-8"
    >
      <SpokenField
        {...field('niche')}
        required
        error={asked && missing ? t('ideas.nicheRequired') : undefined}
      />
      <p className="-mb-2 border-t border-dashed border-fold pt-4 text-note text-ink-soft">
        {t('ideas.restOptional')}
      </p>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <SpokenField {...field('audience')} />
        <SpokenField {...field('vibe')} />
        <Chips
          label={t('ideas.postType')}
          choices={choices(postTypes)}
          value={draft.postType}
          onChange={(postType) => set({ postType })}
        />
        <SpokenField {...field('occasion')} />
        <SpokenField {...field('trend')} />
        <Chips
          label={t('ideas.goal')}
          choices={choices(goals)}
          value={draft.goal}
          onChange={(goal) => set({ goal })}
        />
        <SpokenField {...field('keywords')} className="sm:col-span-2" />
      </div>
      <RecentPrompts mode="instagram_ideas" onPick={(niche) => set({ niche })} />
      <BrandSwitch />
    </FreeForm>
  );
}

const toMessageKey = (choice: PostType | Goal) => ideaChoiceWord[choice];
