/**
 * A primary and its synchronous standby behind HAProxy with the configuration of `ops/deploy/haproxy.cfg`. This
 * module is their Patroni: it answers HAProxy's role checks, promotes the standby, and makes the previous
 * primary a standby again.
 */
import { spawn } from 'node:child_process';
import { chownSync, closeSync, copyFileSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '@sachet/db/connect';
import { migrate } from '@sachet/db/migrate';
import { takeBase } from '../../../ops/backup/base.ts';
import { fillDisk, mount, unmount } from '../../../adapters/images/testing/disk.ts';
import { startChild } from '../children.ts';
import { findProgram } from '../debian-packages.ts';
import { once } from '../once.ts';
import { root } from '../places.ts';
import { freePort } from '../ports.ts';
import { startPostgres, type Postgres } from '../postgres.ts';
import { postgresAccount, reachableFolder, removeReachableFolder } from '../postgres-account.ts';
import { endProcess, guard, isAlive } from '../processes.ts';
import { expectWholeLedger, type TestDatabase } from './database.ts';

export interface PostgresPair {
  /** The addresses of HAProxy. */
  readonly database: TestDatabase;
  readonly primary: () => Postgres;
  readonly standby: () => Postgres;
  /** Kills the primary, and promotes the standby once the kill is noticed. */
  failOver(): Promise<void>;
  /** Makes the killed server a synchronous standby of the new primary. */
  rejoin(): Promise<void>;
  /** Fills the disk of the primary. Needs `diskMegabytes`. */
  fillDisk(): Promise<void>;
  /** Makes room again, starts the primary if it has ended, and waits for the standby. */
  freeDisk(): Promise<void>;
  stop(): Promise<void>;
}

const database = 'sachet';

/** With `diskMegabytes` each server has a separate disk of this size, which needs `mount` to work. */
export async function startPostgresPair(
  folder: string,
  { diskMegabytes }: { diskMegabytes?: number } = {},
): Promise<PostgresPair> {
  const account = postgresAccount();
  const folders = ['a', 'b'].map((name) => reachableFolder(join(folder, name), account));
  if (diskMegabytes) for (const each of folders) mount(each, `size=${diskMegabytes}m,mode=755`);
  const nodes: Postgres[] = [await startPostgres({ folder: folders[0]! })];
  let primary = 0;
  let filler = '';
  const ask = <Row extends object>(node: Postgres, text: string): Promise<Row[]> =>
    query(node.ownerUrl(database), text);

  /** Copies the primary's data into the other node's folder, and starts it. */
  async function follow(): Promise<void> {
    const from = nodes[primary]!;
    const other = 1 - primary;
    const data = join(folders[other]!, 'data');
    const port = nodes[other]?.port ?? (await freePort());
    rmSync(data, { recursive: true, force: true });
    copyFileSync(
      join(folders[primary]!, 'passwords.json'),
      join(folders[other]!, 'passwords.json'),
    );
    await copyData(from.ownerUrl(database), data);
    const { hostname, username, password } = new URL(from.ownerUrl(database));
    const conninfo = `host=${hostname} port=${from.port} user=${username} password=${password} application_name=${standbyName}`;
    await appendFile(join(data, 'postgresql.auto.conf'), `\nprimary_conninfo = '${conninfo}'\n`);
    await writeFile(join(data, 'standby.signal'), '');
    if (account.uid !== undefined)
      chownSync(join(data, 'standby.signal'), account.uid, account.gid!);
    nodes[other] = await startPostgres({ folder: folders[other]!, port });
    // As Patroni does: the primary waits for its standby from the moment it has everything, and not before.
    await until(async () => (await readStandby(from))?.state === 'streaming');
    await ask(from, `alter system set synchronous_standby_names = '${standbyName}'`);
    await ask(from, 'select pg_reload_conf()');
    await until(async () => (await readStandby(from))?.sync_state === 'sync');
  }

  const readStandby = async (from: Postgres) =>
    (
      await ask<{ state: string; sync_state: string }>(from, 'select * from pg_stat_replication')
    )[0];

  await nodes[0]!.createDatabase(database);
  await migrate({
    ownerUrl: nodes[0]!.ownerUrl(database),
    appUrl: nodes[0]!.appUrl(database),
  });
  // A standby that connects again finds the WAL it lacks, and tries often.
  await ask(nodes[0]!, "alter system set wal_keep_size = '1GB'");
  await ask(nodes[0]!, "alter system set wal_retrieve_retry_interval = '200ms'");
  await ask(nodes[0]!, 'select pg_reload_conf()');
  await follow();
  const checks = await startChild<{ ports: number[] }>({
    name: 'role checks',
    script: 'dev/local/testing/role-checks.ts',
    args: nodes.map((node) => node.ownerUrl('postgres')),
    logFile: join(folder, 'role-checks.log'),
  });
  const proxy = await startHaproxy(folder, nodes, checks.ready.ports);
  const throughProxy = (url: string) => url.replace(/:\d+\//, `:${proxy.port}/`);
  const ownerUrl = throughProxy(nodes[0]!.ownerUrl(database));
  // Before its first checks HAProxy takes both for primaries, and uses them in turns.
  await until(async () => {
    const [one, other] = [await isPrimaryAt(ownerUrl), await isPrimaryAt(ownerUrl)];
    return one && other;
  });

  return {
    database: {
      name: database,
      ownerUrl,
      appUrl: throughProxy(nodes[0]!.appUrl(database)),
      verify: () => expectWholeLedger(ownerUrl),
      drop: async () => {},
    },
    primary: () => nodes[primary]!,
    standby: () => nodes[1 - primary]!,
    async failOver() {
      const killed = nodes[primary]!;
      process.kill(killed.pid, 'SIGKILL');
      await killed.ended;
      const next = nodes[1 - primary]!;
      await ask(next, 'select pg_promote()');
      primary = 1 - primary;
    },
    rejoin: follow,
    async fillDisk() {
      filler = await fillDisk(folders[primary]!);
    },
    async freeDisk() {
      rmSync(filler);
      await until(async () => {
        const { pid, port } = nodes[primary]!;
        // Postgres ends when it cannot write while it recovers from a crash.
        if (!isAlive(pid)) {
          nodes[primary] = await startPostgres({ folder: folders[primary]!, port });
        }
        return (await readStandby(nodes[primary]!))?.sync_state === 'sync';
      });
    },
    stop: once(async () => {
      await proxy.stop();
      await checks.stop();
      await Promise.all(nodes.map((node) => node.stop()));
      if (diskMegabytes) for (const each of folders) unmount(each);
      for (const name of ['a', 'b']) removeReachableFolder(join(folder, name));
      rmSync(folder, { recursive: true, force: true });
    }),
  };
}

const standbyName = 'standby';

/** Copies a running cluster with the product's base backup. */
async function copyData(ownerUrl: string, data: string): Promise<void> {
  const account = postgresAccount();
  mkdirSync(data, { mode: 0o700 });
  if (account.uid !== undefined) chownSync(data, account.uid, account.gid!);
  const tar = spawn('tar', ['-xz', '--no-same-owner'], {
    ...account,
    cwd: data,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = new Promise<number | null>((done, fail) =>
    tar.once('close', done).once('error', fail),
  );
  await takeBase({ ownerUrl, vault: { put: (source) => pipeline(source, tar.stdin) } });
  if ((await ended) !== 0) throw new Error('the copy of the primary could not be unpacked');
}

async function startHaproxy(
  folder: string,
  nodes: readonly Postgres[],
  checkPorts: readonly number[],
): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const program = findProgram(['haproxy', '/usr/sbin/haproxy']);
  if (!program) throw new Error('HAProxy is not installed: apt-get install haproxy');
  const log = openSync(join(folder, 'haproxy.log'), 'a', 0o600);
  const child = spawn(program, ['-db', '-f', join(root, 'ops/deploy/haproxy.cfg')], {
    env: {
      HAPROXY_BIND: `127.0.0.1:${port}`,
      POSTGRES_A: `127.0.0.1:${nodes[0]!.port}`,
      POSTGRES_B: `127.0.0.1:${nodes[1]!.port}`,
      PATRONI_A_PORT: String(checkPorts[0]),
      PATRONI_B_PORT: String(checkPorts[1]),
    },
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  guard(child, 'SIGTERM');
  return { port, stop: () => endProcess(child.pid!) };
}

const readRecovering = 'select pg_is_in_recovery() as recovering';
const isPrimaryAt = async (url: string) =>
  !(await query<{ recovering: boolean }>(url, readRecovering))[0]!.recovering;

export async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const pool = createPool(url, { max: 1 });
  try {
    return (await pool.query<Row>(text)).rows;
  } finally {
    await pool.end();
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + 60_000;
  for (;;) {
    const failure = await isSo().then(
      (yes) => (yes ? null : new Error('the pair of Postgres did not get ready')),
      (error: unknown) => error,
    );
    if (failure === null) return;
    if (Date.now() > deadlineMs) throw failure;
    await sleep(50);
  }
}
