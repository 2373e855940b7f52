/** Brings a database up to date, as its owner, and gives the application's logins their role. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { lockUntilCommit } from './locks.ts';
import { createPool } from './connect.ts';
import { migrations } from './migrations.ts';
import { seedKnownModels } from './models/catalogue.ts';
import { seedProviders } from './models/providers.ts';
import type { Database } from './tables.ts';

/** The database has a schema that this code cannot bring up to date. */
export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch';
}

/**
 * Applies all missing migrations in one transaction and returns their names. `ownerUrl` may create tables and
 * roles; `appUrl` names the login of API and workers, which is created if it is missing. `creditsLimitPaise`:
 * the amount that one admin may adjust alone in 24 hours; unchanged if it is not given. Throws
 * SchemaMismatch.
 */
export async function migrate({
  creditsLimitPaise,
  ...urls
}: {
  ownerUrl: string;
  appUrl: string;
  creditsLimitPaise?: number;
}): Promise<string[]> {
  // Building an index of a large table may take hours.
  const noLimits = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
  const pool = createPool(urls.ownerUrl, { max: 2, ...noLimits });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await ensureRoles(db, urls);
    await givePassword(db, urls);
    await actAsRole(db, urls);
    const applied = await applyMigrations(db);
    await seedProviders(db as Kysely<Database>);
    await seedKnownModels(db as Kysely<Database>);
    if (creditsLimitPaise !== undefined) await setCreditsLimit(db, creditsLimitPaise);
    return applied;
  } finally {
    await db.destroy();
  }
}

async function applyMigrations(db: Kysely<unknown>): Promise<string[]> {
  const entries = migrations.map(({ name, text }) => {
    const up = async (trx: Kysely<unknown>) => void (await sql.raw(text).execute(trx));
    return [name, { up }] as const;
  });
  const provider = { getMigrations: async () => Object.fromEntries(entries) };
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    if (await isOfNewerRelease(db)) return [];
    throw new SchemaMismatch('the database was made by another version of Sachet', {
      cause: error,
    });
  }
  if (error) throw error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}

