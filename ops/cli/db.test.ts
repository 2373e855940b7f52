import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger } from '@sachet/db/ledger/ledger';
import { dropLogin, migrate } from '@sachet/db/migrate';
import { migrations } from '@sachet/db/migrations';
import { listen } from '@sachet/db/live';
import { openWallet } from '@sachet/db/wallet/wallets';
import { createJobQueue } from '../../adapters/queue/queue.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { once } from '../../dev/local/once.ts';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { runProgram } from './testing/programs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const run = (args: string[], env: Record<string, string> = {}) =>
  runProgram('ops/cli/db.ts', args, {
    env: { ...process.env, DATABASE_OWNER_URL: database.ownerUrl, ...env },
  });

test('db status lists when each migration was applied, and db migrate applies the missing ones', async () => {
  const pool = createPool(database.ownerUrl, { max: 1 });
  try {
    const lines = (await run(['status'])).out.trim().split('\n');
    expect(lines[0]).toMatch(/^0001-ledger-[0-9a-f]{8} +applied \d{4}-/);
    expect(await run(['migrate'], { DATABASE_URL: database.appUrl })).toMatchObject({
      code: 0,
      out: 'Nothing to apply.\n',
    });
    await pool.query(`
      drop schema public cascade; create schema public; grant usage on schema public to public`);
    expect((await run(['status'])).out).toMatch(/^0001-ledger-\w+ +missing\n/);
    const migrated = await run(['migrate'], { DATABASE_URL: database.appUrl });
    expect(migrated.out).toMatch(/^Applied: 0001-ledger-\w+, /);
  } finally {
    await pool.end();
  }
});

test('db migrate refuses a database of another version, says so and changes nothing', async () => {
  const pool = createPool(database.ownerUrl, { max: 1 });
  const other = `update kysely_migration set name = '0001-ledger-00000000' where name = $1`;
  try {
    await pool.query(other, [migrations[0]!.name]);
    expect(await run(['migrate'], { DATABASE_URL: database.appUrl })).toMatchObject({
      code: 1,
      err: expect.stringContaining('created by another version of Sachet'),
    });
    expect((await run(['status'])).out).toMatch(
      /^0001-ledger-00000000 .*, by another version of Sachet$/m,
    );
  } finally {
    await pool.query(`update kysely_migration set name = $1 where name = '0001-ledger-00000000'`, [
      migrations[0]!.name,
    ]);
    await pool.end();
  }
});

test('db migrate of the previous release leaves the database of a newer one as it is', async () => {
  const pool = createPool(database.ownerUrl, { max: 1 });
  const newer = '9999-newer-00000000';
  try {
    await pool.query(
      'insert into kysely_migration select $1, max(timestamp) from kysely_migration',
      [newer],
    );
    expect(await run(['migrate'], { DATABASE_URL: database.appUrl })).toMatchObject({
      code: 0,
      out: 'Nothing to apply.\n',
    });
    expect((await run(['status'])).out).toMatch(
      /^9999-newer-00000000 .*, by another version of Sachet$/m,
    );
  } finally {
    await pool.query('delete from kysely_migration where name = $1', [newer]);
    await pool.end();
  }
});

test('a new login of the servers leaves the old one connected until it is dropped', async () => {
  const owner = createPool(database.ownerUrl, { max: 1 });
  const names = ['old', 'new'].map((each) => `${each}_${database.name}`) as [string, string];
  const [before, after] = names.map((name) => toLogin(name)) as [string, string];
  const place = (url: string) => ({ url, prefix: 'queue' });
  const closing: (() => Promise<unknown>)[] = [];
  try {
    await migrate({ ownerUrl: database.ownerUrl, appUrl: before });
    const server = openServer(before, closing);
    const first = createJobQueue(place(before));
    closing.push(() => first.close());
    await Promise.all([server.ready, first.ready]);
    await server.work();

    await migrate({ ownerUrl: database.ownerUrl, appUrl: after });
    // Ended when this answers: otherwise the next query could still be sent on one of them.
    const ends = `select pg_terminate_backend(pid, 60000) from pg_stat_activity where usename = $1`;
    expect((await owner.query(ends, [names[0]])).rowCount).toBeGreaterThan(2);
    await expect.poll(server.missed).toBe(1);
    const second = createJobQueue(place(after));
    closing.push(() => second.close());
    const next = openServer(after, closing);
    await Promise.all([next.ready, second.ready]);
    for (const each of [server, next]) await each.work();
    for (const [i, queue] of [first, second].entries()) {
      await queue.add({
        name: 'preview',
        generationId: `gen_${i}`,
        provider: 'google',
        class: 'customer',
        makes: 'text',
        round: 1,
      });
    }
    const { rows } = await owner.query(`
      select distinct rolname from pg_class c join pg_roles r on r.oid = relowner
       where relnamespace = 'queue'::regnamespace`);
    expect(rows).toEqual([{ rolname: 'sachet_app' }]);

    const drop = (name: string) => dropLogin(name, { ownerUrl: database.ownerUrl, appUrl: after });
    expect(await drop(names[0])).toContain('connections');
    await server.work();
    await Promise.all([server.close(), first.close()]);
    // Postgres notices a closed connection a moment later.
    const connected = 'select from pg_stat_activity where usename = $1';
    await expect.poll(async () => (await owner.query(connected, [names[0]])).rowCount).toBe(0);
    const dropped = await run(['drop-login', names[0]], { DATABASE_URL: after });
    expect(dropped).toMatchObject({ code: 0, out: `${names[0]} was dropped.\n` });
    const late = createPool(before, { max: 1 });
    closing.push(() => late.end());
    await expect(late.query('select 1')).rejects.toMatchObject({ code: '28P01' });
    await next.work();
    expect(await drop(names[1])).toBe(`DATABASE_URL names ${names[1]}`);
    for (const name of ['sachet_owner', 'sachet_app', names[0]]) {
      expect(await drop(name)).toContain('have no login');
    }
  } finally {
    for (const close of closing.toReversed()) await close();
    for (const name of names) await owner.query(`drop role if exists ${name}`);
    await owner.end();
  }
});

