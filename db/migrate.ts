/** Brings a database up to date, as its owner, and gives the application's logins their role. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type MigrationProvider } from 'kysely/migration';
import { createPool } from './connect.ts';

const folder = join(import.meta.dirname, 'migrations');

/**
 * One `.sql` file a migration, applied in the order of their names. Each is one transaction, but for the
 * statements that a line `-- concurrently` ends: they come first, one by one and in no transaction, and
 * again where one of them or what follows has failed.
 */
async function readMigrations(): Promise<{ name: string; steps: string[]; text: string }[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const steps = (await readFile(join(folder, file), 'utf8')).split(/^-- concurrently$/m);
      return { name: file.replace('.sql', ''), text: steps.pop()!, steps };
    }),
  );
}

/**
 * The names of the migrations applied. `ownerUrl` may create tables and roles; `appUrl` names the
 * login that API and workers use, which is created if it is missing. `creditsLimitPaise`: what one
 * admin may adjust alone in 24 hours; as it is when not given.
 */
export async function migrate({
  creditsLimitPaise,
  upTo,
  ...urls
}: {
  ownerUrl: string;
  appUrl: string;
  creditsLimitPaise?: number;
  /** The last migration to apply, for tests of the one after it; all when not given. */
  upTo?: string;
}): Promise<string[]> {
  // An index of a large table takes as long as it takes.
  const patient = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
  const pool = createPool(urls.ownerUrl, { max: 2, ...patient, lock_timeout: lockTimeoutMs });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await ensureRoles(db, urls);
    await givePassword(db, urls);
    await actAsRole(db, urls);
    const applied = await db.connection().execute(async (connection) => {
      await lockMigrations(connection);
      return applyMigrations(db, upTo);
    });
    if (creditsLimitPaise !== undefined) await setCreditsLimit(db, creditsLimitPaise);
    return applied;
  } finally {
    await db.destroy();
  }
}

/**
 * One process at a time, until its connection ends. It asks again rather than wait: an index that is
 * made concurrently waits for every statement that is under way.
 */
async function lockMigrations(connection: Kysely<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(7207003) as locked`.execute(connection);
    if (rows[0]!.locked) return;
    await sleep(100);
  }
}

async function applyMigrations(db: Kysely<unknown>, upTo?: string): Promise<string[]> {
  const files = await readMigrations();
  const provider: MigrationProvider = {
    getMigrations: async () =>
      Object.fromEntries(
        files.map(({ name, text }) => [
          name,
          { up: async (trx: Kysely<unknown>) => void (await sql.raw(text).execute(trx)) },
        ]),
      ),
  };
  const migrator = new Migrator({ db, provider });
  const applied: string[] = [];
  const applyTo = async (name: string) => {
    const results = await whenLocked(async () => {
      const outcome = await migrator.migrateTo(name);
      if (outcome.error) throw outcome.error;
      return outcome.results ?? [];
    });
    applied.push(...results.map(({ migrationName }) => migrationName));
  };
  const pending = (await migrator.getMigrations()).filter(
    ({ name, executedAt }) => !executedAt && (upTo === undefined || name <= upTo),
  );
  for (const { name } of pending) {
    const { steps } = files.find((file) => file.name === name)!;
    for (const step of steps) await runConcurrently(db, step);
    await applyTo(name);
  }
  await requireCode(db, files);
  return applied;
}

/** It waits for the transactions under way, and nobody for it: without a limit. */
async function runConcurrently(db: Kysely<unknown>, step: string): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set lock_timeout = 0`.execute(connection);
    try {
      await sql.raw(step).execute(connection);
    } finally {
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

export interface MigrationStatus {
  readonly name: string;
  readonly appliedAt: Date | null;
  /** Whether this code has it. */
  readonly isKnown: boolean;
  /** Statements that come before its transaction, without holding up anybody's work. */
  readonly concurrentSteps: number;
  /** The migration that code must know from then on, where older code cannot go on. */
  readonly needsCodeOf: string | null;
}

/** Every migration that this code knows, and those that later code has applied. Changes nothing. */
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
    const files = new Map((await readMigrations()).map((file) => [file.name, file]));
    const appliedAt = new Map(rows.map(({ name, timestamp }) => [name, new Date(timestamp)]));
    return [...new Set([...files.keys(), ...appliedAt.keys()])].toSorted().map((name) => ({
      name,
      appliedAt: appliedAt.get(name) ?? null,
      isKnown: files.has(name),
      concurrentSteps: files.get(name)?.steps.length ?? 0,
      needsCodeOf: readNeededCode(files.get(name)?.text ?? ''),
    }));
  } finally {
    await db.destroy();
  }
}

/** The migration that servers have to know from this one on, by its line `-- needs code of NNNN-name`. */
export const readNeededCode = (text: string): string | null =>
  /^-- needs code of (\S+)$/m.exec(text)?.[1] ?? null;

