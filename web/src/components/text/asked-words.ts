import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { TFunction } from 'i18next';
import { tones, toneWord } from '../instagram/caption-prompt';

/** What somebody asked for in their own words, without what a tool wrote around them. */
export function askedWords(t: TFunction, { mode, prompt }: GenerationResult): string {
  if (mode === 'instagram_ideas') return field(prompt, 'Niche') ?? '';
  if (mode !== 'instagram') return prompt;
  const tone = tones.find((each) => each === field(prompt, 'Tone'));
  const parts = [
    field(prompt, 'Title'),
    field(prompt, 'Audience'),
    tone && t(`instagram.${toneWord[tone]}`),
  ];
  return parts.filter(Boolean).join(' · ');
}

function field(prompt: string, name: string): string | undefined {
  return new RegExp(`^${name}: (.+)$`, 'm').exec(prompt)?.[1];
}
