import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '@sachet/db/connect';
import { lastLines } from './children.ts';
import { once } from './once.ts';
import { pickSystemVariables, toExecutable } from './platform.ts';
import { freePort } from './ports.ts';
import {
  type Account,
  postgresAccount,
  postgresBinaries,
  reachableFolder,
} from './postgres-account.ts';
import { readCommand, endProcess, guard, isAlive } from './processes.ts';
import { keepSecrets } from './secrets.ts';
import { Plain } from './steps.ts';

export interface PostgresOptions {
  /** Contains the data, the log and the passwords; kept between runs. */
  folder: string;
  port?: number;
  /** Off makes tests faster; a power cut would then lose data. */
  fsync?: boolean;
}

export interface Postgres {
  port: number;
  pid: number;
  /** The superuser, who owns the tables and runs the migrations. */
  ownerUrl(database: string): string;
  /** The application's login role, which the migrations give its rights. */
  appUrl(database: string): string;
  createDatabase(name: string): Promise<void>;
  /** Resolves when the server has ended, on request or not. */
  ended: Promise<void>;
  logFile: string;
  stop(): Promise<void>;
}

/** The part of a server that tests use. The server may also run in a container. */
export type TestPostgres = Pick<Postgres, 'ownerUrl' | 'appUrl' | 'createDatabase' | 'stop'>;

interface Cluster {
  data: string;
  logFile: string;
  binaries: string;
  account: Account;
  ownerPassword: string;
  appPassword: string;
}

const owner = 'sachet_owner';
const app = 'sachet';
const startDeadline_ms = 60_000;

export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const cluster = await prepare(options.folder);
  await stopOrphan(cluster.data);
  if (!existsSync(cluster.data)) await initialise(cluster, options.fsync ?? true);
  const port = await freePort(options.port);
  const { child, ended } = await launchUntilReady(cluster, port, options.fsync ?? true);

  const url = (role: string, password: string, database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
  const ownerUrl = (database: string) => url(owner, cluster.ownerPassword, database);
  return {
    port,
    pid: child.pid!,
    ownerUrl,
    appUrl: (database) => url(app, cluster.appPassword, database),
    createDatabase: (name) => createDatabase(ownerUrl('postgres'), name),
    ended,
    logFile: cluster.logFile,
    // SIGINT is the fast shutdown: sessions are ended, everything is written, nothing to recover.
    stop: once(async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ask = () =>
          execFile(program(cluster, 'pg_ctl'), ['stop', '-m', 'fast', '-D', cluster.data]);
        await endProcess(child.pid!, ['SIGINT', 'SIGQUIT', 'SIGKILL'], 8_000, ask);
      }
      await ended;
    }),
  };
}

/** The owner's address of the server that is running on this folder, if there is one. */
export async function runningPostgres(
  wished: string,
): Promise<{ ownerUrl(database: string): string } | undefined> {
  const { data, ownerPassword } = await prepare(wished);
  const pidFile = readPidFile(data);
  if (findOrphan(data, pidFile) === undefined) return undefined;
  // The fourth line of postmaster.pid is the port.
  const port = pidFile.split('\n')[3];
  return {
    ownerUrl: (database) => `postgres://${owner}:${ownerPassword}@127.0.0.1:${port}/${database}`,
  };
}

async function prepare(wished: string): Promise<Cluster> {
  const account = postgresAccount();
  const folder = reachableFolder(wished, account);
  const passwords = keepSecrets(join(folder, 'passwords.json'), ['owner', 'app']);
  return {
    data: join(folder, 'data'),
    logFile: join(folder, 'postgres.log'),
    binaries: await postgresBinaries(account),
    account,
    ownerPassword: passwords.owner,
    appPassword: passwords.app,
  };
}

/** After a kill -9 of its parents, a server may still be running on this folder. */
async function stopOrphan(data: string): Promise<void> {
  const pid = findOrphan(data, readPidFile(data));
  if (pid !== undefined) await endProcess(pid, ['SIGINT', 'SIGQUIT', 'SIGKILL'], 8_000);
}

/**
 * The server named in the folder's postmaster.pid, if that process exists and is a server of this folder:
 * another program may have the id by now.
 */
export function findOrphan(data: string, pidFile: string): number | undefined {
  const pid = Number(pidFile.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  const command = readCommand(pid);
  return /postgres/.test(command) && command.includes(data) ? pid : undefined;
}

function readPidFile(data: string): string {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8');
  } catch {
    return '';
  }
}

/**
 * The options of every cluster, in containers too: the builtin C.UTF-8 locale compares texts by their bytes
 * and does not depend on the machine's locales.
 */
export const initdbArguments = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

/**
 * The first start. The data folder gets its name when it is complete, so an interrupted first start begins
 * again.
 */
