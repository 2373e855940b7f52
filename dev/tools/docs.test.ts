import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { describeConfiguration } from './describe-configuration.ts';
import { root } from '../local/places.ts';

const pagesIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const decisions = pagesIn('docs/decisions');
const docs = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...pagesIn('docs'),
  ...decisions,
];

/** The text of a page without its code examples. */
const read = (page: string) =>
  readFileSync(join(root, page), 'utf8').replace(/^(```|~~~).*?^\1/gms, '');

/**
 * The anchors that GitHub gives the headings of a page: letters and digits, a hyphen for each space, and a
 * number if an earlier heading has the same name.
 */
function toAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of text.matchAll(/^#{1,6} +(.*?)(?: +#+)? *$/gm)) {
    const slug = heading!
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let n = 1; anchors.has(anchor); n++) anchor = `${slug}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

interface Link {
  readonly text: string;
  /** The path in the clone's folder. */
  readonly file: string;
  readonly anchor: string | undefined;
}

/** Links to files of the clone, inline or as definitions. */
function findLinks(page: string): Link[] {
  return [...read(page).matchAll(/\]\(([^()\s]+)[^)]*\)|^\[[^\]]+\]: *(\S+)/gm)]
    .map(([, inline, defined]) => (inline ?? defined)!)
    .filter((text) => !/^[a-z][a-z+.-]*:/i.test(text))
    .map((text) => {
      const [path, anchor] = text.split('#');
      const file = path ? relative(root, resolve(root, dirname(page), path)) : page;
      return { text, file, anchor };
    });
}

function findFault({ file, anchor }: Link): string | null {
  if (file.startsWith('..') || !existsSync(join(root, file))) return 'no such file';
  if (anchor === undefined) return null;
  const hasHeading = statSync(join(root, file)).isFile() && toAnchors(read(file)).has(anchor);
  return hasHeading ? null : 'no such heading';
}

test('every link of the docs leads to an existing file and heading', () => {
  const links = docs.flatMap((page) => findLinks(page).map((link) => ({ page, ...link })));
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ anchor }) => anchor !== undefined)).not.toEqual([]);
  const faults = links.flatMap((link) => {
    const fault = findFault(link);
    return fault === null ? [] : [`${link.page}: ${link.text}: ${fault}`];
  });
  expect(faults).toEqual([]);
});

test('every decision has a unique number, and links lead to it from the docs', () => {
  const numbers = decisions.map((page) => /(\d{4})-[^/]+\.md$/.exec(page)?.[1] ?? page);
  expect(numbers).toEqual([...new Set(numbers)]);
  const reached = new Set(docs.filter((page) => !decisions.includes(page)));
  // Iterating over a set includes entries that are added during it: decisions link to one another.
  for (const page of reached) {
    for (const { file } of findLinks(page)) if (decisions.includes(file)) reached.add(file);
  }
  expect(decisions.filter((page) => !reached.has(page))).toEqual([]);
});

test('every decision that a comment names exists', () => {
  const sources = globSync('{*,*/**}/*.{ts,tsx,sql}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|\.local)$/.test(path),
  });
  const named = sources.flatMap((source) =>
    [...readFileSync(join(root, source), 'utf8').matchAll(/decisions\/(\d{4})/g)].map(
      ([, number]) => ({ source, number: number! }),
    ),
  );
  expect(named.length).toBeGreaterThan(5);
  const faults = named.filter(
    ({ number }) => !decisions.some((page) => page.startsWith(`docs/decisions/${number}-`)),
  );
  expect(faults).toEqual([]);
});

test('no page contains the markers of a merge conflict', () => {
  // The formatter turns ">>>>>>>" into "> > > > > > >".
  const marked = docs.filter((page) => /^(<{7}|={7}$|(> ?){7})/m.test(read(page)));
  expect(marked).toEqual([]);
});

test('every test that docs/security.md names exists', () => {
  const named = [...read('docs/security.md').matchAll(/^\|.*\|.*\| (`.*`) +\|$/gm)].flatMap(
    ([, cell]) => cell!.replaceAll('`', '').split(', '),
  );
  expect(named.length).toBeGreaterThan(40);
  const missing = named.filter(
    (name) => !['ts', 'tsx'].some((ending) => existsSync(join(root, `${name}.test.${ending}`))),
  );
  expect(missing).toEqual([]);
});

test.each(Object.entries(describeConfiguration()))(
  '%s matches the output of `npm run docs:configuration`',
  (file, text) => {
    expect(readFileSync(join(root, file), 'utf8')).toBe(text);
  },
);

/** The tools of an installation, and the module with the usage of each. */
const tools = {
  ledger: 'db/finance/command-line.ts',
  db: 'ops/cli/db.ts',
  admin: 'ops/cli/admin.ts',
  pictures: 'ops/cli/pictures.ts',
} as const;

test('every command of a tool that a document names exists', () => {
  const names = Object.keys(tools).join('|');
  const pattern = new RegExp(
    `(?:npm run (?:-s )?(${names}) -- |(?:migrate|worker) (${names}) )([a-z][a-z-]+)`,
    'g',
  );
  const named = docs.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(pattern)].flatMap(
      ([, local, there, sub]) => {
        const tool = (local ?? there) as keyof typeof tools | undefined;
        return tool ? [{ page, tool, sub: sub! }] : [];
      },
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter(
    ({ tool, sub }) =>
      !new RegExp(`\\b${sub}\\b`).test(readFileSync(join(root, tools[tool]), 'utf8')),
  );
  expect(missing).toEqual([]);
});

test('every script of npm that a document names exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = docs.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/npm run (?:-s )?([a-z][a-z:-]+)/g)].map(
      ([, script]) => script!,
    ),
  );
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
});