/**
 * A migration that takes away what older code uses has a line `-- needs code of NNNN-name`: code that
 * does not know that migration is no longer ready (`db/readiness.ts`).
 */
export async function requireCode(
  db: Kysely<unknown>,
  files: readonly { name: string; text: string }[],
): Promise<void> {
  const known = new Set(
    (
      await sql<{ name: string }>`
    select name from kysely_migration`.execute(db)
    ).rows.map(({ name }) => name),
  );
  if (!known.has('0038-schema-requirement')) return;
  const needed = files
    .filter(({ name }) => known.has(name))
    .flatMap(({ text }) => readNeededCode(text) ?? [])
    .toSorted()
    .at(-1);
  if (needed === undefined) return;
  await sql`
    update schema_requirement set migration = ${needed}
     where migration collate "C" < ${needed}`.execute(db);
}

/** Whoever comes after a migration that waits for a table waits too: it gives up soon. */
const lockTimeoutMs = 1_000;
const lockNotAvailable = '55P03';
const lockAttempts = 300;

/** What gives up waiting for a table is tried again a moment later. */
async function whenLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isLocked = (error as { code?: string }).code === lockNotAvailable;
      if (!isLocked || attempt === lockAttempts) throw error;
    }
    await sleep(1_000);
  }
}

/** With an audit row, like every change of what admins may do. */
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

/** What every login of the servers may do, and whose is what they make. */
const role = 'sachet_app';

interface Urls {
  readonly ownerUrl: string;
  readonly appUrl: string;
}

const readLogin = (url: string) => {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
};

async function ensureRoles(db: Kysely<unknown>, { ownerUrl, appUrl }: Urls): Promise<void> {
  const { name, password } = readLogin(appUrl);
  if (name === '') throw new Error('DATABASE_URL names no user');
  await db.transaction().execute(async (trx) => {
    // Roles belong to the whole cluster: two databases migrated at once must not race here.
    await sql`select pg_advisory_xact_lock(7207001)`.execute(trx);
    const existing = await sql<{ rolname: string }>`
      select rolname from pg_roles where rolname in (${role}, ${name})`.execute(trx);
    const has = (each: string) => existing.rows.some((row) => row.rolname === each);
    if (!has(role)) await sql`create role ${sql.id(role)} nologin`.execute(trx);
    if (name === readLogin(ownerUrl).name) return;
    if (!has(name)) {
      await sql`create role ${sql.id(name)} login password ${sql.lit(password)}`.execute(trx);
    }
    await sql`grant ${sql.id(role)} to ${sql.id(name)}`.execute(trx);
    // The queue keeps a schema of its own, which BullMQ creates and migrates.
    const { pathname } = new URL(ownerUrl);
    const database = decodeURIComponent(pathname.slice(1));
    await sql`grant create on database ${sql.id(database)} to ${sql.id(role)}`.execute(trx);
  });
}

const wrongPassword = '28P01';

/** A login that exists gets the password of `appUrl`, where it has another. */
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
 * Whoever logs in acts as the role: while a password is changed there are two logins, and what one makes
 * (the queue's tables) is the other's too. What it made before that was so becomes the role's.
 */
async function actAsRole(db: Kysely<unknown>, { ownerUrl, appUrl }: Urls): Promise<void> {
  const { name } = readLogin(appUrl);
  if (name === readLogin(ownerUrl).name) return;
  const { rows } = await sql<{ acts: boolean; owns: boolean }>`
    select exists (
             select from pg_db_role_setting
              where setrole = r.oid and setdatabase = 0 and ${`role=${role}`} = any (setconfig)
           ) as acts,
           exists (
             select from pg_shdepend
              where refclassid = 'pg_authid'::regclass and refobjid = r.oid and deptype = 'o'
                and dbid = (select oid from pg_database where datname = current_database())
           ) as owns
      from pg_roles as r where rolname = ${name}`.execute(db);
  const { acts, owns } = rows[0]!;
  if (!acts) await sql`alter role ${sql.id(name)} set role = ${sql.lit(role)}`.execute(db);
  if (owns) await whenLocked(() => reassignObjects(db, name));
}

/** An owner who is no superuser may only reassign between roles that it is a member of. */
const reassignObjects = (db: Kysely<unknown>, login: string) =>
  db.transaction().execute(async (trx) => {
    const both = sql`${sql.id(login)}, ${sql.id(role)}`;
    await sql`grant ${both} to current_user`.execute(trx);
    await sql`reassign owned by ${sql.id(login)} to ${sql.id(role)}`.execute(trx);
    await sql`revoke ${both} from current_user`.execute(trx);
  });

/**
 * Drops a login that the servers had before, at the end of a change of their password. Where it has to stay
 * (it is the one of `appUrl`, none of theirs, or in use), nothing is changed and the reason is returned.
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
