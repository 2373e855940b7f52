import { expect, test } from 'vitest';
import { parseCaptionIds, toIdeaKey, withCaptions, formatCaptionIds } from './ideas-url';

const third = toIdeaKey('gen_ideas', 2);

test('the captions of two providers for an idea are restored from the URL', () => {
  const written = formatCaptionIds(withCaptions(parseCaptionIds(null), third, ['gen_3', 'gen_4']));
  expect(written).toBe('gen_ideas.2.gen_3.gen_4');
  expect(parseCaptionIds(written).get(third)).toEqual(['gen_3', 'gen_4']);
});

test('the URL keeps the captions of each idea separate', () => {
  const other = toIdeaKey('gen_others', 2);
  const ids = withCaptions(parseCaptionIds('gen_ideas.2.gen_3.gen_4'), other, ['gen_5']);
  expect(ids.get(third)).toEqual(['gen_3', 'gen_4']);
  expect(ids.get(other)).toEqual(['gen_5']);
  const replaced = withCaptions(ids, third, ['gen_6', 'gen_4']);
  expect(formatCaptionIds(replaced)).toBe('gen_ideas.2.gen_6.gen_4,gen_others.2.gen_5');
});

test.each(['', '-,gen_1', 'gen_1', 'gen_1.0', 'gen_1.x.gen_2', 'gen_1.0..', '.0.gen_2'])(
  'the URL parameter %j contains no captions',
  (written) => {
    expect(parseCaptionIds(written).size).toBe(0);
  },
);
