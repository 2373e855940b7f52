import { withoutPictureWords } from '@sachet/shared/studio/brand';
import type { AspectRatio, Language, Quality } from '@sachet/shared/contracts/vocabulary';
import { promptMaxCharacters } from '@sachet/shared/vocabulary';
import { saveDraft, readDraft, useStoredDraft } from '../form/draft';
import { type CommonRequest, previewMaxPixels } from '../generation/request';
import type { Messages } from '../../../i18n/en';

/** The choices as they appear in the prompt (docs/product.md, Numbers). */
export const styles = [
  'Photorealistic',
  'Cartoon',
  'Watercolor',
  '3D Render',
  'Abstract',
  'Pixel Art',
] as const;
export const colors = ['Vibrant', 'Muted', 'Black and White', 'Pastel', 'Neon'] as const;
export const compositions = [
  'Close-up',
  'Wide Shot',
  'Portrait',
  'Landscape',
  'Top-down view',
] as const;

export type Style = (typeof styles)[number];
export type Color = (typeof colors)[number];
export type Composition = (typeof compositions)[number];

/** The dictionary key of the label of each choice. */
export const choiceWord = {
  Photorealistic: 'photorealistic',
  Cartoon: 'cartoon',
  Watercolor: 'watercolor',
  '3D Render': 'render3d',
  Abstract: 'abstract',
  'Pixel Art': 'pixelArt',
  Vibrant: 'vibrant',
  Muted: 'muted',
  'Black and White': 'blackAndWhite',
  Pastel: 'pastel',
  Neon: 'neon',
  'Close-up': 'closeUp',
  'Wide Shot': 'wideShot',
  Portrait: 'portrait',
  Landscape: 'landscape',
  'Top-down view': 'topDown',
} as const satisfies Record<Style | Color | Composition, keyof Messages['form']>;

export type ImageDraft = {
  subject: string;
  style: Style | null;
  color: Color | null;
  composition: Composition | null;
  aspectRatio: AspectRatio;
};

export const emptyDraft: ImageDraft = {
  subject: '',
  style: null,
  color: null,
  composition: null,
  aspectRatio: '1:1',
};

/** The limit for the subject leaves room in the prompt for every choice and the brand. */
export const subjectMaxCharacters = promptMaxCharacters - 200;

/**
 * Composes the prompt from the fields. The choices are English in every language, because models follow
 * English best.
 * @internal exported for its test
 */
export function composePrompt(draft: ImageDraft): string {
  const subject = draft.subject.trim();
  const ended = /[.!?\u0964]$/.test(subject) ? subject : `${subject}.`;
  return [
    ended,
    draft.style && `Style: ${draft.style}.`,
    draft.color && `Colors: ${draft.color}.`,
    draft.composition && `Composition: ${draft.composition}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * Splits a composed prompt into its fields. If the prompt was not composed here, all of it is the subject.
 */
export function parsePrompt(prompt: string): Omit<ImageDraft, 'aspectRatio'> {
  let subject = withoutPictureWords(prompt).trim();
  const take = <Choice extends string>(name: string, choices: readonly Choice[]): Choice | null => {
    for (const choice of choices) {
      const ending = ` ${name}: ${choice}.`;
      if (!subject.endsWith(ending)) continue;
      subject = subject.slice(0, -ending.length);
      return choice;
    }
    return null;
  };
  const composition = take('Composition', compositions);
  const color = take('Colors', colors);
  const style = take('Style', styles);
  return { subject, style, color, composition };
}

/** Returns the request for a picture (docs/product.md, API). */
export function toPictureRequest(
  draft: ImageDraft,
  quality: Quality,
  language: Language,
  brandWords: string | null = null,
): CommonRequest {
  const prompt = [composePrompt(draft), brandWords].filter(Boolean).join(' ');
  return {
    prompt,
    language,
    mode: 'image',
    quality,
    aspectRatio: draft.aspectRatio,
    previewMax: previewMaxPixels,
  };
}

const imageKey = 'sachet.image-draft';

export const readImageDraft = (): ImageDraft => readDraft(imageKey, emptyDraft);

export const saveImageDraft = (draft: ImageDraft): void => saveDraft(imageKey, draft);

export const useImageDraft = () => useStoredDraft(imageKey, emptyDraft);
