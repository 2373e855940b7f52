import { expect, test } from 'vitest';
import { contentDisposition } from './image-name.ts';

const toName = (subject: string, size: number | null = 1024) =>
  contentDisposition('attachment', { subject, size, extension: 'png' });

test('a file is named after its subject and size', () => {
  expect(toName('A cup of chai')).toBe('attachment; filename="sachet-a-cup-of-chai-1024.png"');
  expect(toName('A cup of chai', null)).toBe(
    'attachment; filename="sachet-a-cup-of-chai-preview.png"',
  );
});

test('a long prompt is cut to its first whole words', () => {
  expect(toName('A cup of chai at a railway station at dawn, watercolour')).toBe(
    'attachment; filename="sachet-a-cup-of-chai-at-a-1024.png"',
  );
  expect(toName('x'.repeat(10_000))).toBe(
    `attachment; filename="sachet-${'x'.repeat(48)}-1024.png"`,
  );
});

test('a subject in Hindi is encoded as in RFC 5987, with a plain name beside it', () => {
  const header = toName('सुबह की चाय, रेलवे स्टेशन');
  expect(header).toMatch(/^attachment; filename="sachet-image-1024\.png"; filename\*=UTF-8''/);
  const encoded = header.split("UTF-8''")[1]!;
  expect(encoded).toMatch(/^[\w.%-]+$/);
  expect(decodeURIComponent(encoded)).toBe('sachet-सुबह-की-चाय-रेलवे-स्टेशन-1024.png');
});

test('the plain name has letters without accents', () => {
  expect(toName('Café Müller')).toBe(
    `attachment; filename="sachet-cafe-muller-1024.png"; filename*=UTF-8''sachet-caf%C3%A9-m%C3%BCller-1024.png`,
  );
});

test.each([
  ['nothing', ''],
  ['only signs', ' "\\/:*?<>| '],
  ['only an emoji', '🪁'],
])('a file named after %s is still named as an image', (_what, subject) => {
  expect(toName(subject)).toBe('attachment; filename="sachet-image-1024.png"');
});

test.each([
  ['an injected header', 'kite\r\nSet-Cookie: a=b'],
  ['a second file name', 'kite"; filename="evil.exe'],
  ['a path', '../../etc/passwd'],
  ['a right-to-left text', 'kite\u202Egnp.exe'],
  ['a forbidden character', 'kite\u0000\uD800'],
])('a file named after %s has one plain file name', (_what, subject) => {
  const header = toName(subject);
  expect(header).toMatch(/^attachment; filename="sachet-[a-z0-9-]+-1024\.png"$/);
});
