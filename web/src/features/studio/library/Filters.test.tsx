import { expect, test } from 'vitest';
import { parseFilter } from './Filters';

const parse = (search: string) => parseFilter(new URLSearchParams(search));

test('parseFilter reads the filter from the URL and ignores invalid values', () => {
  const whole = 'tool=image&state=kept&provider=openai&favourite=1&from=2026-01-01&q=kite';
  expect(new URLSearchParams(parse(whole)).toString()).toBe(
    new URLSearchParams(Object.fromEntries(new URLSearchParams(whole))).toString(),
  );
  expect(parse('tool=video&favourite=yes&from=tomorrow&q=&open=gen_1')).toEqual({});
  expect(parse('from=2026-02-01&to=2026-01-01')).toEqual({ from: '2026-02-01' });
});
