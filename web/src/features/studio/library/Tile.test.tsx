import { expect, test } from 'vitest';
import { daysLeft, toTileText } from './Tile';

test('toTileText returns a text without Markdown', () => {
  expect(toTileText('# Tea\n- **Rain** outside #chai')).toBe('Tea\nRain outside #chai');
});

test('toTileText returns the texts of ideas from an excerpt that is cut off anywhere', () => {
  const ideas =
    '{"ideas":[{"title":"Say \\"chai\\"","hashtags":["#tea"],"visualPrompt":"A stall in th';
  expect(toTileText(ideas)).toBe('Say chai\nA stall in th');
});
test('daysLeft counts a partial day as a whole day', () => {
  const now = Date.parse('2026-03-01T10:00:00Z');
  expect(daysLeft(null, now)).toBeNull();
  expect(daysLeft('2026-03-03T09:59:00Z', now)).toBe(2);
  expect(daysLeft('2026-03-01T10:01:00Z', now)).toBe(1);
  expect(daysLeft('2026-02-01T00:00:00Z', now)).toBe(0);
});
