// Rules for the client's source that the linter cannot express.
import { providers } from '@sachet/shared/providers';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const findFiles = (pattern: RegExp) =>
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^testing\/|^i18n\//.test(file))
    .filter((file) => pattern.test(readFileSync(join(import.meta.dirname, file), 'utf8')));

// A provider is one entry of shared/providers.
test('no module of the client contains the id of a provider', () => {
  const ids = providers.join('|');
  expect(findFiles(new RegExp(`(['"\`])(?:${ids})\\1|\\b(?:${ids}):`))).toEqual([]);
});

test('a link to a part of the page is a `Link`, so that the router makes its history entry', () => {
  // The link that skips the header moves the focus and makes no entry.
  expect(findFiles(/\bhref=(?:"|\{['"`])#/)).toEqual(['app/shell/Shell.tsx']);
});
