/**
 * Finds phrases that CONTRIBUTING.md asks to avoid, in comments, texts, test titles and Markdown. It decides
 * only what a pattern can decide; a reviewer decides the rest.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../local/places.ts';

/** Paths that already meet the rules. Add a folder once it is clean. */
const checkedPaths = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'Dockerfile',
  'adapters',
  'api',
  'db',
  'dev',
  'docker-compose.yml',
  'docker-compose.tls.yml',
  'docs',
  'flows',
  'ops',
  'shared',
  'web',
  'worker',
];

/**
 * Files with quoted promises, a file that is generated from a checked file, and the list of phrases itself.
 */
const excluded = ['docs/product.md', 'docs/configuration.md', 'dev/tools/prose*.ts'];

const rules: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\b(whoever|whomever|nobody|somebody|everybody|anybody)\b/i, 'name the actor'],
  [/\banew\b/i, 'again'],
  [/\bat once\b/i, 'immediately or concurrently'],
  [/\bunder way\b/i, 'in progress'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\bfor good\b/i, 'permanently'],
  [/\bstands?\b(?!-| for\b| alone\b)/i, 'is, exists or is stored'],
  [/(?<!there )\b(is|are|was|were) none\b(?! of)/i, 'is not a valid …, does not exist'],
  [/\bof (before|after)(?=[.,;:)]|$)/i, 'previous, next'],
  [/\bof (ours|theirs)\b/i, 'our, their'],
  [/\b(go|goes) on\b(?! sale)/i, 'continue'],
  [/\bby (itself|themselves|oneself)\b/i, 'automatically'],
  [/\bfor want of\b/i, 'without'],
];

/** Exact phrases that are correct in their place: names, quotes and test data. */
const allowed = [
  'Let us go on from this.',
  "displayName: 'Nobody'",
  'nobody@',
  "'nobody'",
  'user "nobody"',
  'nothing of ours',
  'thela vendor stand',
];

export interface UnclearPhrase {
  readonly line: number;
  readonly phrase: string;
  readonly instead: string;
}

/**
 * Every phrase of a file that matches a rule. The name of the file decides how prose is separated from code.
 */
export function findUnclearPhrases(file: string, text: string): UnclearPhrase[] {
  let isFenced = false;
  const isInTemplate = /\.(ts|tsx|mjs)$/.test(file) ? findTemplateLines(text) : () => false;
  return text.split('\n').flatMap((content, index) => {
    if (file.endsWith('.md') && content.startsWith('```')) isFenced = !isFenced;
    if (isFenced || allowed.some((phrase) => content.includes(phrase))) return [];
    const proses = isInTemplate(index) ? [content] : readProse(file, content);
    return proses.flatMap((prose) =>
      rules.flatMap(([pattern, instead]) => {
        const [phrase] = pattern.exec(prose) ?? [];
        return phrase === undefined ? [] : [{ line: index + 1, phrase, instead }];
      }),
    );
  });
}

const comment = /(?:^|\s)(?:\/\/|\/\*\*?|\*|#)\s(.*)$/;
const quoted = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`/g;

const tokens =
  /\/\*[\s\S]*?\*\/|(?<=^|[\s(;{},])\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g;

/** Whether a line is inside a text in backticks that has several lines: what a command prints, or SQL. */
function findTemplateLines(text: string): (index: number) => boolean {
  const lines = new Set<number>();
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (!token.startsWith('`')) continue;
    const first = text.slice(0, index).split('\n').length - 1;
    const count = token.split('\n').length;
    for (let line = first + 1; line < first + count; line += 1) lines.add(line);
  }
  return (index) => lines.has(index);
}

/** The words of a line: a comment, texts that have a space, or a line of Markdown without its code. */
function readProse(file: string, line: string): string[] {
  if (file.endsWith('.md')) return [line.replaceAll(/`[^`]*`/g, '…')];
  const words = comment.exec(line)?.[1];
  if (words !== undefined) return [words];
  const texts = [...line.matchAll(quoted)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  return texts.filter((text) => text.trim().includes(' '));
}

/** `file:line: phrase` for each checked file, with what to write instead. */
export function checkProse(): string[] {
  const files = globSync(
    checkedPaths.flatMap((path) => [path, `${path}/**/*`]),
    { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', ...excluded] },
  ).filter((file) => /\.(ts|tsx|mjs|md|yml)$|Dockerfile$|Caddyfile$/.test(file));
  return files.flatMap((file) =>
    findUnclearPhrases(file, readFileSync(join(root, file), 'utf8')).map(
      ({ line, phrase, instead }) => `${file}:${line}: “${phrase}”: ${instead}`,
    ),
  );
}
