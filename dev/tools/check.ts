// `npm run check`: format, lint, types, unused code and prose. The tests are `npm test`; .ci/run runs both.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../local/places.ts';
import { checkProse } from './prose.ts';
import { say, seconds } from '../local/steps.ts';
import { onStopRequest } from '../local/stopping.ts';

const checks = [
  { name: 'format', program: 'prettier', args: ['--check', '--log-level', 'warn', '.'] },
  { name: 'lint', program: 'oxlint', args: ['--deny-warnings'] },
  { name: 'types', program: 'typescript', args: ['-p', '.'] },
  { name: 'types of the client', program: 'typescript', args: ['-p', 'web'] },
  { name: 'types of the journeys', program: 'typescript', args: ['-p', 'dev/e2e'] },
  { name: 'unused code', program: 'knip', args: ['--strict'] },
  {
    name: 'unused exports',
    program: 'knip',
    args: ['--include-entry-exports', '--exclude', 'types,unlisted,dependencies'],
  },
];

onStopRequest(() => process.exit(130));

const failed: string[] = [];
const waiting = [...checks];
// One check on each core: most of them use a single one.
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await check(next);
  }),
);
const began = Date.now();
const unclear = checkProse();
say(
  `  ${unclear.length === 0 ? '✓' : '✗'} ${'prose'.padEnd(44)} ${seconds(Date.now() - began).padStart(7)}`,
);
if (unclear.length > 0) {
  failed.push('prose');
  say(`\n${unclear.join('\n')}\n`);
}
say(
  failed.length === 0
    ? '\nEverything checked (tests: npm test).'
    : `\nFailed: ${failed.join(', ')}.`,
);
process.exit(failed.length === 0 ? 0 : 1);

async function check({ name, program, args }: (typeof checks)[number]): Promise<void> {
  const began = Date.now();
  const { code, output } = await run(program, args);
  say(`  ${code === 0 ? '✓' : '✗'} ${name.padEnd(44)} ${seconds(Date.now() - began).padStart(7)}`);
  if (code === 0) return;
  failed.push(name);
  say(`\n${output.trim()}\n`);
}

function run(program: string, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [programFile(program), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.once('error', (error) => done({ code: 1, output: String(error) }));
    child.once('close', (code) => done({ code: code ?? 1, output }));
  });
}

/** The JavaScript of a package's command, run by the pinned Node instead of the one in the PATH. */
function programFile(name: string): string {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : (bin[name] ?? bin.tsc);
  const path = join(folder, file);
  if (!existsSync(path)) throw new Error(`${name} is not installed: ${path}`);
  return path;
}
