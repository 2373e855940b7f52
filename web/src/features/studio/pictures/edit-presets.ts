import { pictureWordsMax } from '@sachet/shared/studio/brand';
import { promptMaxCharacters } from '@sachet/shared/vocabulary';
import type { Messages } from '../../../i18n/en';

/** The limit for the words of an edit leaves room in the prompt for the brand. */
export const editMaxCharacters = promptMaxCharacters - pictureWordsMax;

export const withBrand = (prompt: string, brandWords: string | null): string =>
  [prompt.trim(), brandWords].filter(Boolean).join(' ');

/**
 * The presets, each with its sentence (docs/product.md, Numbers). The sentences are English in every
 * language, because models follow English best.
 */
export const presets = {
  'vibrant colors': 'Give it vibrant colors.',
  'black and white': 'Make it black and white.',
  'vintage filter': 'Apply a vintage filter.',
} as const;
export type Preset = keyof typeof presets;

export const presetWord = {
  'vibrant colors': 'vibrant',
  'black and white': 'blackAndWhite',
  'vintage filter': 'vintage',
} as const satisfies Record<Preset, keyof Messages['edit']>;

/** Presets that clean up the photo of a product, so that a shop can sell it. */
export const productPresets = {
  white:
    'Cut the product out and place it on a plain white background. Keep its shape, colors, label and text exactly as they are.',
  clutter:
    'Remove everything that does not belong to the product and clean up the background. Keep the product exactly as it is.',
  festive:
    'Place the product on a festive table with marigolds, small diyas and warm lights behind it. Keep the product exactly as it is.',
  counter:
    'Place the product on a clean wooden shop counter with softly blurred shelves behind it. Keep the product exactly as it is.',
  shadow:
    'Add a soft natural shadow below the product on a light, even background. Keep the product exactly as it is.',
} as const satisfies Partial<Record<keyof Messages['product'], string>>;
export type ProductPreset = keyof typeof productPresets;

/** Returns the name of the preset whose sentence the prompt contains, or null. */
export function presetIn<Name extends string>(
  sentences: Readonly<Record<Name, string>>,
  prompt: string,
): Name | null {
  const names = Object.keys(sentences) as Name[];
  return names.find((name) => prompt.includes(sentences[name])) ?? null;
}

/** Replaces the sentence of another preset with `sentence`, and keeps the user's words. */
export function withSentence(
  prompt: string,
  sentences: readonly string[],
  sentence: string | null,
): string {
  const own = sentences
    .reduce((words, each) => words.replaceAll(each, ''), prompt)
    .replace(/ {2,}/g, ' ')
    .trim();
  return [own, sentence].filter(Boolean).join(' ');
}
