import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;
const isSource = /\.tsx?$/;
const isTestCode = /\.test\.tsx?$|^testing\//;

/** Returns the module of a file: its folder. The texts and their languages are one module. */
const toModule = (file: string) => (file.startsWith('i18n/') ? 'i18n' : dirname(file));

const imports = new Map<string, Set<string>>();
for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
  if (!isSource.test(file) || isTestCode.test(file)) continue;
  const module = toModule(file);
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, path] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
    const other = toModule(relative(root, join(root, dirname(file), path ?? '')));
    if (other !== module) imports.set(module, (imports.get(module) ?? new Set()).add(other));
  }
}

function findCycle(module: string, path: string[], known: Set<string>): string[] | null {
  if (path.includes(module)) return [...path.slice(path.indexOf(module)), module];
  if (known.has(module)) return null;
  known.add(module);
  for (const other of imports.get(module) ?? []) {
    const cycle = findCycle(other, [...path, module], known);
    if (cycle) return cycle;
  }
  return null;
}

test('no two modules of the client import each other, directly or indirectly', () => {
  expect(imports.size).toBeGreaterThan(20);
  const known = new Set<string>();
  expect([...imports.keys()].map((module) => findCycle(module, [], known)).filter(Boolean)).toEqual(
    [],
  );
});
