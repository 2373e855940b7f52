/**
 * `npm run bench -- web`: what a visitor's browser fetches for each entry page, compressed, how a large
 * library scrolls, and what Lighthouse says of the home page and a policy page on a phone, with the API
 * as `npm start` runs it. `--only library` leaves Lighthouse out, `--only scores` the library. Lighthouse and its 115 packages are fetched into `.local/` when this is run for the first time.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gzipSync, brotliCompressSync } from 'node:zlib';
import { browsers, findProgram } from '../local/debian-packages.ts';
import { demoCompany } from '../local/environment.ts';
import { localFolder, webFolder } from '../local/places.ts';
import { chromiumFlags } from '../local/testing/chromium-flags.ts';
import { buildWeb, webIsCurrent } from '../local/web-build.ts';
import { firstLoadBudgetBytes, getFirstFiles } from '../web/first-load.ts';
import {
  getDatabaseUrl,
  number,
  say,
  sayMachine,
  share,
  stopOnSignal,
  toTarget,
} from './report.ts';
import { withServers } from './servers.ts';
import { sayLibrary } from './web/library.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    /** Only the bytes. */
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const lighthouse = { name: 'lighthouse', version: '13.5.0' };
const toolFolder = join(localFolder, 'bench-tools');
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
const leastScore = 95;
const measuredPages = { home: '/', privacy: '/privacy' };

const entryPages = {
  'home, signed out': 'src/home/HomePage.tsx',
  'a policy page': 'src/policies/PolicyPage.tsx',
  prices: 'src/prices/PricesPage.tsx',
  library: 'src/library/LibraryPage.tsx',
  wallet: 'src/wallet/WalletPage.tsx',
};

const run = promisify(execFile);
const read = (file: string) => readFileSync(join(webFolder, file));
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
const kilobytes = (bytes: number) => number(bytes / 1000, 1);

sayMachine();
if (!webIsCurrent()) await buildWeb();
sayBytes();
if (!options.quick) await saySeen();

function sayBytes(): void {
  say('\n## Bytes of an entry page, with all that it imports at once (kB)\n');
  say('| page | files | script gzip | script Brotli | styles gzip | HTML gzip |');
  say('|---|---:|---:|---:|---:|---:|');
  const html = gzip(['index.html']);
  for (const [name, module] of Object.entries(entryPages)) {
    const { scripts, styles } = getFirstFiles(webFolder, module);
    const columns = [gzip(scripts), brotli(scripts), gzip(styles), html].map(kilobytes);
    say(`| ${name} | ${scripts.length} | ${columns.join(' | ')} |`);
  }
  const bytes = gzip(getFirstFiles(webFolder, entryPages['home, signed out']).scripts);
  say(
    `\n${toTarget('script of the home page at most 140 kB', bytes <= firstLoadBudgetBytes, `${kilobytes(bytes)} kB`)}`,
  );
}

function gzip(files: string[]): number {
  return sum(files.map((file) => gzipSync(read(file), { level: 9 }).length));
}

function brotli(files: string[]): number {
  return sum(files.map((file) => brotliCompressSync(read(file)).length));
}

async function saySeen(): Promise<void> {
  const program = findProgram(browsers);
  if (!program) throw new Error('Chromium not found. Install it: apt-get install chromium');
  const stack = await withServers(getDatabaseUrl('APP'), async (servers) => {
    const { env } = await servers.startSandbox();
    const { ready } = await servers.start<{ url: string }>('api', {
      ...env,
      ...demoCompany(process.env),
      WEB_FOLDER: webFolder,
      TEST_LIMITS: JSON.stringify({ stopGraceMs: 0, requestsPerMinute: 1_000_000 }),
    });
    return {
      url: ready.url,
      emulatorHost: servers.emulator.host,
      imageFolder: servers.imageFolder,
    };
  });
  stopOnSignal(stack);
  try {
    if (options.only !== 'library') await sayScores(stack.url, program);
    if (options.only !== 'scores') {
      const runs = Number(options.runs);
      await sayLibrary({ ...stack, ownerUrl: getDatabaseUrl('OWNER'), program, runs });
    }
  } finally {
    await stack.stop();
  }
}

