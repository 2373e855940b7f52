import type { Messages } from '../i18n/en';

/**
 * The presets, each with its sentence (docs/product.md, Numbers). The sentences are English in every
 * language, because models follow English best.
 */
export const presets = ['vibrant colors', 'black and white', 'vintage filter'] as const;
export type Preset = (typeof presets)[number];

const sentences: Record<Preset, string> = {
  'vibrant colors': 'Give it vibrant colors.',
  'black and white': 'Make it black and white.',
  'vintage filter': 'Apply a vintage filter.',
};

export const presetWord = {
  'vibrant colors': 'vibrant',
  'black and white': 'blackAndWhite',
  'vintage filter': 'vintage',
} as const satisfies Record<Preset, keyof Messages['edit']>;

/** Returns the preset whose sentence the prompt contains, or null. */
export function presetIn(prompt: string): Preset | null {
  return presets.find((preset) => prompt.includes(sentences[preset])) ?? null;
}

/** Replaces the sentence of another preset with that of this preset, and keeps the user's words. */
export function withPreset(prompt: string, preset: Preset | null): string {
  const own = presets
    .reduce((words, each) => words.replaceAll(sentences[each], ''), prompt)
    .replace(/ {2,}/g, ' ')
    .trim();
  return [own, preset && sentences[preset]].filter(Boolean).join(' ');
}
