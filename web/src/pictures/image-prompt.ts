import { promptMaxCharacters } from '@sachet/shared/contracts/generation';
import {
  Provider,
  type AspectRatio,
  type Language,
  type Quality,
} from '@sachet/shared/contracts/vocabulary';
import type { Messages } from '../i18n/en';
import { previewMaxPixels, type Request } from '../generation/request';

/** docs/product.md, Numbers: the lists, by the words that go into the prompt. */
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

/** How each choice is called on the screen. */
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

/** Leaves room in the prompt for every choice. */
export const subjectMaxCharacters = promptMaxCharacters - 200;

/**
 * One prompt of the fields. The choices stay English: that is what the models know best.
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
 * The fields that such a prompt was made of. One that was not made of them, or in another way, is all
 * subject.
 */
export function parsePrompt(prompt: string): Omit<ImageDraft, 'aspectRatio'> {
  let subject = prompt.trim();
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

/** The same question to each provider (docs/product.md, API). */
export function toRequests(draft: ImageDraft, quality: Quality, language: Language): Request[] {
  return Provider.options.map((provider) => ({
    prompt: composePrompt(draft),
    language,
    mode: 'image',
    provider,
    quality,
    aspectRatio: draft.aspectRatio,
    previewMax: previewMaxPixels,
  }));
}
