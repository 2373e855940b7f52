import { expect, test } from 'vitest';
import { parseCaptionIds, toIdeaKey, withCaptions, formatCaptionIds } from './ideas-url';

const third = toIdeaKey('gen_ideas', 2);

test("given two providers' captions of the third idea, when the URL is read again, then they are still its own", () => {
  const written = formatCaptionIds(withCaptions(parseCaptionIds(null), third, ['gen_3', 'gen_4']));
  expect(written).toBe('gen_ideas.2.gen_3.gen_4');
  expect(parseCaptionIds(written).get(third)).toEqual(['gen_3', 'gen_4']);
});

test("given captions of one idea, when the same idea of the other provider's gets some, then both have theirs", () => {
  const other = toIdeaKey('gen_others', 2);
  const ids = withCaptions(parseCaptionIds('gen_ideas.2.gen_3.gen_4'), other, ['gen_5']);
  expect(ids.get(third)).toEqual(['gen_3', 'gen_4']);
  expect(ids.get(other)).toEqual(['gen_5']);
  const replaced = withCaptions(ids, third, ['gen_6', 'gen_4']);
  expect(formatCaptionIds(replaced)).toBe('gen_ideas.2.gen_6.gen_4,gen_others.2.gen_5');
});

test.each(['', '-,gen_1', 'gen_1', 'gen_1.0', 'gen_1.x.gen_2', 'gen_1.0..', '.0.gen_2'])(
  'given %j in the URL, then no idea has captions',
  (written) => {
    expect(parseCaptionIds(written).size).toBe(0);
  },
);
