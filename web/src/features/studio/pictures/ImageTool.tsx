import { toPictureWords } from '@sachet/shared/studio/brand';
import { useActiveKit, useKitIsComing } from '../brand/brand';
import { BrandSwitch } from '../brand/BrandSwitch';
import { isPrompt, PromptField } from '../form/PromptField';
import { PictureQuality, useQuality } from '../form/QualityChoice';
import { RecentPrompts, saveRecentPrompt } from '../form/RecentPrompts';
import { ToolForm, ToolPage } from '../form/ToolPage';
import { useAsked } from '../form/use-asked';
import { useTranslation } from '../../../i18n/translate';
import { OccasionChips } from '../occasions/OccasionChips';
import { toPrompts } from '../occasions/words';
import { ResultsAside } from '../results/ResultsAside';
import { ResultsPanel } from '../results/ResultsPanel';
import { useTool } from '../results/use-tool';
import { Chips } from '../../../ui/Chips';
import {
  choiceWord,
  type Color,
  colors,
  type Composition,
  compositions,
  emptyDraft,
  type ImageDraft,
  type Style,
  styles,
  subjectMaxCharacters,
  toPictureRequest,
  useImageDraft,
} from './image-prompt';
import { ImageGenerateBar } from './ImageGenerateBar';
import { RatioPicker } from './RatioPicker';
import { CompositionPicture, StylePicture } from './StylePicture';
import { usePromptParam } from './use-prompt-param';

/** Image mode: the form. The results in the URL cover it. */
export function ImageTool() {
  const { t, language } = useTranslation();
  const [draft, setDraft] = useImageDraft();
  const [quality, setQuality] = useQuality();
  const tool = useTool('image');
  const kit = useActiveKit();
  const kitIsComing = useKitIsComing();

  function make(wanted: ImageDraft) {
    saveRecentPrompt('image', wanted.subject);
    tool.generate(toPictureRequest(wanted, quality, language, kit && toPictureWords(kit)));
  }

  usePromptParam(!kitIsComing, {
    fill: (subject) => setDraft(withSubject(draft, subject)),
    make: (subject) => {
      // The choices of an earlier picture, which the home page does not show, do not apply.
      const wanted = withSubject(emptyDraft, subject);
      setDraft(wanted);
      make(wanted);
    },
  });

  const isComplete = isPrompt(draft.subject, subjectMaxCharacters);
  const { form, asked, submit } = useAsked(isComplete && !tool.busy, () => make(draft));
  const set = (part: Partial<ImageDraft>) => setDraft({ ...draft, ...part });
  const choices = <T extends Style | Color | Composition>(list: readonly T[]) =>
    list.map((value) => ({ value, label: t(`form.${toMessageKey(value)}`) }));

  return (
    <ToolPage
      beside="results"
      form={
        <ToolForm form={form} title={t('form.title')}>
          <PromptField
            label={t('form.subject')}
            placeholder={t('form.subjectPlaceholder')}
            value={draft.subject}
            max={subjectMaxCharacters}
            onChange={(subject) => set({ subject })}
            onSubmit={submit}
            asked={asked}
            words={{
              missing: t('form.subjectRequired'),
              tooLong: t('form.tooLong', { max: subjectMaxCharacters }),
            }}
            improves="image"
          />
          <Chips
            isRow
            label={t('form.style')}
            note={t('form.optional')}
            choices={choices(styles).map((choice) => ({
              ...choice,
              icon: <StylePicture style={choice.value} />,
            }))}
            value={draft.style}
            onChange={(style) => set({ style })}
          />
          <Chips
            isRow
            label={t('form.color')}
            note={t('form.optional')}
            choices={choices(colors).map((choice) => ({
              ...choice,
              icon: <Swatch color={choice.value} />,
            }))}
            value={draft.color}
            onChange={(color) => set({ color })}
          />
          <Chips
            isRow
            label={t('form.composition')}
            note={t('form.optional')}
            choices={choices(compositions).map((choice) => ({
              ...choice,
              icon: <CompositionPicture composition={choice.value} />,
            }))}
            value={draft.composition}
            onChange={(composition) => set({ composition })}
          />
          <PictureQuality mode="image" value={quality} onChange={setQuality} />
          <div className="grid gap-2 empty:hidden">
            <Occasions value={draft.subject} onChange={(subject) => set({ subject })} />
            <RecentPrompts mode="image" onPick={(subject) => set({ subject })} />
          </div>
          <RatioPicker
            value={draft.aspectRatio}
            quality={quality}
            onChange={(aspectRatio) => set({ aspectRatio })}
          />
          <BrandSwitch />
          <ImageGenerateBar mode="image" quality={quality} busy={tool.busy} error={tool.error} />
        </ToolForm>
      }
      aside={<ResultsAside mode="image" />}
      panel={<ResultsPanel mode="image" tool={tool} />}
    />
  );
}

const withSubject = (draft: ImageDraft, subject: string): ImageDraft => ({
  ...draft,
  subject: subject.slice(0, subjectMaxCharacters),
});

const toMessageKey = (choice: Style | Color | Composition) => choiceWord[choice];

const swatches: Record<Color, string[]> = {
  Vibrant: ['#e4342b', '#1f6fd6', '#1d9a58'],
  Muted: ['#a08f7d', '#7c8a8d', '#9a8291'],
  'Black and White': ['#111111', '#888888', '#f5f5f5'],
  Pastel: ['#f7c8d3', '#c6dcf5', '#cfe9cf'],
  Neon: ['#ff2bd6', '#20e8ff', '#9dff2b'],
};

function Swatch({ color }: { color: Color }) {
  return (
    <span aria-hidden className="flex -space-x-1">
      {swatches[color].map((shade) => (
        <span
          key={shade}
          className="size-3 rounded-full ring-1 ring-ink/20"
          style={{ background: shade }}
        />
      ))}
    </span>
  );
}

/**
 * Offers sample prompts by occasion. They disappear once the user has typed something, so they never replace
 * the user's words.
 */
function Occasions({ value, onChange }: { value: string; onChange: (prompt: string) => void }) {
  const { t } = useTranslation();
  const chosen = toPrompts(t, 'image').find((prompt) => prompt === value) ?? null;
  if (value.trim() !== '' && chosen === null) return null;
  return (
    <OccasionChips mode="image" chosen={chosen} onChoose={(prompt) => onChange(prompt ?? '')} />
  );
}
