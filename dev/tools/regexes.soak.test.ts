// Each regular expression of the product takes time that is linear in the length of its text. recheck finds
// hostile texts by analysis. An expression counts as slow if one of its hostile texts is slow here.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { check } from 'recheck';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { root } from '../local/places.ts';

const product = '{shared,api,db,flows,adapters,worker,web/src}/**/*.{ts,tsx}';
const exclude = ['**/node_modules/**', '**/dist/**', '**/testing/**', '**/*.test.{ts,tsx}'];
/** The analysis uses random numbers. Most expressions take 10 ms, the slowest 2 s. */
const parameters = { randomSeed: 1, timeout: 120_000 };
/** Linear time for 50,000 characters is below 1 ms; quadratic time is a second or more. */
const matchingMs = 200;
/** Wall times after which a match is stopped: a busy machine may give it a tenth of a core, and then it gets longer. */
const stopAfterMs = [500, 2_000, 10_000];

/** A regular expression by its text: `/\s+$/u`. */
type Found = Map<string, { source: string; flags: string; places: string[] }>;

function collectRegexes(file: string, code: string, found: Found): void {
  const add = (source: string, flags: string, start: number) => {
    const name = `/${source}/${flags}`;
    const line = code.slice(0, start).split('\n').length;
    const known = found.get(name) ?? { source, flags, places: [] };
    found.set(name, { ...known, places: [...known.places, `${file}:${line}`] });
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex) add(node.regex.pattern, node.regex.flags, node.start);
    },
    NewExpression({ callee, arguments: [pattern, flags], start }) {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
      const flagsText = flags?.type === 'Literal' ? String(flags.value) : '';
      // A value inserted into a pattern is replaced by a letter: in the product it is always a word.
      if (pattern?.type !== 'TemplateLiteral') throw new Error(`${file}: write a template`);
      add(pattern.quasis.map(({ value }) => value.cooked).join('x'), flagsText, start);
    },
  }).visit(parseSync(file, code).program);
}

/** Measures the processor time of this thread, which is independent of other programs. */
function isSlow(regex: { source: string; flags: string }, text: string): boolean {
  for (const timeout of stopAfterMs) {
    const before = process.threadCpuUsage();
    let isStopped = false;
    try {
      runInNewContext('new RegExp(source, flags).test(text)', { ...regex, text }, { timeout });
    } catch {
      isStopped = true;
    }
    if (process.threadCpuUsage(before).user > matchingMs * 1000) return true;
    if (!isStopped) return false;
  }
  return true;
}

/** The expressions with their complexity and a hostile text. */
async function findSlow(found: Found): Promise<string[]> {
  const checked = await Promise.all(
    Array.from(found, async ([name, { source, flags, places }]) => {
      // Only unbounded repetition can be slow.
      if (!/[*+]|,\}/.test(source)) return [];
      const result = await check(source, flags, parameters);
      if (result.status === 'safe') return [];
      if (result.status === 'vulnerable' && !isSlow({ source, flags }, result.attack.string)) {
        return [];
      }
      const why =
        result.status === 'unknown'
          ? `not analysed: ${result.error.kind}`
          : `${result.complexity.summary} on ${result.attack.pattern}`;
      return [`${name} in ${places.join(', ')}: ${why}`];
    }),
  );
  return checked.flat();
}

test('every regular expression of the product takes linear time on any text', async () => {
  const found: Found = new Map();
  for (const file of globSync(product, { cwd: root, exclude })) {
    collectRegexes(file, readFileSync(join(root, file), 'utf8'), found);
  }
  expect(found.size).toBeGreaterThan(100);
  expect(await findSlow(found)).toEqual([]);
  // The analysis of a hundred expressions takes a minute of one core.
}, 600_000);

test.each([
  ['spaces before a line break', 'prompt.split(/\\s*\\n/, 1)'],
  ['one sign at the end', "text.replace(/-+$/, '')"],
  ['several beginnings and one end', 'text.replace(/<link [^>]*href="https?:[^>]*>/g, "")'],
  ['two repetitions of the same signs', '/^(\\s*)[-*]\\s+(.+)$/.exec(line)'],
  ['exponential backtracking', '/^(a+)+$/.test(text)'],
  ['a pattern made of a template', 'new RegExp(`\\\\s*${name}`)'],
])('a slow regular expression is found: %s', async (_name, code) => {
  const found: Found = new Map();
  collectRegexes('planted.ts', code, found);
  expect(await findSlow(found)).toEqual([expect.stringContaining('planted.ts:1')]);
});
