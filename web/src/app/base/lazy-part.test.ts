import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const isTestCode = /\.test\.tsx?$|^testing\//;
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !isTestCode.test(file))
  .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);

/** Dynamic imports of code without components. Each caller handles a failure. */
const withoutComponents = new Set([
  'api/answers.ts',
  'api/client.ts',
  'api/download.ts',
  'api/event-stream.ts',
  'api/hooks.ts',
  'features/studio/photos/photo-upload.ts',
  'features/people/auth/PhoneForm.tsx: ../../../app/base/phone-number',
  'features/people/auth/firebase-session.ts',
  'i18n/language.ts',
  'app/policies/PolicyPage.tsx',
  'app/shell/LowerNotices.tsx: ../../features/people/auth/sign-in',
  'app/shell/Shell.tsx: ../../features/studio/generation/pending',
  'features/studio/form/use-prompt-help.tsx',
  'features/studio/text/Markdown.tsx: ./highlight-code',
  'features/studio/text/MarkdownText.tsx: ./plain-text',
]);

/** The source of each call of `lazyPart`, `lazyDialog` and the functions of routes that use them. */
const lazyCalls = /\b(?:lazyPart|lazyDialog|\w+Page|requireRole)\(/g;

/** Returns the call that begins at `start`, to its closing parenthesis. */
function readCall(text: string, start: number): string {
  let depth = 0;
  for (let at = text.indexOf('(', start); at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')' && (depth -= 1) === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}

const findImports = (text: string) =>
  [...text.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, path]) => path!);

test('every component that loads later is a lazy part', () => {
  const stray = sources.flatMap(([file, text]) => {
    if (withoutComponents.has(file)) return [];
    const inCalls = [...text.matchAll(lazyCalls)].flatMap(({ index }) =>
      findImports(readCall(text, index)),
    );
    return findImports(text)
      .filter((path) => !inCalls.includes(path))
      .map((path) => `${file}: ${path}`)
      .filter((each) => !withoutComponents.has(each));
  });
  expect(stray).toEqual([]);
  const lazy = sources.filter(
    ([file, text]) => file !== 'app/base/lazy-part.tsx' && /\blazy\b[^;]*from 'react'/.test(text),
  );
  expect(lazy.map(([file]) => file)).toEqual([]);
});
