import { Provider, type Language } from '@sachet/shared/contracts/vocabulary';
import type { Idea } from '@sachet/shared/ideas';
import type { Photo } from '../api/photo-upload';
import type { Tone } from '../generation/asked-text';
import type { Request } from '../generation/request';

export type CaptionDraft = { audience: string; tone: Tone };

export const emptyCaptionDraft: CaptionDraft = { audience: '', tone: 'Casual' };

/** docs/product.md, Tools and Numbers: the fixed part of every prompt for captions. */
const variations =
  'Write 3 Instagram caption variations, each under 100 words, with 3 to 5 hashtags, as bullet points. Write nothing before or after them.';

/** The same question to both providers. Captions are always free. */
export function captionRequests(
  { audience, tone }: CaptionDraft,
  photo: Photo,
  language: Language,
): Request[] {
  const prompt = [
    variations,
    'Topic: the moment in this photo',
    audience.trim() && `Audience: ${oneLine(audience)}`,
    `Tone: ${tone}`,
  ]
    .filter(Boolean)
    .join('\n');
  return Provider.options.map((provider) => ({
    prompt,
    language,
    mode: 'instagram',
    provider,
    quality: 'speed',
    photo,
  }));
}

/** Captions of an idea, asked of both providers. */
export function ideaCaptionRequests(
  { title, captionBrief, hashtags }: Idea,
  language: Language,
): Request[] {
  const prompt = [
    variations,
    `Title: ${oneLine(title)}`,
    `Brief: ${oneLine(captionBrief)}`,
    `Hashtags to choose from: ${hashtags.join(' ')}`,
  ].join('\n');
  return Provider.options.map((provider) => ({
    prompt,
    language,
    mode: 'instagram',
    provider,
    quality: 'speed',
  }));
}

/** A field stands on a line of its own: what was typed in it cannot pass for another field. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
