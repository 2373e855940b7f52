/** Instagram post ideas as a provider writes them: JSON only, parsed strictly. */
import { z } from 'zod';

/** docs/product.md, Numbers. */
export const ideasPerRequest = 4;
const titleMaxCharacters = 60;

const Hashtag = z
  .string()
  .trim()
  .regex(/^#?[\p{L}\p{M}\p{N}_]{1,60}$/u)
  .transform((tag) => (tag.startsWith('#') ? tag : `#${tag}`));

/** docs/product.md, Records. */
const Idea = z.object({
  title: z.string().trim().min(1).max(200).transform(clipTitle),
  visualPrompt: z.string().trim().min(1).max(2_000),
  captionBrief: z.string().trim().min(1).max(2_000),
  hashtags: z.array(Hashtag).min(1).max(12),
});
export type Idea = z.output<typeof Idea>;

const Ideas = z.union([z.array(Idea), z.object({ ideas: z.array(Idea) })]);

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
  const parsed = Ideas.safeParse(value);
  if (!parsed.success) return 'unreadable';
  const ideas = 'ideas' in parsed.data ? parsed.data.ideas : parsed.data;
  return ideas.length === 0 ? 'none' : ideas.slice(0, ideasPerRequest);
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
