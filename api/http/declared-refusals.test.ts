import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ErrorCode } from '@sachet/shared/contracts/error';
import type { Operation } from '@sachet/shared/operations/operation';
import { operations } from '@sachet/shared/operations/operations';
import { ofPurchases } from '@sachet/shared/operations/refusals';
import { root } from '../../dev/local/places.ts';

const folder = join(root, 'api');
const sources = new Map(
  globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', 'testing/**'] }).map((file) => [
    file,
    readFileSync(join(folder, file), 'utf8'),
  ]),
);

/** The codes of the functions of `refusal.ts`, which every route can import. */
const makers: Record<string, readonly string[]> = {
  found: ['not_found'],
  noSuch: ['not_found'],
  noSuchGeneration: ['not_found'],
  keyConflict: ['idempotency_conflict'],
  promptRefused: ['prompt_refused'],
  emailUnverified: ['email_unverified'],
  toPurchaseRefusal: ofPurchases,
  toSpendingRefusal: ofPurchases,
};

/** Returns the file and all files of its area that it imports, directly or through another one. */
function followImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || file === 'http/refusal.ts') return seen;
  seen.add(file);
  for (const [, path = ''] of sources.get(file)!.matchAll(/ from '(\.[^']+)'/g)) {
    followImports(join(dirname(file), path), seen);
  }
  return seen;
}

function isMade(code: ErrorCode, source: string): boolean {
  const called = Object.keys(makers).filter((name) => source.includes(`${name}(`));
  return source.includes(`'${code}'`) || called.some((name) => makers[name]!.includes(code));
}

test('each declared refusal is made by the files of its route', () => {
  const unreachable = Object.entries<Operation>(operations).flatMap(([name, { refusals = [] }]) => {
    const [file] = [...sources].find(([, source]) => source.includes(`route('${name}'`)) ?? [];
    if (file === undefined) return [`${name} has no route`];
    const texts = [...followImports(file)].map((each) => sources.get(each)!);
    return refusals
      .filter((code) => !texts.some((source) => isMade(code, source)))
      .map((code) => `${name} never refuses: ${code}`);
  });
  expect(unreachable).toEqual([]);
});
