/**
 * `node local/previous-release.ts COMMIT [paths…]`: the tests of an earlier commit, with its servers, on
 * the schema of this one. They are run in a work tree of their own, which has this commit's migrations, up
 * to the first that needs later code: with that one the release's servers are no longer ready.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './places.ts';
import { schemaForRelease } from './schema-for-release.ts';
import { complain, say } from './steps.ts';

/** What servers do; the tests of the migrations themselves are of their own commit. */
const ofServers = ['api/', 'worker/', 'flows/', 'db/ledger/'];

const migrations = join('db', 'migrations');

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
    const released = new Set((await readMigrations(folder)).map(({ name }) => name));
    const { applied, tooNew } = schemaForRelease(await readMigrations(root), released);
    for (const { name, text } of applied) {
      await writeFile(join(folder, migrations, `${name}.sql`), text);
    }
    if (tooNew) {
      say(`${tooNew.name} needs later code than ${release}: left out, with what follows.`);
    }
    say(`The tests of ${release} on the schema of ${applied.at(-1)!.name}:`);
    const tests = paths.length > 0 ? paths : ofServers;
    return await run(folder, process.execPath, 'local/bootstrap.mjs', 'test', ...tests);
  } finally {
    await run(root, 'git', 'worktree', 'remove', '--force', folder);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of the work tree in this folder, in the order of their names. */
async function readMigrations(folder: string): Promise<{ name: string; text: string }[]> {
  const files = (await readdir(join(folder, migrations))).filter((name) => name.endsWith('.sql'));
  return Promise.all(
    files.toSorted().map(async (file) => ({
      name: file.slice(0, -'.sql'.length),
      text: await readFile(join(folder, migrations, file), 'utf8'),
    })),
  );
}

/** The exit code; 1 for a signal. */
function run(cwd: string, command: string, ...args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    spawn(command, args, { cwd, stdio: 'inherit' })
      .on('error', reject)
      .on('exit', (code) => resolve(code ?? 1));
  });
}