async function sayScores(url: string, program: string): Promise<void> {
  const script = await installLighthouse();
  say(
    `\n## Lighthouse ${lighthouse.version}, a phone, simulated throttling, median of ${options.runs}\n`,
  );
  say(`| page | ${categories.join(' | ')} | LCP ms | TBT ms | CLS |`);
  say('|---|---:|---:|---:|---:|---:|---:|---:|');
  const missed: string[] = [];
  for (const [name, path] of Object.entries(measuredPages)) {
    const reports: Report[] = [];
    for (let index = 0; index < Number(options.runs); index += 1) {
      reports.push(await measure(script, program, url + path));
    }
    const median = (pick: (report: Report) => number) => share(reports.map(pick), 0.5);
    const scores = categories.map((each) => median((report) => report.scores[each]));
    const figures = (['lcp', 'tbt'] as const).map((each) => number(median((r) => r[each])));
    say(
      `| ${name} | ${scores.join(' | ')} | ${figures.join(' | ')} | ${number(
        median((r) => r.cls),
        3,
      )} |`,
    );
    missed.push(
      ...categories.filter((_, at) => scores[at]! < leastScore).map((each) => `${name}: ${each}`),
    );
    for (const failure of new Set(reports.flatMap(({ failures }) => failures)))
      say(`  - ${failure}`);
  }
  say(
    `\n${toTarget(`each score at least ${leastScore}`, missed.length === 0, missed.join(', ') || 'all')}`,
  );
}

/** Its command line. Never a dependency: 185 MB that no test and no studio needs. */
async function installLighthouse(): Promise<string> {
  const script = join(toolFolder, 'node_modules', lighthouse.name, 'cli', 'index.js');
  const manifest = join(toolFolder, 'package.json');
  const wanted = JSON.stringify({
    private: true,
    dependencies: { [lighthouse.name]: lighthouse.version },
  });
  if (existsSync(script) && readFileSync(manifest, 'utf8') === wanted) return script;
  say('\nFetching Lighthouse …');
  mkdirSync(toolFolder, { recursive: true });
  writeFileSync(manifest, wanted);
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'];
  await run('npm', ['install', ...quiet], { cwd: toolFolder });
  return script;
}

type Report = {
  scores: Record<Category, number>;
  /** Milliseconds. */
  lcp: number;
  tbt: number;
  cls: number;
  /** What a category but performance marks down. */
  failures: string[];
};

interface LighthouseReport {
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    {
      title: string;
      score: number | null;
      numericValue?: number;
      details?: { items?: unknown[] };
    }
  >;
}

/** The first thing that an audit found. */
function toFirst({ details }: LighthouseReport['audits'][string]): string {
  const [first] = details?.items ?? [];
  return first ? JSON.stringify(first).slice(0, 400) : '';
}

async function measure(script: string, program: string, url: string): Promise<Report> {
  const file = join(tmpdir(), `lighthouse-${process.pid}.json`);
  const flags = ['--headless=new', ...chromiumFlags].join(' ');
  const args = [script, url, '--quiet', '--output=json', `--output-path=${file}`];
  try {
    await run(
      process.execPath,
      [...args, `--only-categories=${categories.join(',')}`, `--chrome-flags=${flags}`],
      { env: { ...process.env, CHROME_PATH: program } },
    );
    const report = JSON.parse(readFileSync(file, 'utf8')) as LighthouseReport;
    const value = (id: string) => report.audits[id]?.numericValue ?? NaN;
    const scores = categories.map((each) => [
      each,
      Math.round(report.categories[each].score * 100),
    ]);
    const failures = categories
      .slice(1)
      .flatMap((each) =>
        report.categories[each].auditRefs
          .filter(({ id, weight }) => weight > 0 && report.audits[id]?.score === 0)
          .map(({ id }) => `${each}: ${report.audits[id]!.title} ${toFirst(report.audits[id]!)}`),
      );
    return {
      scores: Object.fromEntries(scores) as Record<Category, number>,
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      failures,
    };
  } finally {
    rmSync(file, { force: true });
  }
}
