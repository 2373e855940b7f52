import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;
const isSource = /\.tsx?$/;
const isTestCode = /\.test\.tsx?$|^testing\//;

/** A folder is a room, each page group of admins one of its own; a file of the root stands for itself. */
function toRoom(file: string): string {
  const parts = file.split('/');
  if (parts.length === 1) return file.replace(isSource, '');
  return parts.slice(0, parts[0] === 'admin' ? 2 : 1).join('/');
}

const imports = new Map<string, Set<string>>();
for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
  if (!isSource.test(file) || isTestCode.test(file)) continue;
  const room = toRoom(file);
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, path] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
    const other = toRoom(relative(root, join(root, dirname(file), path ?? '')));
    if (other !== room) imports.set(room, (imports.get(room) ?? new Set()).add(other));
  }
}

function findCircle(room: string, path: string[], known: Set<string>): string[] | null {
  if (path.includes(room)) return [...path.slice(path.indexOf(room)), room];
  if (known.has(room)) return null;
  known.add(room);
  for (const other of imports.get(room) ?? []) {
    const circle = findCircle(other, [...path, room], known);
    if (circle) return circle;
  }
  return null;
}

test('no two rooms of the client need each other, however long the way', () => {
  expect(imports.size).toBeGreaterThan(20);
  const known = new Set<string>();
  expect([...imports.keys()].map((room) => findCircle(room, [], known)).filter(Boolean)).toEqual(
    [],
  );
});
