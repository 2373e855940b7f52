import { spawn } from 'node:child_process';
import { appendFileSync, globSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@sachet/db/connect';
import { afterAll, expect, test } from 'vitest';
import { findOrphan, startPostgres } from './postgres.ts';
import { removeReachableFolder } from './postgres-account.ts';
import { isAlive } from './processes.ts';
import { startRedis } from './redis.ts';

const parent = mkdtempSync(join(tmpdir(), 'sachet-postgres-'));
const folder = join(parent, 'postgres');
afterAll(() => {
  removeReachableFolder(folder);
  removeReachableFolder(parent);
});

test('a Postgres server starts, keeps its data, and replaces a server that was left running', async () => {
  const first = await startPostgres({ folder });
  await first.createDatabase('sachet');
  await query(first.ownerUrl('sachet'), 'create table kept (n int)');

  // A second start on the same folder finds the first server still running, as after a kill -9 of its parent.
  const second = await startPostgres({ folder });
  expect(isAlive(first.pid)).toBe(false);
  await query(second.ownerUrl('sachet'), 'insert into kept values (1)');

  // A killed server leaves a postmaster.pid with "ready", which the next start must not believe.
  process.kill(second.pid, 'SIGKILL');
  await second.ended;
  const third = await startPostgres({ folder });
  expect(await query(third.ownerUrl('sachet'), 'select n from kept')).toEqual([{ n: 1 }]);
  await third.stop();
  await third.stop();
  expect(isAlive(third.pid)).toBe(false);
});

test('the Postgres server listens only on this machine, and requires passwords, whose file only its owner can read', async () => {
  const server = await startPostgres({ folder, fsync: false });
  try {
    const [row] = await query(server.ownerUrl('sachet'), 'show listen_addresses');
    expect(row).toEqual({ listen_addresses: '127.0.0.1' });
    const url = new URL(server.ownerUrl('sachet'));
    url.password = 'wrong';
    await expect(query(url.href, 'select 1')).rejects.toThrow('password authentication failed');
    expect(statSync(join(folder, 'passwords.json')).mode & 0o777).toBe(0o600);
  } finally {
    await server.stop();
  }
});

test('an id in postmaster.pid that now belongs to another program is ignored', () => {
  const stranger = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  expect(findOrphan('/some/data', `${stranger.pid}\n/some/data\n`)).toBeUndefined();
  expect(findOrphan('/some/data', '')).toBeUndefined();
  expect(findOrphan('/some/data', '-1\n')).toBeUndefined();
  const ours = spawn(process.execPath, [
    '-e',
    'setTimeout(() => {}, 60000)',
    'postgres -D /a/data',
  ]);
  expect(findOrphan('/a/data', `${ours.pid}\n/a/data\n`)).toBe(ours.pid);
  stranger.kill('SIGKILL');
  ours.kill('SIGKILL');
});

async function query(url: string, statement: string): Promise<object[]> {
  const pool = createPool(url, { max: 1 });
  try {
    return (await pool.query(statement)).rows;
  } finally {
    await pool.end();
  }
}

test('a Postgres server that cannot start says why, with the last lines of its log', async () => {
  // The data folder of the tests above.
  const [settings] = globSync(join(folder, '**/postgresql.conf'));
  appendFileSync(settings!, '\nno_such_setting = on\n');
  await expect(startPostgres({ folder })).rejects.toThrow(
    /^PostgreSQL did not start \(its log: [^]*"no_such_setting"/,
  );
});

test('a Redis that cannot start says why', async () => {
  const logFile = join(parent, 'redis.log');
  await expect(startRedis({ folder: '/no/such/folder', logFile })).rejects.toThrow(
    /^Redis did not start\. [^]*\/no\/such\/folder/,
  );
});
