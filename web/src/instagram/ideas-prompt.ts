import { Provider, type Language } from '@sachet/shared/contracts/vocabulary';
import { ideasPerRequest } from '@sachet/shared/ideas';
import type { Messages } from '../i18n/en';
import type { Request } from '../generation/request';
import { oneLine } from './caption-prompt';

/** docs/product.md, Numbers: the lists, by the words that go into the prompt. */
export const postTypes = ['carousel', 'reel', 'single image', 'story'] as const;
export const goals = ['engagement', 'awareness', 'lead gen', 'sales'] as const;
export type PostType = (typeof postTypes)[number];
export type Goal = (typeof goals)[number];

/** How each choice is called on the screen. */
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

/** docs/product.md, Records. Only the niche is required. */
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

/** All fields together stay far below what a prompt may have. */
export const ideasFieldMaxCharacters = 200;

const shape =
  '{"ideas": [{"title": "…", "visualPrompt": "…", "captionBrief": "…", "hashtags": ["#…"]}]}';

/** The same question to both providers. docs/product.md, Validation: 4 ideas, JSON only. */
export function ideasRequests(draft: IdeasDraft, language: Language): Request[] {
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
  ].join('\n');
  return Provider.options.map((provider) => ({
    prompt,
    language,
    mode: 'instagram_ideas',
    provider,
    quality: 'speed',
  }));
}
