import type { Messages } from '../i18n/en';

/** docs/product.md, Numbers: the presets, and the words each fills in. They stay English: that is what the models know best. */
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

/** The preset whose sentence is in the prompt. */
export function presetIn(prompt: string): Preset | null {
  return presets.find((preset) => prompt.includes(sentences[preset])) ?? null;
}

/** The prompt with this preset's sentence in the place of another's; words of the user's own stay. */
export function withPreset(prompt: string, preset: Preset | null): string {
  const own = presets
    .reduce((words, each) => words.replaceAll(sentences[each], ''), prompt)
    .replace(/ {2,}/g, ' ')
    .trim();
  return [own, preset && sentences[preset]].filter(Boolean).join(' ');
}
