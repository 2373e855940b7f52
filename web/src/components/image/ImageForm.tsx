import type { AspectRatio, Quality } from '@sachet/shared/contracts/vocabulary';
import { defaultFinalSize } from '@sachet/shared/rate-card';
import { useId, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { Chips } from '../../ui/Chips';
import { FieldError, inputClasses } from '../../ui/Field';
import { Segmented } from '../../ui/Segmented';
import { RatioIcon } from './RatioIcon';
import { Estimate } from './Estimate';
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
} from './prompt';

const aspectRatios: AspectRatio[] = ['1:1', '4:3', '3:4', '16:9', '9:16'];
const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

export function ImageForm({
  draft,
  onDraft,
  quality,
  onQuality,
  busy,
  fault,
  onSubmit,
}: {
  draft: ImageDraft;
  onDraft: (draft: ImageDraft) => void;
  quality: Quality;
  onQuality: (quality: Quality) => void;
  busy: boolean;
  fault: string | null;
  onSubmit: () => void;
}) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const set = (part: Partial<ImageDraft>) => onDraft({ ...draft, ...part });
  const choices = <T extends Style | Color | Composition>(list: readonly T[]) =>
    list.map((value) => ({ value, label: t(`form.${wordOf(value)}`) }));

  const missing = draft.subject.trim() === '';
  const tooLong = draft.subject.length > subjectMaxCharacters;

  function submit(event?: FormEvent) {
    event?.preventDefault();
    setAsked(true);
    if (!missing && !tooLong && !busy) onSubmit();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  }

  return (
    <form noValidate onSubmit={submit} className="grid content-start gap-5">
      <h1 className="text-title font-bold">{t('form.title')}</h1>
      <SubjectField
        value={draft.subject}
        onChange={(subject) => set({ subject })}
        onKeyDown={onKeyDown}
        error={
          tooLong
            ? t('form.tooLong', { max: subjectMaxCharacters })
            : asked && missing
              ? t('form.subjectRequired')
              : undefined
        }
      />
      <Chips
        label={t('form.style')}
        note={t('form.optional')}
        choices={choices(styles)}
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
        choices={choices(compositions)}
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
      <div>
        <Segmented
          legend={t('form.quality')}
          value={quality}
          onChange={onQuality}
          segments={[
            { value: 'quality', label: t('form.qualityQuality') },
            { value: 'speed', label: t('form.qualitySpeed') },
          ]}
        />
        <p className="mt-1.5 text-note text-ink-soft">
          {t(quality === 'quality' ? 'form.qualityNote' : 'form.speedNote')}
        </p>
      </div>
      <p className="text-note text-ink-soft">
        {t('form.estimateNote', { size: defaultFinalSize })}
      </p>
      <FieldError>{fault}</FieldError>
      <div className="sticky bottom-[calc(var(--tool-bar)+var(--consent))] -mx-4 grid gap-2.5 border-t border-dashed border-edge bg-paper px-4 py-3 md:mx-0 md:px-0 md:pb-4">
        <Estimate quality={quality} />
        <Button type="submit" busy={busy} className="min-h-13 text-lead">
          {t(busy ? 'form.generating' : 'form.generate')}
        </Button>
        <p className="text-center text-note text-ink-soft max-md:hidden pointer-coarse:hidden">
          {t('form.shortcut', { keys: isMac ? '⌘ Enter' : 'Ctrl Enter' })}
        </p>
      </div>
    </form>
  );
}

const wordOf = (choice: Style | Color | Composition) => choiceWord[choice];

function SubjectField({
  value,
  onChange,
  onKeyDown,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  error?: string;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-note font-semibold">
        {t('form.subject')}
      </label>
      <textarea
        id={id}
        rows={4}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={t('form.subjectPlaceholder')}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-count${error ? ` ${id}-error` : ''}`}
        className={`${inputClasses} field-sizing-content max-h-80 min-h-28 resize-none text-lead`}
      />
      <div className="flex flex-wrap justify-between gap-x-4">
        <FieldError id={`${id}-error`}>{error}</FieldError>
        <p id={`${id}-count`} className="ml-auto text-note text-ink-soft tabular-nums">
          {t('form.count', { count: value.length, max: subjectMaxCharacters })}
        </p>
      </div>
    </div>
  );
}

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
