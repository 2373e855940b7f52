// Processing a text of unlimited length must take time that is linear in its length.
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { toTitle } from '@sachet/shared/chat/chat';
import { toExcerpt } from '../studio/excerpt.ts';
import { contentDisposition } from '../studio/image-name.ts';
import { redact } from '../admin/queue-board.ts';
import { routes } from '../routes.ts';

/** Characters per text, a quarter of the longest body. */
const length = 25_000;

const repeated = [
  ' ',
  '\t',
  '\r\n',
  'a',
  '0',
  '.',
  '-',
  '/',
  '@',
  '*',
  '#',
  '"',
  '<',
  '\\',
  ',',
  'a ',
  'a.',
  'a-',
  '0.',
  'www.',
  '://',
  'a@',
  // Combining marks in an order that normalising must change.
  '\u0301\u0316',
  // Halves of flags, which segmenting counts from the beginning of their run.
  '\u{1f1ee}',
  '\u200d',
  'क्',
];

const hostile = repeated.flatMap((part) => {
  const run = part.repeat(length / part.length);
  return [run, `a${run}b`, `a@b${run}\0`];
});

/**
 * Processor time of this thread in milliseconds. A slow result is measured again, because a garbage
 * collection may fall into it.
 */
function measureMs(work: () => unknown): number {
  let ms = 0;
  for (let runs = 0; runs < 3; runs += 1) {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    ms = (user + system) / 1_000;
    if (ms <= linearMs || ms > 5 * linearMs) return ms;
  }
  return ms;
}

/** Linear work on these texts takes a few milliseconds; quadratic work takes a fifth of a second or more. */
const linearMs = 60;

/** The texts on which `work` is slow. */
function findSlow(work: (text: string) => unknown): string[] {
  return hostile
    .filter((text) => measureMs(() => work(text)) > linearMs)
    .map((text) => JSON.stringify(text.slice(0, 10)));
}

type Inner = Record<'innerType' | 'element', z.ZodType> & {
  type: string;
  shape: Record<string, z.ZodType>;
  options: z.ZodType[];
};

/** Lists the schemas within `schema` that accept texts or lists, with their paths. */
function listParts(schema: z.ZodType, path: string): [path: string, schema: z.ZodType][] {
  const def = schema.def as unknown as Inner;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, each]) => listParts(each, `${path}.${key}`));
    case 'union':
      return def.options.flatMap((each) => listParts(each, path));
    case 'array':
      return [[path, schema], ...listParts(def.element, `${path}[]`)];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return listParts(def.innerType, path);
    default:
      return [[path, schema]];
  }
}

/** Fields that share a schema are measured once. */
const parts = new Map(
  routes
    .flatMap(({ method, path, body, query }) =>
      [body, query].flatMap((schema) => (schema ? listParts(schema, `${method} ${path}`) : [])),
    )
    .map(([path, schema]) => [schema, path] as const),
);

test('every field of every request is parsed in linear time', () => {
  expect(parts.size).toBeGreaterThan(50);
  const slow = [...parts].flatMap(([schema, path]) => {
    const values =
      schema.def.type === 'array'
        ? [Array.from({ length: length / 10 }, (_, i) => `gen_${i}`)]
        : hostile;
    const ms = Math.max(...values.map((value) => measureMs(() => schema.safeParse(value))));
    return ms > linearMs ? [`${path}: ${Math.round(ms)} ms`] : [];
  });
  expect(slow).toEqual([]);
});

const functions: Record<string, (text: string) => unknown> = {
  toTitle,
  toExcerpt,
  redact: (text) => redact(text),
  contentDisposition: (subject) =>
    contentDisposition('inline', { subject, size: 1024, extension: 'png' }),
};

test.each(Object.keys(functions))('%s takes linear time', (name) => {
  expect(findSlow(functions[name]!)).toEqual([]);
});

test('the test detects work that takes quadratic time', () => {
  const spaces = `a${' '.repeat(length)}b`;
  expect(measureMs(() => spaces.split(/\s*\n/, 1))).toBeGreaterThan(linearMs);
  const marks = '\u0301\u0316'.repeat(length / 2);
  expect(measureMs(() => marks.normalize('NFC'))).toBeGreaterThan(linearMs);
});
