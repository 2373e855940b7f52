// A provider is one entry of shared/providers: no module of the client treats one of them in a special way.
import { providers } from '@sachet/shared/providers';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('no module of the client contains the id of a provider', () => {
  const literal = new RegExp(
    `(['"\`])(?:${providers.join('|')})\\1|\\b(?:${providers.join('|')}):`,
  );
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^testing\/|^i18n\//.test(file))
    .filter((file) => literal.test(readFileSync(join(import.meta.dirname, file), 'utf8')));
  expect(files).toEqual([]);
});
