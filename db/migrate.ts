/** Brings a database up to date, as its owner, and gives the application's login its role. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type MigrationProvider } from 'kysely/migration';
import pg from 'pg';

const folder = join(import.meta.dirname, 'migrations');

/** One `.sql` file a migration, applied in the order of their names. */
const provider: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    return Object.fromEntries(
      files.map((name, i) => [
        name.replace('.sql', ''),
        { up: async (db: Kysely<unknown>) => void (await sql.raw(texts[i]!).execute(db)) },
      ]),
    );
  },
};

/**
 * The names of the migrations applied. `ownerUrl` may create tables and roles; `appUrl` names the
 * login that API and workers use, which is created if it is missing. `creditsLimitPaise`: what one
 * admin may add to a wallet alone; as it is when not given.
 */
export async function migrate({
  creditsLimitPaise,
  ...urls
}: {
  ownerUrl: string;
  appUrl: string;
  creditsLimitPaise?: number;
}): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: urls.ownerUrl, max: 2 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await ensureRoles(db, urls);
    const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
    if (error) throw error;
    if (creditsLimitPaise !== undefined) await setCreditsLimit(db, creditsLimitPaise);
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    await db.destroy();
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

async function ensureRoles(
  db: Kysely<unknown>,
  { ownerUrl, appUrl }: { ownerUrl: string; appUrl: string },
): Promise<void> {
  const login = new URL(appUrl);
  const name = decodeURIComponent(login.username);
  const password = decodeURIComponent(login.password);
  if (name === '') throw new Error('DATABASE_URL names no user');
  const owner = decodeURIComponent(new URL(ownerUrl).username);
  await db.transaction().execute(async (trx) => {
    // Roles belong to the whole cluster: two databases migrated at once must not race here.
    await sql`select pg_advisory_xact_lock(7207001)`.execute(trx);
    const existing = await sql<{ rolname: string }>`
      select rolname from pg_roles where rolname in ('sachet_app', ${name})`.execute(trx);
    const has = (role: string) => existing.rows.some((row) => row.rolname === role);
    if (!has('sachet_app')) await sql`create role sachet_app nologin`.execute(trx);
    if (name === owner) return;
    if (!has(name)) {
      await sql`create role ${sql.id(name)} login password ${sql.lit(password)}`.execute(trx);
    }
    await sql`grant sachet_app to ${sql.id(name)}`.execute(trx);
    // The queue keeps a schema of its own, which BullMQ creates and migrates.
    const { pathname } = new URL(ownerUrl);
    const database = decodeURIComponent(pathname.slice(1));
    await sql`grant create on database ${sql.id(database)} to sachet_app`.execute(trx);
  });
}
