// Migrations while the servers run. Each is a transaction of its own, so whichever schema one begins
// from, the rest is the same way.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coordinate } from '../../local/testing/coordinates.ts';
import { verifyAudit } from '../admin/verify-audit.ts';
import { createKysely, createPool } from '../connect.ts';
import { createLedger } from '../ledger/ledger.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { migrate, readMigrationStatus, type MigrationStatus } from '../migrate.ts';
import { addEarlierData, findChanged, type PutRow } from '../testing/earlier-data.ts';
import { brokenInvariants } from '../testing/ledger-checks.ts';
import { findBreaches, readContract, type SchemaContract } from '../testing/schema-contract.ts';

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

/** From which on a migration must leave what older code uses, or say which code it needs. */
const ruleSince = '0038-schema-requirement';

test('given what people had in every earlier schema, when migrated on from it, then all of it stands, older code misses nothing, and the books go on', async () => {
  const pending = await toPending();
  expect(pending.length).toBeGreaterThan(30);
  const put: PutRow[] = [];
  const breaches: Record<string, string[]> = {};
  let contract: SchemaContract | undefined;
  for (const { name: migration } of pending) {
    const applied =
      migration === '0035-library'
        ? await migrateBesideReaders(migration)
        : await migrate({ ...urls, upTo: migration });
    expect(applied).toEqual([migration]);
    const now = await readContract(pool);
    const found = contract ? findBreaches(contract, now) : [];
    if (found.length > 0) breaches[migration] = found;
    contract = now;
    put.push(...(await addEarlierData(pool, migration.slice(0, 4))));
  }
  expect(await migrate(urls)).toEqual([]);
  expect(await toPending()).toEqual([]);
  const { rows: transactions } = await pool.query(
    'select count(distinct xmin::text) as count from kysely_migration',
  );
  expect(transactions).toEqual([{ count: pending.length }]);

  expect(put.length).toBeGreaterThan(1_000);
  expect(await findChanged(pool, put)).toEqual([]);
  expect((await verifyAudit(createKysely(pool))).faults).toEqual([]);
  const ledger = createLedger({ connectionString: app.href });
  for (const { name: migration } of pending) {
    const walletId = `wal_${migration.slice(0, 4)}`;
    const hold = { walletId, holdId: `hold_${walletId}_open`, actor: 'worker' };
    const capture = { ...hold, type: 'CaptureHold', idempotencyKey: 'later' } as const;
    expect(await ledger.append(capture)).toMatchObject({ ok: true, replayed: false });
  }
  await ledger.close();
  expect((await verifyLedger({ connectionString: urls.ownerUrl })).faults).toEqual([]);
  expect(await brokenInvariants(pool)).toEqual([]);

  const isHeld = ({ name: migration, needsCodeOf }: MigrationStatus) =>
    migration > ruleSince && needsCodeOf === null;
  const broken = pending.filter(isHeld).flatMap(({ name: migration }) => breaches[migration] ?? []);
  expect(broken).toEqual([]);
  // What came before the rule shows that a breach is found.
  expect(breaches['0018-signup-bonus']).toEqual(['user_profile.bonus_awaits_verification is gone']);
});

test('given a changed password of the servers, when migrated, then their login has the new one', async () => {
  const appUrl = new URL(app);
  appUrl.username = login;
  const opened: pg.Pool[] = [];
  for (const password of ['the-first', 'the-second']) {
    appUrl.password = password;
    await migrate({ ownerUrl: urls.ownerUrl, appUrl: appUrl.href });
    opened.push(createPool(appUrl.href, { max: 1, idleTimeoutMillis: 0 }));
    // What is connected with the password of before goes on.
    for (const servers of opened) {
      expect((await servers.query('select session_user as name')).rows).toEqual([{ name: login }]);
    }
  }
  await Promise.all(opened.map((servers) => servers.end()));
});

test('given a migration of later code, then the status tells of it', async () => {
  await pool.query(`insert into kysely_migration (name, timestamp) values ('9999-later', now())`);
  expect((await readMigrationStatus(urls.ownerUrl)).at(-1)).toMatchObject({
    name: '9999-later',
    isKnown: false,
    appliedAt: expect.any(Date),
  });
});
