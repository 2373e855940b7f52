import { Kysely, PostgresDialect, sql } from 'kysely';
import { createPool } from './connect.ts';

/** Reads statistics of the server, and no table. */
export const monitorLogin = 'sachet_monitor';

/** Creates the login of the Postgres exporter, or gives it this password. */
export async function setMonitorLogin(ownerUrl: string, password: string): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: createPool(ownerUrl, { max: 1 }) }),
  });
  const login = sql.id(monitorLogin);
  try {
    await db.transaction().execute(async (trx) => {
      const { rows } = await sql`select from pg_roles where rolname = ${monitorLogin}`.execute(trx);
      if (rows.length === 0) await sql`create role ${login}`.execute(trx);
      // A faulty exporter must not use up the connections of the servers.
      await sql`alter role ${login} login connection limit 5 password ${sql.lit(password)}`.execute(
        trx,
      );
      await sql`grant pg_monitor to ${login}`.execute(trx);
    });
  } finally {
    await db.destroy();
  }
}