async function initialise(cluster: Cluster, sync: boolean): Promise<void> {
  const unfinished = `${cluster.data}.new`;
  const passwordFile = `${cluster.data}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, cluster.ownerPassword, { mode: 0o600 });
  const { account } = cluster;
  if (account.uid !== undefined) {
    for (const path of [unfinished, passwordFile]) chownSync(path, account.uid, account.gid!);
  }
  const log = openSync(cluster.logFile, 'a', 0o600);
  try {
    const child = spawn(
      program(cluster, 'initdb'),
      [
        `--pgdata=${unfinished}`,
        `--username=${owner}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        ...initdbArguments,
        ...(sync ? [] : ['--no-sync', '--set=scram_iterations=1']),
      ],
      { ...account, cwd: unfinished, env: postgresEnvironment(), stdio: ['ignore', log, log] },
    );
    const code = await new Promise((done, fail) => child.once('exit', done).once('error', fail));
    if (code !== 0) {
      throw new Plain(`PostgreSQL could not make its data folder.\n${lastLines(cluster.logFile)}`);
    }
    renameSync(unfinished, cluster.data);
  } finally {
    closeSync(log);
    rmSync(passwordFile, { force: true });
  }
}

/**
 * The processes of a killed server keep its memory until they notice the kill. Until then a new server ends
 * immediately, so it is started again.
 */
async function launchUntilReady(cluster: Cluster, port: number, fsync: boolean) {
  const until = Date.now() + startDeadline_ms;
  for (;;) {
    const child = launch(cluster, port, fsync);
    guard(child, 'SIGINT');
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    try {
      await waitUntilReady(child, cluster);
      return { child, ended };
    } catch (error) {
      const isHeld = lastLines(cluster.logFile, 2).includes('pre-existing shared memory block');
      if (!isHeld || Date.now() > until) throw error;
      await sleep(100);
    }
  }
}

function launch(cluster: Cluster, port: number, fsync: boolean): ChildProcess {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    // No socket file: its path has a length limit that a deeply nested clone would exceed.
    unix_socket_directories: '',
    max_connections: 200,
    log_min_messages: 'warning',
    log_line_prefix: '%m [%p] %d ',
    ...(fsync
      ? {}
      : {
          fsync: 'off',
          full_page_writes: 'off',
          synchronous_commit: 'off',
          scram_iterations: 1,
          // It would visit each of the hundreds of databases once a minute.
          autovacuum: 'off',
          // For many concurrent stacks; each has up to sixty connections.
          max_connections: 500,
        }),
  };
  const log = openSync(cluster.logFile, 'a', 0o600);
  try {
    return spawn(
      program(cluster, 'postgres'),
      ['-D', cluster.data, ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
      {
        ...cluster.account,
        cwd: cluster.data,
        env: postgresEnvironment(),
        stdio: ['ignore', log, log],
        // Not in the terminal's process group: a Ctrl-C reaches us first, and we end the server last.
        detached: true,
        windowsHide: true,
      },
    );
  } finally {
    closeSync(log);
  }
}

const program = ({ binaries }: Cluster, name: string) => join(binaries, 'bin', toExecutable(name));

/** PG* variables of the user's shell must not affect our server. */
function postgresEnvironment(): NodeJS.ProcessEnv {
  return { ...pickSystemVariables(process.env), LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * The eighth line of postmaster.pid says "ready", or "standby", so no password, port or log line has to be
 * guessed. The file of a killed server says so too, so its process is checked.
 */
function isReady(pidFile: string, pid: number | undefined): boolean {
  const lines = pidFile.split('\n');
  return Number(lines[0]) === pid && /^(ready|standby)\s*$/.test(lines[7] ?? '');
}

async function waitUntilReady(child: ChildProcess, cluster: Cluster): Promise<void> {
  let failed: Error | undefined;
  child.once('error', (error) => (failed = error));
  const until = Date.now() + startDeadline_ms;
  while (!isReady(readPidFile(cluster.data), child.pid)) {
    if (failed || child.exitCode !== null || child.signalCode !== null || Date.now() > until) {
      if (child.pid && child.exitCode === null) await endProcess(child.pid, ['SIGQUIT', 'SIGKILL']);
      const reason = failed?.message ?? lastLines(cluster.logFile);
      throw new Plain(`PostgreSQL did not start (its log: ${cluster.logFile}).\n${reason}`);
    }
    await sleep(20);
  }
}

export async function createDatabase(url: string, name: string): Promise<void> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`invalid database name: ${name}`);
  const pool = createPool(url, { max: 1 });
  try {
    const found = await pool.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await pool.query(`create database ${name}`);
  } finally {
    await pool.end();
  }
}
