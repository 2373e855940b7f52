import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../local/places.ts';

const rooms = ['adapters', 'api', 'db', 'flows', 'ops', 'shared', 'worker'];

const files = globSync(
  rooms.map((room) => `${room}/**/*.ts`),
  { cwd: root, exclude: ['**/node_modules/**', '**/testing/**', '**/*.test.ts'] },
).map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }));

test('only db/ builds queries', () => {
  const isQuery = /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\b/;
  const isSql = /import (?:type )?\{[^}]*\bsql\b[^}]*\} from 'kysely'/;
  const found = files.filter(({ code }) => isQuery.test(code) || isSql.test(code));
  expect(found.length).toBeGreaterThan(50);
  expect(found.map(({ file }) => file).filter((file) => !file.startsWith('db/'))).toEqual([]);
});

test('an exported function or value has its name from one module only', () => {
  const homes = new Map<string, string[]>();
  for (const { file, code } of files) {
    for (const [, name] of code.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)) {
      homes.set(name!, [...(homes.get(name!) ?? []), file]);
    }
  }
  expect([...homes].filter(([, places]) => places.length > 1)).toEqual([]);
});
