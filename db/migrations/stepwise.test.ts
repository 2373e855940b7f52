// Migrations while the servers run. Each is a transaction of its own, so whichever schema one begins
// from, the rest is the same way.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coordinate } from '../../local/testing/coordinates.ts';
import { createPool } from '../connect.ts';
import { createLedger } from '../ledger/ledger.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { migrate, readMigrationStatus } from '../migrate.ts';

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
  pool = createPool(server.href, { max: 3 });
});
afterAll(async () => {
  await pool?.end();
  await cluster?.query(`drop database if exists ${name} with (force)`);
  await cluster?.query(`drop role if exists ${login}`);
  await cluster?.end();
});

const toPending = async () =>
  (await readMigrationStatus(urls.ownerUrl)).filter(({ appliedAt }) => !appliedAt);

/** A reader, as a server is, and a migration that wants the same table for itself. */
async function migrateBesideReaders(upTo: string): Promise<string[]> {
  const reader = await pool.connect();
  try {
    await reader.query('begin; select from generation');
    const migrated = migrate({ ...urls, upTo });
    await expect
      .poll(
        async () =>
          (
            await cluster.query(
              `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
              [name],
            )
          ).rowCount,
        { timeout: 60_000, interval: 20 },
      )
      .toBeGreaterThan(0);
    // Behind a migration that waits without a limit, it would wait for the first reader too.
    await pool.query('select from generation');
    await reader.query('commit');
    return await migrated;
  } finally {
    reader.release();
  }
}

test('given what people had, when migrated while others read, then each is a transaction of its own and all is there', async () => {
  const pending = await toPending();
  expect(pending.length).toBeGreaterThan(30);
  await migrate({ ...urls, upTo: '0002-people' });
  await pool.query(`
    insert into wallet (id, owner_kind, owner_id) values ('w', 'user', 'u');
    insert into user_profile (uid, account_type, wallet_id, first_name, last_name, email)
      values ('u', 'individual', 'w', 'A', 'B', 'a@example.in')`);
  await migrate({ ...urls, upTo: '0034-exports' });
  const ledger = createLedger({ connectionString: app.href });
  const credit = { type: 'AdjustByAdmin', walletId: 'w', actor: 'test', reason: 'x' } as const;
  await ledger.append({ ...credit, amountPaise: 45_00, idempotencyKey: '1' });
  await ledger.close();
  expect(await migrateBesideReaders('0035-library')).toEqual(['0035-library']);
  await migrate(urls);

  expect(await toPending()).toEqual([]);
  const { rows: transactions } = await pool.query(
    'select count(distinct xmin::text) as count from kysely_migration',
  );
  expect(transactions).toEqual([{ count: pending.length }]);
  const { rows } = await pool.query(
    'select p.first_name, w.balance_paise from user_profile p join wallet w on w.id = p.wallet_id',
  );
  expect(rows).toEqual([{ first_name: 'A', balance_paise: 45_00 }]);
  expect((await verifyLedger({ connectionString: urls.ownerUrl })).faults).toEqual([]);
});

test('given a changed password of the servers, when migrated, then their login has the new one', async () => {
  const appUrl = new URL(app);
  appUrl.username = login;
  for (const password of ['the-first', 'the-second']) {
    appUrl.password = password;
    await migrate({ ownerUrl: urls.ownerUrl, appUrl: appUrl.href });
    const servers = createPool(appUrl.href, { max: 1 });
    expect((await servers.query('select current_user as name')).rows).toEqual([{ name: login }]);
    await servers.end();
  }
});

test('given a migration of later code, then the status tells of it', async () => {
  await pool.query(`insert into kysely_migration (name, timestamp) values ('9999-later', now())`);
  expect((await readMigrationStatus(urls.ownerUrl)).at(-1)).toMatchObject({
    name: '9999-later',
    isKnown: false,
    appliedAt: expect.any(Date),
  });
});
