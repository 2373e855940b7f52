import type { Language } from '@sachet/shared/contracts/vocabulary';
import { type Idea, ideasPerRequest } from '@sachet/shared/studio/ideas';
import type { Tone } from '@sachet/shared/studio/tones';
import type { Photo } from '../../../browser/photo-store';
import type { CommonRequest } from '../generation/request';
import type { Messages } from '../../../i18n/en';

export type CaptionDraft = { audience: string; tone: Tone };

export const emptyCaptionDraft: CaptionDraft = { audience: '', tone: 'Casual' };

/** The part that is the same in each prompt for captions (docs/product.md, Tools and Numbers). */
const variations =
  'Write 3 Instagram caption variations, each under 100 words, with 3 to 5 hashtags, as bullet points. Write nothing before or after them.';

/** Returns a request for captions. They are free. */
export function captionRequest(
  { audience, tone }: CaptionDraft,
  photo: Photo,
  language: Language,
  brandLines: readonly string[] = [],
): CommonRequest {
  const prompt = [
    variations,
    'Topic: the moment in this photo',
    audience.trim() && `Audience: ${oneLine(audience)}`,
    `Tone: ${tone}`,
    ...brandLines,
  ]
    .filter(Boolean)
    .join('\n');
  return { prompt, language, mode: 'instagram', quality: 'speed', photo };
}

/** Returns a request for captions of an idea. */
export function ideaCaptionRequest(
  { title, captionBrief, hashtags }: Idea,
  language: Language,
  brandLines: readonly string[] = [],
): CommonRequest {
  const prompt = [
    variations,
    `Title: ${oneLine(title)}`,
    `Brief: ${oneLine(captionBrief)}`,
    `Hashtags to choose from: ${hashtags.join(' ')}`,
    ...brandLines,
  ].join('\n');
  return { prompt, language, mode: 'instagram', quality: 'speed' };
}

/** Joins lines, so that the text of a field cannot add another field to the prompt. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The choices as they appear in the prompt (docs/product.md, Numbers). */
export const postTypes = ['carousel', 'reel', 'single image', 'story'] as const;
export const goals = ['engagement', 'awareness', 'lead gen', 'sales'] as const;
export type PostType = (typeof postTypes)[number];
export type Goal = (typeof goals)[number];

/** The dictionary key of the label of each choice. */
export const ideaChoiceWord = {
  carousel: 'carousel',
  reel: 'reel',
  'single image': 'singleImage',
  story: 'story',
  engagement: 'engagement',
  awareness: 'awareness',
  'lead gen': 'leadGen',
  sales: 'sales',
} as const satisfies Record<PostType | Goal, keyof Messages['ideas']>;

/** The fields of the form (docs/product.md, Records). Only the niche is required. */
export type IdeasDraft = {
  niche: string;
  audience: string;
  vibe: string;
  postType: PostType | null;
  occasion: string;
  trend: string;
  goal: Goal | null;
  keywords: string;
};

export const emptyIdeasDraft: IdeasDraft = {
  niche: '',
  audience: '',
  vibe: '',
  postType: null,
  occasion: '',
  trend: '',
  goal: null,
  keywords: '',
};

/** Limits each field, so that all fields together stay far below the limit of a prompt. */
export const ideasFieldMaxCharacters = 200;

const shape =
  '{"ideas": [{"title": "…", "visualPrompt": "…", "captionBrief": "…", "hashtags": ["#…"]}]}';

/** Returns a request for 4 ideas, JSON only (docs/product.md, Validation). */
export function ideasRequest(
  draft: IdeasDraft,
  language: Language,
  brandLines: readonly string[] = [],
): CommonRequest {
  const fields = [
    ['Niche', draft.niche],
    ['Audience', draft.audience],
    ['Vibe', draft.vibe],
    ['Post type', draft.postType],
    ['Occasion', draft.occasion],
    ['Trend', draft.trend],
    ['Goal', draft.goal],
    ['Keywords', draft.keywords],
  ] as const;
  const prompt = [
    `Suggest ${ideasPerRequest} Instagram post ideas. Each has a title under 60 characters, a visual prompt for an image generator, a caption brief and 4 to 6 hashtags.`,
    `Answer with JSON only, and nothing before or after it: ${shape}`,
    ...fields.flatMap(([name, value]) => {
      const text = oneLine(value ?? '');
      return text ? [`${name}: ${text}`] : [];
    }),
    ...brandLines,
  ].join('\n');
  return { prompt, language, mode: 'instagram_ideas', quality: 'speed' };
}
