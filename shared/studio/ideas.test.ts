import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseIdeas, withoutFence } from './ideas.ts';

const idea = {
  title: 'A chai stall at dawn',
  visualPrompt: 'Steam over clay cups',
  captionBrief: 'The taste of the first cup',
  hashtags: ['#chai', 'Mumbai', '#सुबह'],
};

describe('well-formed ideas', () => {
  test('a list of ideas, or an object that contains one, is parsed, and every hashtag begins with #', () => {
    const expected = [{ ...idea, hashtags: ['#chai', '#Mumbai', '#सुबह'] }];
    expect(parseIdeas(JSON.stringify([idea]))).toEqual(expected);
    expect(parseIdeas(JSON.stringify({ ideas: [idea] }))).toEqual(expected);
  });

  test('the parser keeps only the first four ideas', () => {
    expect(parseIdeas(JSON.stringify(Array.from({ length: 6 }, () => idea)))).toHaveLength(4);
  });

  test('the title of an idea is cut to under 60 characters', () => {
    expect(parseIdeas(JSON.stringify([{ ...idea, title: 'क'.repeat(60) }]))).toMatchObject([
      { title: `${'क'.repeat(58)}…` },
    ]);
  });
});

describe('malformed ideas', () => {
  test.each([
    ['words around it', `Here you are: ${JSON.stringify([idea])}`],
    ['a fence', `\`\`\`json\n${JSON.stringify([idea])}\n\`\`\``],
    ['a field that is missing', JSON.stringify([{ ...idea, captionBrief: undefined }])],
    ['a field of another type', JSON.stringify([{ ...idea, title: { text: 'x' } }])],
    ['a hashtag with markup', JSON.stringify([{ ...idea, hashtags: ['#<img>'] }])],
    ['no hashtag', JSON.stringify([{ ...idea, hashtags: [] }])],
    ['a truncated answer', JSON.stringify([idea]).slice(0, -5)],
    ['nothing', ''],
  ])('ideas are unreadable: %s', (_what, content) => {
    expect(parseIdeas(content)).toBe('unreadable');
  });

  test('an empty list of ideas is rejected', () => {
    expect(parseIdeas('[]')).toBe('none');
    expect(parseIdeas('{"ideas": []}')).toBe('none');
  });

  test('parsing ideas never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (content) => void parseIdeas(content)));
  });
});

test.each([
  ['```json\n[1]\n```', '[1]'],
  ['  ```\n[1]```  ', '[1]'],
  ['```json\n[1]', '[1]'],
  ['[1]', '[1]'],
])('the code fence around %j is removed', (content, json) => {
  expect(withoutFence(content)).toBe(json);
});