test("an owner who is not a superuser can migrate, and objects that the servers' login creates belong to the role", async () => {
  const cluster = createPool(database.ownerUrl, { max: 1 });
  const name = `own_${database.name}`;
  const [owner, login] = [`${name}_owner`, `${name}_login`];
  const urls = {
    ownerUrl: toLogin(owner, name),
    appUrl: toLogin(login, name),
  };
  let servers: ReturnType<typeof createPool> | undefined;
  try {
    await cluster.query(`create role ${owner} login createrole password 'secret_of_${owner}'`);
    await cluster.query(`grant sachet_app to ${owner} with admin option`);
    await cluster.query(`create database ${name} owner ${owner}`);
    await migrate(urls);
    servers = createPool(urls.appUrl, { max: 1 });
    await servers.query('create schema queue; create table queue.job ()');
    const { rows } = await servers.query(
      `select tableowner from pg_tables where tablename in ('job', 'ledger_event') order by tablename`,
    );
    expect(rows).toEqual([{ tableowner: 'sachet_app' }, { tableowner: owner }]);
  } finally {
    await servers?.end();
    await cluster.query(`drop database if exists ${name} with (force)`);
    for (const each of [login, owner]) await cluster.query(`drop role if exists ${each}`);
    await cluster.end();
  }
});

test('db monitor creates a login that reads statistics and no table, and keeps its password', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sachet-monitor-'));
  const written = (name: string) => readFileSync(join(folder, name), 'utf8');
  const owner = createPool(database.ownerUrl, { max: 1 });
  const urls = { DATABASE_URL: database.appUrl, PUBLIC_URL: 'https://sachet.example' };
  let monitor: ReturnType<typeof createPool> | undefined;
  try {
    expect(await run(['monitor', folder], urls)).toMatchObject({ code: 0, err: '' });
    const files = ['postgres-password', 'grafana-password'].map(written);
    expect(new Set(files).size).toBe(2);
    expect((await run(['monitor', folder], urls)).code).toBe(0);
    expect(['postgres-password', 'grafana-password'].map(written)).toEqual(files);
    expect(JSON.parse(written('site.json'))).toEqual([{ targets: [urls.PUBLIC_URL] }]);

    const login = `${written('postgres-user')}:${written('postgres-password')}`;
    monitor = createPool(`postgres://${login}@${written('postgres-address').split('?')[0]}`, {
      max: 1,
    });
    await owner.query('select 1 as seen_by_the_monitor');
    const { rows } = await monitor.query(
      `select query from pg_stat_activity where query = 'select 1 as seen_by_the_monitor'`,
    );
    expect(rows).toHaveLength(1);
    for (const table of ['wallet', 'ledger_event', 'user_profile']) {
      await expect(monitor.query(`select from ${table}`)).rejects.toMatchObject({ code: '42501' });
    }
  } finally {
    await monitor?.end();
    await owner.query('drop role if exists sachet_monitor');
    await owner.end();
    rmSync(folder, { recursive: true });
  }
});

function toLogin(name: string, inDatabase = database.name): string {
  const url = new URL(database.appUrl);
  [url.username, url.password, url.pathname] = [name, `secret_of_${name}`, `/${inDatabase}`];
  return url.href;
}

/** The connections of a server: a pool, the ledger's, and a listener. */
function openServer(url: string, closing: (() => Promise<unknown>)[]) {
  const db = createKysely(createPool(url));
  const ledger = createLedger({ connectionString: url, reconnectWithinMs: 3_000 });
  let missed = 0;
  const live = listen(url, {
    name: 'a server',
    heard: () => {},
    missed: () => void (missed += 1),
  });
  const close = once(async () => {
    await Promise.all([live.close(), ledger.close(), db.destroy()]);
  });
  closing.push(close);
  return { ready: live.ready, missed: () => missed, work, close };

  async function work(): Promise<void> {
    const walletId = await openWallet(db, { kind: 'user', id: randomUUID() });
    const bonus = { type: 'CreditSignupBonus', actor: 'system', amountPaise: 250_00 } as const;
    const credited = await ledger.append({ ...bonus, walletId, idempotencyKey: 'bonus' });
    expect(credited.ok).toBe(true);
  }
}
