import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coordinate } from '../dev/local/testing/coordinates.ts';
import { createPool } from './connect.ts';
import { migrate, readMigrationStatus, SchemaMismatch } from './migrate.ts';
import { migrations } from './migrations.ts';

const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
const login = `login_${name}`;
const server = new URL(coordinate('TEST_DATABASE_OWNER_URL'));
const app = new URL(coordinate('TEST_DATABASE_APP_URL'));
let cluster: pg.Pool;
let pool: pg.Pool;
let urls: { ownerUrl: string; appUrl: string };

beforeAll(async () => {
  server.pathname = '/postgres';
  cluster = createPool(server.href, { max: 1 });
  await cluster.query(`create database ${name}`);
  server.pathname = app.pathname = `/${name}`;
  urls = { ownerUrl: server.href, appUrl: app.href };
  pool = createPool(server.href, { max: 2 });
});
afterAll(async () => {
  await pool?.end();
  await cluster?.query(`drop database if exists ${name} with (force)`);
  await cluster?.query(`drop role if exists ${login}`);
  await cluster?.end();
});

test('two processes that migrate an empty database concurrently apply each migration once', async () => {
  const applied = await Promise.all([migrate(urls), migrate(urls)]);
  expect(applied.flat()).toEqual(migrations.map((migration) => migration.name));
  expect(await migrate(urls)).toEqual([]);
});

test('a login that the migration of another database creates at the same moment is used', async () => {
  const other = new URL(app);
  other.username = `${login}_other`;
  const client = await cluster.connect();
  try {
    await client.query('begin');
    await client.query(`create role ${other.username} login password '${other.password}'`);
    const migrating = migrate({ ownerUrl: urls.ownerUrl, appUrl: other.href });
    const waiting = `select from pg_stat_activity
      where datname = $1 and cardinality(pg_blocking_pids(pid)) > 0`;
    await expect.poll(async () => (await pool.query(waiting, [name])).rowCount).toBe(1);
    await client.query('commit');
    expect(await migrating).toEqual([]);
    const servers = createPool(other.href, { max: 1 });
    const { rows } = await servers.query('select session_user as name');
    await servers.end();
    expect(rows).toEqual([{ name: other.username }]);
  } finally {
    await client.query('rollback');
    client.release();
    await pool.query(`drop owned by ${other.username}`);
    await pool.query(`drop role ${other.username}`);
  }
});

test('the login of the servers gets a changed password, and open connections keep working', async () => {
  const appUrl = new URL(app);
  appUrl.username = login;
  const opened: pg.Pool[] = [];
  for (const password of ['the-first', 'the-second']) {
    appUrl.password = password;
    await migrate({ ownerUrl: urls.ownerUrl, appUrl: appUrl.href });
    opened.push(createPool(appUrl.href, { max: 1, idleTimeoutMillis: 0 }));
    for (const servers of opened) {
      expect((await servers.query('select session_user as name')).rows).toEqual([{ name: login }]);
    }
  }
  await Promise.all(opened.map((servers) => servers.end()));
});

test('a database with a migration that this code lacks is refused, and the status names it', async () => {
  const unknown = '0001-ledger-00000000';
  await pool.query(`insert into kysely_migration (name, timestamp) values ($1, now())`, [unknown]);
  await expect(migrate(urls)).rejects.toThrow(SchemaMismatch);
  expect((await readMigrationStatus(urls.ownerUrl))[0]).toMatchObject({
    name: unknown,
    isKnown: false,
    appliedAt: expect.any(Date),
  });
});
