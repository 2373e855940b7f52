// `npm run bench -- NAME [options]`: runs `dev/bench/NAME.ts` on a separate Postgres, with fsync on.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { migrate } from '@sachet/db/migrate';
import { localFolder, root } from '../local/places.ts';
import { type Postgres, startPostgres } from '../local/postgres.ts';
import { removeReachableFolder } from '../local/postgres-account.ts';
import { endProcess, guard, isAlive } from '../local/processes.ts';
import { complain, describe, Plain } from '../local/steps.ts';
import { endStopRequests, onStopRequest } from '../local/stopping.ts';

const [name = '', ...args] = process.argv.slice(2);
const folders = join(localFolder, 'bench');
const folder = join(folders, String(process.pid));
let postgres: Postgres | undefined;
let child: ChildProcess | undefined;

onStopRequest((signal) => {
  void tidyUp().then(() => process.exit(signal === 'SIGTERM' ? 143 : 130));
});

try {
  process.exitCode = await main();
} catch (error) {
  complain(describe(error));
  process.exitCode = 1;
} finally {
  await tidyUp();
}
endStopRequests();

async function main(): Promise<number> {
  const known = readdirSync(join(root, 'dev', 'bench'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'));
  if (!known.includes(name)) {
    throw new Plain(`usage: npm run bench -- ${known.join('|')} [options]`);
  }
  removeLeftovers();
  postgres = await startPostgres({ folder, fsync: true });
  await postgres.createDatabase('sachet');
  const urls = { ownerUrl: postgres.ownerUrl('sachet'), appUrl: postgres.appUrl('sachet') };
  await migrate(urls);
  return run({ BENCH_DATABASE_OWNER_URL: urls.ownerUrl, BENCH_DATABASE_APP_URL: urls.appUrl });
}

function run(env: Record<string, string>): Promise<number> {
  return new Promise((done, fail) => {
    child = spawn(process.execPath, [join(root, 'dev', 'bench', `${name}.ts`), ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      // A Ctrl-C reaches us first, and we decide the order of the stop.
      detached: true,
    });
    guard(child, 'SIGTERM');
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}

async function tidyUp(): Promise<void> {
  if (child?.pid && child.exitCode === null && child.signalCode === null) {
    await endProcess(child.pid, ['SIGTERM', 'SIGKILL'], 4_000);
  }
  await postgres?.stop();
  removeReachableFolder(folder);
}

/** Deletes the leftovers of killed runs. */
function removeLeftovers(): void {
  if (!existsSync(folders)) return;
  for (const left of readdirSync(folders)) {
    if (/^\d+$/.test(left) && !isAlive(Number(left))) removeReachableFolder(join(folders, left));
  }
}
