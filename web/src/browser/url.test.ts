import { expect, test } from 'vitest';
import { toUrl, withChange } from './url';

test('toUrl writes only the parts of a query that have a value', () => {
  expect(toUrl('/api/statement', { kind: 'in', before: 0, from: undefined, to: '' })).toBe(
    '/api/statement?kind=in&before=0',
  );
  expect(toUrl('/api/statement', { before: null })).toBe('/api/statement');
});

test('toUrl escapes special characters in a value', () => {
  expect(toUrl('/api/generation', { id: 'a&b=c d' })).toBe('/api/generation?id=a%26b%3Dc+d');
});

test('withChange changes one part of an address and keeps the others', () => {
  const before = new URLSearchParams('kind=in&from=2026-05-01');
  const after = withChange(before, { kind: undefined, to: '2026-05-31' });
  expect(String(after)).toBe('from=2026-05-01&to=2026-05-31');
  expect(String(before)).toBe('kind=in&from=2026-05-01');
});
