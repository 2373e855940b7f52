import type { AspectRatio, Quality } from '@sachet/shared/contracts/vocabulary';
import { useState, type FormEvent } from 'react';
import { Occasions } from '../form/Occasions';
import { PictureQuality } from '../form/PictureQuality';
import { PromptField } from '../form/PromptField';
import { PromptHelp } from '../form/PromptHelp';
import { RecentPrompts } from '../form/RecentPrompts';
import { useTranslation } from '../i18n/translate';
import { RatioIcon } from '../generation-card/PictureFrame';
import { Chips } from '../ui/Chips';
import { Segmented } from '../ui/Segmented';
import {
  choiceWord,
  colors,
  compositions,
  styles,
  subjectMaxCharacters,
  type Color,
  type Composition,
  type ImageDraft,
  type Style,
} from './image-prompt';
import { ImageGenerateBar } from './ImageGenerateBar';
import { CompositionPicture, StylePicture } from './StylePicture';

const aspectRatios: AspectRatio[] = ['1:1', '4:3', '3:4', '16:9', '9:16'];

export function ImageForm({
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
  const [asked, setAsked] = useState(false);
  const set = (part: Partial<ImageDraft>) => onDraft({ ...draft, ...part });
  const choices = <T extends Style | Color | Composition>(list: readonly T[]) =>
    list.map((value) => ({ value, label: t(`form.${toMessageKey(value)}`) }));

  const missing = draft.subject.trim() === '';
  const tooLong = draft.subject.length > subjectMaxCharacters;

  function submit(event?: FormEvent) {
    event?.preventDefault();
    setAsked(true);
    if (!missing && !tooLong && !busy) onSubmit();
  }

  return (
    <form noValidate onSubmit={submit} className="grid content-start gap-5">
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
        below={
          <>
            <PromptHelp
              mode="image"
              value={draft.subject}
              max={subjectMaxCharacters}
              onChange={(subject) => set({ subject })}
            />
            <RecentPrompts mode="image" onPick={(subject) => set({ subject })} />
          </>
        }
      />
      <Occasions value={draft.subject} onChange={(subject) => set({ subject })} />
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
      <Segmented
        legend={t('form.aspectRatio')}
        value={draft.aspectRatio}
        onChange={(aspectRatio) => set({ aspectRatio })}
        segments={aspectRatios.map((value) => ({
          value,
          label: value,
          icon: <RatioIcon aspectRatio={value} />,
        }))}
      />
      <PictureQuality mode="image" value={quality} onChange={onQuality} />
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
