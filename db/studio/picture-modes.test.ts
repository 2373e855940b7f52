import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { imageModes } from '@sachet/shared/tools';

const folder = new URL('../migrations/', import.meta.url);

test('each list of picture tools in the schema is the list of the registry', () => {
  const schema = readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
  const lists = [...schema.matchAll(/\bmode in \(([^)]*)\)/g)].map(([, list]) => list);
  expect(lists.length).toBeGreaterThan(0);
  const expected = imageModes.map((mode) => `'${mode}'`).join(', ');
  expect([...new Set(lists)]).toEqual([expected]);
});
