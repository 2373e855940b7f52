import { expect, test } from 'vitest';
import { toUrl, withChange } from './url';

test('given a query, then what is there is in the address, and nothing else', () => {
  expect(toUrl('/api/statement', { kind: 'in', before: 0, from: undefined, to: '' })).toBe(
    '/api/statement?kind=in&before=0',
  );
  expect(toUrl('/api/statement', { before: null })).toBe('/api/statement');
});

test('given a value with signs of its own, then it stays one value', () => {
  expect(toUrl('/api/generation', { id: 'a&b=c d' })).toBe('/api/generation?id=a%26b%3Dc+d');
});

test('given an address, when one part changes, then the others stay', () => {
  const before = new URLSearchParams('kind=in&from=2026-05-01');
  const after = withChange(before, { kind: undefined, to: '2026-05-31' });
  expect(String(after)).toBe('from=2026-05-01&to=2026-05-31');
  expect(String(before)).toBe('kind=in&from=2026-05-01');
});
