/**
 * `node local/previous-release.ts COMMIT [paths…]`: the tests of an earlier commit, with its servers, on
 * the schema of this one. They are run in a work tree of their own, which has this commit's migrations.
 */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './places.ts';
import { complain, say } from './steps.ts';

/** What servers do; the tests of the migrations themselves are of their own commit. */
const ofServers = ['api/', 'worker/', 'flows/', 'db/ledger/'];

const [commit, ...paths] = process.argv.slice(2);
process.exitCode = commit ? await testRelease(commit) : usage();

function usage(): number {
  complain('usage: node local/previous-release.ts COMMIT [paths of tests…]');
  return 2;
}

async function testRelease(release: string): Promise<number> {
  if ((await run(root, 'git', 'cat-file', '-e', `${release}^{commit}`)) !== 0) {
    complain(`Skipped: ${release} is not in this clone. \`git fetch --unshallow --tags\` gets it.`);
    return 2;
  }
  const folder = await mkdtemp(join(tmpdir(), 'sachet-release-'));
  try {
    if ((await run(root, 'git', 'worktree', 'add', '--detach', folder, release)) !== 0) return 1;
    const migrations = join('db', 'migrations');
    const names = (await readdir(join(root, migrations))).filter((name) => name.endsWith('.sql'));
    for (const name of names) {
      await cp(join(root, migrations, name), join(folder, migrations, name));
    }
    say(`The tests of ${release} on the schema of ${names.at(-1)}:`);
    const tests = paths.length > 0 ? paths : ofServers;
    return await run(folder, process.execPath, 'local/bootstrap.mjs', 'test', ...tests);
  } finally {
    await run(root, 'git', 'worktree', 'remove', '--force', folder);
    await rm(folder, { recursive: true, force: true });
  }
}

/** The exit code; 1 for a signal. */
function run(cwd: string, command: string, ...args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    spawn(command, args, { cwd, stdio: 'inherit' })
      .on('error', reject)
      .on('exit', (code) => resolve(code ?? 1));
  });
}
