// Runs the first file of a clone where no package is installed, with a program in place of npm.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './places.ts';

let clone: string;
let bootstrap: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'sachet-clone-'));
  bootstrap = join(clone, 'dev/local/bootstrap.mjs');
  for (const file of ['dev/local/bootstrap.mjs', 'dev/local/pinned-node.mjs']) {
    cpSync(join(root, file), join(clone, file));
  }
  writeFileSync(join(clone, 'package-lock.json'), '{"packages":{}}');
  const npm = join(clone, 'npm.cjs');
  writeFileSync(npm, `console.error('npm has no network'); process.exit(7);`);
  env = { PATH: process.env['PATH'], npm_execpath: npm };
});
afterEach(() => rmSync(clone, { recursive: true }));

function start(...nodeArgs: string[]): Promise<{ code: unknown; said: string }> {
  const args = [...nodeArgs, bootstrap, 'doctor'];
  return new Promise((done) => {
    execFile(process.execPath, args, { env }, (error, out, err) =>
      done({ code: error?.code ?? 0, said: out + err }),
    );
  });
}

test('an older Node is refused before anything is installed', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { node: '18.0.0' } })`;
  const { code, said } = await start('--import', `data:text/javascript,${older}`);
  expect([code, said]).toEqual([1, `Sachet needs Node 20 or newer; this is ${process.version}.\n`]);
});

test('an install that fails shows what npm said', async () => {
  const failed = (what: string) => ({
    code: 7,
    said:
      `${what}… failed.\n\nnpm has no network\n\n` +
      'The packages could not be installed: see npm’s words above.\n',
  });
  expect(await start()).toEqual(failed('Installing packages (first time, about a minute)'));
  mkdirSync(join(clone, 'node_modules'));
  expect(await start()).toEqual(failed('Installing packages (the lock file changed)'));
});

test('a second command waits for the install of the first', async () => {
  const lock = join(clone, '.local', 'install.lock');
  mkdirSync(join(clone, '.local'));
  writeFileSync(lock, String(process.pid));
  const second = spawn(process.execPath, [bootstrap, 'doctor'], { env });
  let said = '';
  second.stdout.on('data', (text) => (said += text));
  await expect
    .poll(() => said, { timeout: 20_000 })
    .toBe('Another command is installing the packages, waiting for it…\n');
  rmSync(lock);
  const [code] = (await once(second, 'exit')) as [number];
  expect(code).toBe(7);
});