/** After an upgrade is taken back, the database keeps the newer release's migrations, which come after ours. */
async function isOfNewerRelease(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name collate "C"`.execute(db);
  return migrations.every(({ name }, index) => rows[index]?.name === name);
}

export interface MigrationStatus {
  readonly name: string;
  readonly appliedAt: Date | null;
  /** Whether this code has this migration. */
  readonly isKnown: boolean;
}

/** Every migration of this code, and those of other versions that were applied. Changes nothing. */
export async function readMigrationStatus(ownerUrl: string): Promise<MigrationStatus[]> {
  const pool = createPool(ownerUrl, { max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { rows: tables } = await sql<{ exists: boolean }>`
      select to_regclass('kysely_migration') is not null as exists`.execute(db);
    const { rows } = tables[0]!.exists
      ? await sql<{ name: string; timestamp: string }>`
          select name, timestamp from kysely_migration`.execute(db)
      : { rows: [] };
    const known = new Set(migrations.map(({ name }) => name));
    const appliedAt = new Map(rows.map(({ name, timestamp }) => [name, new Date(timestamp)]));
    return [...new Set([...known, ...appliedAt.keys()])].toSorted().map((name) => ({
      name,
      appliedAt: appliedAt.get(name) ?? null,
      isKnown: known.has(name),
    }));
  } finally {
    await db.destroy();
  }
}

/** Sets the limit and writes an audit row, as every change of admins' permissions does. */
async function setCreditsLimit(db: Kysely<unknown>, limitPaise: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ before: string }>`
      update credits_limit set limit_paise = ${limitPaise}
        from (select limit_paise as before from credits_limit for update) as old
       where before <> ${limitPaise} returning before`.execute(trx);
    if (!rows[0]) return;
    const details = JSON.stringify({ from: Number(rows[0].before), to: limitPaise });
    await sql`insert into admin_audit (actor, action, details)
              values ('operator', 'set-credits-limit', ${details})`.execute(trx);
  });
}

/** The role of every login of the servers: it has their permissions and owns what they create. */
const role = 'sachet_app';

interface Urls {
  readonly ownerUrl: string;
  readonly appUrl: string;
}

const readLogin = (url: string) => {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
};

/** Roles belong to the whole cluster: a concurrent migration of another database may create the same ones. */
async function ensureRoles(db: Kysely<unknown>, urls: Urls): Promise<void> {
  await createRoles(db, urls).catch((error: { code?: string }) => {
    if (error.code !== uniqueViolation && error.code !== duplicateObject) throw error;
    return createRoles(db, urls);
  });
}

const uniqueViolation = '23505';
const duplicateObject = '42710';

async function createRoles(db: Kysely<unknown>, { ownerUrl, appUrl }: Urls): Promise<void> {
  const { name, password } = readLogin(appUrl);
  if (name === '') throw new Error('DATABASE_URL names no user');
  await db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, 'roles');
    const existing = await sql<{ rolname: string }>`
      select rolname from pg_roles where rolname in (${role}, ${name})`.execute(trx);
    const has = (each: string) => existing.rows.some((row) => row.rolname === each);
    if (!has(role)) await sql`create role ${sql.id(role)} nologin`.execute(trx);
    if (name === readLogin(ownerUrl).name) return;
    if (!has(name)) {
      await sql`create role ${sql.id(name)} login password ${sql.lit(password)}`.execute(trx);
    }
    await sql`grant ${sql.id(role)} to ${sql.id(name)}`.execute(trx);
    // The queue has its own schema, which BullMQ creates and migrates.
    const { pathname } = new URL(ownerUrl);
    const database = decodeURIComponent(pathname.slice(1));
    await sql`grant create on database ${sql.id(database)} to ${sql.id(role)}`.execute(trx);
  });
}

const wrongPassword = '28P01';

/** An existing login gets the password of `appUrl` if it differs. */
async function givePassword(db: Kysely<unknown>, { ownerUrl, appUrl }: Urls): Promise<void> {
  const { name, password } = readLogin(appUrl);
  if (name === readLogin(ownerUrl).name) return;
  const pool = createPool(appUrl, { max: 1 });
  const refusal = await pool.query('select 1').then(
    () => undefined,
    (error: { code?: string }) => error,
  );
  await pool.end();
  if (refusal?.code !== wrongPassword) return;
  await sql`alter role ${sql.id(name)} password ${sql.lit(password)}`.execute(db);
}

/**
 * A login acts as the role: while a password is changed there are two logins, and the tables that one creates
 * for the queue belong to both.
 */
async function actAsRole(db: Kysely<unknown>, { ownerUrl, appUrl }: Urls): Promise<void> {
  const { name } = readLogin(appUrl);
  if (name === readLogin(ownerUrl).name) return;
  const { rows } = await sql`
    select from pg_db_role_setting join pg_roles r on setrole = r.oid
     where r.rolname = ${name} and setdatabase = 0 and ${`role=${role}`} = any (setconfig)`.execute(
    db,
  );
  if (rows.length > 0) return;
  await sql`alter role ${sql.id(name)} set role = ${sql.lit(role)}`.execute(db);
}

/**
 * Drops a previous login of the servers, at the end of a change of their password. If it must stay (it is the
 * login of `appUrl`, not a login of the servers, or in use), nothing changes and the reason is returned.
 */
export async function dropLogin(login: string, { ownerUrl, appUrl }: Urls): Promise<string | null> {
  if (login === readLogin(appUrl).name) return `DATABASE_URL names ${login}`;
  const pool = createPool(ownerUrl, { max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { rows } = await sql<{ connections: number }>`
      select (select count(*) from pg_stat_activity where usesysid = r.oid) as connections
        from pg_roles as r join pg_auth_members on member = r.oid
       where rolname = ${login} and roleid = ${role}::regrole and rolcanlogin and not rolsuper`.execute(
      db,
    );
    const connections = rows[0]?.connections;
    if (connections === undefined) return `the servers have no login ${login}`;
    if (connections > 0) return `${connections} connections are ${login}'s`;
    await sql`drop role ${sql.id(login)}`.execute(db);
    return null;
  } finally {
    await db.destroy();
  }
}
