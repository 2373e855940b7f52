/**
 * Instagram post ideas as a provider writes them: JSON only, parsed strictly. Without zod, because the client's
 * forms load this file.
 */

/** docs/product.md, Numbers. */
export const ideasPerRequest = 4;
const titleMaxCharacters = 60;

/** docs/product.md, Records. */
export type Idea = {
  title: string;
  visualPrompt: string;
  captionBrief: string;
  hashtags: string[];
};

const fence = '```';

/** Models put JSON into a code fence although the prompt forbids it. */
export function withoutFence(content: string): string {
  const text = content.trim();
  const start = text.indexOf('\n');
  if (!text.startsWith(fence) || start < 0) return content;
  const inside = text.slice(start + 1);
  return inside.endsWith(fence) ? inside.slice(0, -fence.length).trim() : inside;
}

/**
 * Returns `unreadable` if the content is not exactly that JSON, `none` if it contains no idea. Fields are
 * plain text: their links are never opened and their code never runs.
 */
export function parseIdeas(content: string): Idea[] | 'unreadable' | 'none' {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return 'unreadable';
  }
  const list = Array.isArray(value) ? value : toRecord(value).ideas;
  if (!Array.isArray(list)) return 'unreadable';
  const ideas = list.map(toIdea);
  if (!ideas.every((idea) => idea !== null)) return 'unreadable';
  return ideas.length === 0 ? 'none' : ideas.slice(0, ideasPerRequest);
}

const toRecord = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;

/** Returns null if a field is missing, empty or too long. */
function toIdea(value: unknown): Idea | null {
  const record = toRecord(value);
  const title = toLine(record.title, 200);
  const visualPrompt = toLine(record.visualPrompt, 2_000);
  const captionBrief = toLine(record.captionBrief, 2_000);
  const tags = Array.isArray(record.hashtags) ? record.hashtags.map(toHashtag) : [];
  if (!title || !visualPrompt || !captionBrief) return null;
  if (tags.length < 1 || tags.length > 12 || !tags.every((tag) => tag !== null)) return null;
  return { title: clipTitle(title), visualPrompt, captionBrief, hashtags: tags };
}

function toLine(value: unknown, maxCharacters: number): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && text.length <= maxCharacters ? text : null;
}

function toHashtag(value: unknown): string | null {
  const tag = toLine(value, 200);
  if (!tag || !/^#?[\p{L}\p{M}\p{N}_]{1,60}$/u.test(tag)) return null;
  return tag.startsWith('#') ? tag : `#${tag}`;
}

function clipTitle(title: string): string {
  const characters = [...title];
  return characters.length < titleMaxCharacters
    ? title
    : `${characters
        .slice(0, titleMaxCharacters - 2)
        .join('')
        .trimEnd()}…`;
}
