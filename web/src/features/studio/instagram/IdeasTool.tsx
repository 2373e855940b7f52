import { toIdeaLines } from '@sachet/shared/studio/brand';
import { useAskedNames } from '../../../app/base/provider-uses';
import { PenLine } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/base/paths';
import { buttonClasses } from '../../../ui/Button';
import { useActiveKit } from '../brand/brand';
import { BrandSwitch } from '../brand/BrandSwitch';
import { useStoredDraft } from '../form/draft';
import { RecentPrompts, saveRecentPrompt } from '../form/RecentPrompts';
import { ToolPage } from '../form/ToolPage';
import { useAsked } from '../form/use-asked';
import { useTranslation } from '../../../i18n/translate';
import { useTool } from '../results/use-tool';
import { Chips } from '../../../ui/Chips';
import { SpokenField } from '../../chat/voice/SpokenField';
import { FreeForm, FreePacket } from './FreeForm';
import { IdeasPanel } from './IdeasPanel';
import {
  emptyIdeasDraft,
  type Goal,
  goals,
  ideaChoiceWord,
  type IdeasDraft,
  ideasFieldMaxCharacters,
  ideasRequest,
  type PostType,
  postTypes,
} from './prompts';

const draftKey = 'sachet.ideas-draft';

type TextName = 'niche' | 'audience' | 'vibe' | 'occasion' | 'trend' | 'keywords';

/** Ideas mode: the form. The ideas in the URL cover it. */
export function IdeasTool() {
  const { t, language } = useTranslation();
  const tool = useTool('instagram_ideas');
  const names = useAskedNames('texts');
  const [draft, setDraft] = useStoredDraft(draftKey, emptyIdeasDraft);
  const kit = useActiveKit();
  const set = (part: Partial<IdeasDraft>) => setDraft({ ...draft, ...part });
  const isMissing = draft.niche.trim() === '';
  const { form, asked } = useAsked(!isMissing && !tool.busy, () => {
    saveRecentPrompt('instagram_ideas', draft.niche);
    tool.generate(ideasRequest(draft, language, kit ? toIdeaLines(kit) : []));
  });

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
    <ToolPage
      beside="card"
      form={
        <FreeForm
          form={form}
          title={t('ideas.card')}
          badge={t('common.free')}
          lead={t('ideas.lead', names)}
          print="bg-print-jade"
          action={t('ideas.generate', names)}
          busy={tool.busy}
          error={tool.error}
        >
          <SpokenField
            {...field('niche')}
            required
            error={asked && isMissing ? t('ideas.nicheRequired') : undefined}
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
      }
      // A phone has a link to it above the form.
      aside={
        <aside className="max-lg:hidden">
          <CaptionsCard />
        </aside>
      }
      panel={
        tool.generationIds.length > 0 && (
          <IdeasPanel generationIds={tool.generationIds} onClose={tool.close} />
        )
      }
    />
  );
}

/** Leads to the captions, as their page leads here. */
function CaptionsCard() {
  const { t } = useTranslation();
  const names = useAskedNames('photos in texts');
  return (
    <FreePacket
      level="h2"
      title={t('instagram.title')}
      badge={t('tool.instagramPrice')}
      lead={t('instagram.lead', names)}
      print="bg-print-rose"
    >
      <div className="grid p-4 sm:px-6 sm:pt-5 sm:pb-6">
        <Link
          to={paths.mode('instagram')}
          className={buttonClasses({ look: 'outline', size: 'large' })}
        >
          <PenLine aria-hidden className="size-5" />
          {t('instagram.generate')}
        </Link>
      </div>
    </FreePacket>
  );
}

const toMessageKey = (choice: PostType | Goal) => ideaChoiceWord[choice];
