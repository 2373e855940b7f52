import { expect, test } from 'vitest';
import { readCaptionIds, withCaptions, writtenCaptionIds } from './caption-ids';

test('given captions of the third idea, when the URL is read again, then they are still its own', () => {
  const written = writtenCaptionIds(withCaptions(readCaptionIds(null), 2, 'gen_3'));
  expect(written).toBe('-,-,gen_3');
  expect(readCaptionIds(written)).toEqual([null, null, 'gen_3']);
});

test('given captions of one idea, when another one gets some, then both have theirs', () => {
  const ids = withCaptions(readCaptionIds('-,-,gen_3'), 0, 'gen_1');
  expect(writtenCaptionIds(ids)).toBe('gen_1,-,gen_3');
  expect(writtenCaptionIds(withCaptions(ids, 2, 'gen_4'))).toBe('gen_1,-,gen_4');
});
