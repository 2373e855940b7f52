import { expect, test } from 'vitest';
import { writeText } from './writing.ts';

type Idea = { title: string; visualPrompt: string; captionBrief: string; hashtags: string[] };

function writeIdeas(niche: string, system: string): Idea[] {
  const prompt = `Suggest 4 Instagram post ideas. Answer with JSON only.\nNiche: ${niche}`;
  const text = writeText({
    system,
    prompt,
    provider: 'google',
    turn: 0,
    withImage: false,
    jsonObject: false,
    ideasFault: null,
  });
  return JSON.parse(text) as Idea[];
}

test('ideas in Hindi are in Hindi throughout, without particles as hashtags', () => {
  const ideas = writeIdeas('जयपुर में घर की बेकरी', 'Answer in Hindi.');
  expect(ideas).toHaveLength(4);
  for (const { title, visualPrompt, captionBrief, hashtags } of ideas) {
    expect(`${title} ${visualPrompt} ${captionBrief}`).not.toMatch(/[a-z]/i);
    expect(hashtags).not.toContain('#में');
  }
});

test('the title of an idea about a long niche is shortened at a word', () => {
  const ideas = writeIdeas('Home bakery in Jaipur with eggless cakes', 'Answer in Hinglish.');
  for (const { title } of ideas) {
    expect(title.length).toBeLessThan(60);
    expect(title).not.toContain('…');
  }
});
