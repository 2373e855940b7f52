import { describe, expect, test } from 'vitest';
import { parseFilter, getMonth } from './filter';

const read = (query: string) => parseFilter(new URLSearchParams(query));

describe("filters in the page's address", () => {
  test('parseFilter reads the filter from the address', () => {
    expect(read('from=2026-04-01&to=2026-04-30&kind=in&member=u1&order=o1')).toEqual({
      from: '2026-04-01',
      to: '2026-04-30',
      kind: 'in',
      member: 'u1',
      holds: 'open',
    });
  });

  test.each(['', 'from=', 'from=yesterday', 'to=2026-02-30', 'kind=all', 'member='])(
    'parseFilter finds no filter in the address %j',
    (query) => expect(read(query)).toEqual({ holds: 'open' }),
  );

  test.each(['holds=all', 'kind=reserved'])('the address %j switches holds on', (query) =>
    expect(read(query).holds).toBeUndefined(),
  );

  test('parseFilter ignores an end before the start', () => {
    expect(read('from=2026-05-02&to=2026-05-01')).toEqual({ from: '2026-05-02', holds: 'open' });
  });
});

describe('calendar months', () => {
  test.each([
    ['2026-05-04T10:00:00Z', 0, '2026-05-01', '2026-05-31'],
    ['2026-05-04T10:00:00Z', 1, '2026-04-01', '2026-04-30'],
    ['2026-01-15T10:00:00Z', 1, '2025-12-01', '2025-12-31'],
    ['2028-03-31T18:29:59Z', 1, '2028-02-01', '2028-02-29'],
    // 18:30 UTC is already the next day in India.
    ['2028-03-31T18:30:00Z', 0, '2028-04-01', '2028-04-30'],
  ])('at %s, getMonth returns the Indian calendar month that is %i back', (now, back, from, to) => {
    expect(getMonth(Date.parse(now), back)).toEqual({ from, to });
  });
});
