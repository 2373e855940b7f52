import { toPictureWords } from '@sachet/shared/studio/brand';
import type { Quality } from '@sachet/shared/contracts/vocabulary';
import type { FormEvent } from 'react';
import { useActiveKit, useKitIsComing } from '../brand/brand';
import { BrandSwitch } from '../brand/BrandSwitch';
import { PromptField } from '../form/PromptField';
import { PictureQuality, useQuality } from '../form/QualityChoice';
import { RecentPrompts, saveRecentPrompt } from '../form/RecentPrompts';
import { useAsked } from '../form/use-asked';
import { useLanguage } from '../../../i18n/language';
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
  toRequests,
  useImageDraft,
} from './image-prompt';
import { ImageGenerateBar } from './ImageGenerateBar';
import { RatioPicker } from './RatioPicker';
import { CompositionPicture, StylePicture } from './StylePicture';
import { usePromptParam } from './use-prompt-param';

/** Image mode: the form. The results in the URL cover it. */
export function ImageTool() {
  const language = useLanguage();
  const [draft, setDraft] = useImageDraft();
  const [quality, setQuality] = useQuality();
  const tool = useTool('image');
  const kit = useActiveKit();
  const kitIsComing = useKitIsComing();

  function make(asked: ImageDraft) {
    saveRecentPrompt('image', asked.subject);
    void tool.generate(toRequests(asked, quality, language, kit && toPictureWords(kit)));
  }

  usePromptParam(!kitIsComing, {
    fill: (subject) => setDraft(withSubject(draft, subject)),
    make: (subject) => {
      // The choices of an earlier picture, which the home page does not show, do not apply.
      const asked = withSubject(emptyDraft, subject);
      setDraft(asked);
      make(asked);
    },
  });

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 pt-6 md:pt-8 lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] lg:gap-14">
      <ImageForm
        draft={draft}
        onDraft={setDraft}
        quality={quality}
        onQuality={setQuality}
        busy={tool.busy}
        error={tool.error}
        onSubmit={() => make(draft)}
      />
      <ResultsAside mode="image" aspectRatio={draft.aspectRatio} />
      <ResultsPanel mode="image" tool={tool} />
    </div>
  );
}

const withSubject = (draft: ImageDraft, subject: string): ImageDraft => ({
  ...draft,
  subject: subject.slice(0, subjectMaxCharacters),
});

function ImageForm({
  draft,
  onDraft,
  quality,
  onQuality,
  busy,
  error,
  onSubmit,
}: {
  draft: ImageDraft;
  onDraft: (draft: ImageDraft) => void;
  quality: Quality;
  onQuality: (quality: Quality) => void;
  busy: boolean;
  error: string | null;
  onSubmit: () => void;
}) {
  const { t } = useTranslation();
  const { form, asked, ask } = useAsked();
  const set = (part: Partial<ImageDraft>) => onDraft({ ...draft, ...part });
  const choices = <T extends Style | Color | Composition>(list: readonly T[]) =>
    list.map((value) => ({ value, label: t(`form.${toMessageKey(value)}`) }));

  const missing = draft.subject.trim() === '';
  const tooLong = draft.subject.length > subjectMaxCharacters;

  function submit(event?: FormEvent) {
    event?.preventDefault();
    ask();
    if (!missing && !tooLong && !busy) onSubmit();
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid content-start gap-4 md:gap-5">
      <h1 className="text-title font-bold">{t('form.title')}</h1>
      <PromptField
        label={t('form.subject')}
        placeholder={t('form.subjectPlaceholder')}
        value={draft.subject}
        max={subjectMaxCharacters}
        onChange={(subject) => set({ subject })}
        onSubmit={submit}
        error={
          tooLong
            ? t('form.tooLong', { max: subjectMaxCharacters })
            : asked && missing
              ? t('form.subjectRequired')
              : undefined
        }
        improves="image"
      />
      <Chips
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
        label={t('form.composition')}
        note={t('form.optional')}
        choices={choices(compositions).map((choice) => ({
          ...choice,
          icon: <CompositionPicture composition={choice.value} />,
        }))}
        value={draft.composition}
        onChange={(composition) => set({ composition })}
      />
      <PictureQuality mode="image" value={quality} onChange={onQuality} />
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
      <ImageGenerateBar mode="image" quality={quality} busy={busy} error={error} />
    </form>
  );
}

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
