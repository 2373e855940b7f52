import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { withoutPictureWords } from '@sachet/shared/studio/brand';
import { type Tone, tones } from '@sachet/shared/studio/tones';
import { tools } from '@sachet/shared/tools';
import type { Messages } from '../../../i18n/en';
import type { TFunction } from '../../../i18n/translate';

/** The dictionary key of the label of each tone. */
export const toneWord = {
  Professional: 'professional',
  Casual: 'casual',
  Funny: 'funny',
  Inspirational: 'inspirational',
  Excited: 'excited',
} as const satisfies Record<Tone, keyof Messages['instagram']>;

/** Returns the user's own text, without the words that a tool has added to the prompt. */
export function toAskedText(
  t: TFunction,
  { mode, prompt }: Pick<GenerationResult, 'mode' | 'prompt'>,
): string {
  const { makes } = tools[mode];
  switch (makes) {
    case 'picture':
    case 'text':
      return toShownPrompt(prompt);
    case 'ideas':
      return field(prompt, 'Niche') ?? '';
    case 'captions':
      return toAskedCaption(t, prompt);
    default:
      return makes satisfies never;
  }
}

/**
 * Returns the prompt without the words that were added to it. A single sentence loses the full stop, which the
 * form of pictures adds in every language.
 */
export const toShownPrompt = (prompt: string): string =>
  withoutPictureWords(prompt).replace(/^([^.!?\u0964]+)\.$/, '$1');

function toAskedCaption(t: TFunction, prompt: string): string {
  const tone = tones.find((each) => each === field(prompt, 'Tone'));
  const subject =
    field(prompt, 'Title') ?? field(prompt, 'Audience') ?? t('studioCommon.yourPhoto');
  return [subject, tone && t(`instagram.${toneWord[tone]}`)].filter(Boolean).join(' · ');
}

function field(prompt: string, name: string): string | undefined {
  return new RegExp(`^${name}: (.+)$`, 'm').exec(prompt)?.[1];
}
