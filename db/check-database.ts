/** Checks whether this code can work with a database, by the facts that its server reports. */
import pg from 'pg';
import { oldestPostgres } from '@sachet/shared/configuration/environment-variables';
import type { SetupProblem } from '@sachet/shared/configuration/setup-problem';
import { isDatabaseAway } from './connect.ts';

export type DatabaseFacts =
  | { readonly state: 'away' | 'refused'; readonly reason: string }
  | {
      readonly state: 'open';
      /** Such as `18.4`. */
      readonly version: string;
      readonly encoding: string;
      /** Such as `C`; undefined from a server that is too old to have one for each database. */
      readonly locale?: string | undefined;
      /** Whether texts are compared by their bytes and not by the rules of the server's system. */
      readonly isBytewise: boolean;
      /** Whether the server's system now sorts differently from when the indexes were built. */
      readonly hasOtherCollation: boolean;
      readonly isStandby: boolean;
      /** Restored from a backup, and `ledger restored` has not run yet. */
      readonly awaitsRestored: boolean;
    };

/** Never throws. `timeoutMs` limits the connection and each query. */
export async function readDatabaseFacts(
  connectionString: string,
  timeoutMs: number,
): Promise<DatabaseFacts> {
  const facts = await readFrom(connectionString, timeoutMs, readFacts);
  if (!('error' in facts)) return facts;
  const { error, reason } = facts;
  return { state: isDatabaseAway(error) ? 'away' : 'refused', reason };
}

/** Returns the result of `read`, or the reason why the database cannot be read. Never throws. */
export async function readFrom<T extends object>(
  connectionString: string,
  timeoutMs: number,
  read: (client: pg.Client) => Promise<T>,
): Promise<T | { error: unknown; reason: string }> {
  const client = new pg.Client({
    connectionString,
    application_name: 'sachet-check',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await read(client);
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { error, reason: message || code || 'no answer' };
  } finally {
    void client.end().catch(() => {});
  }
}

interface Row {
  readonly version: string;
  readonly encoding: string;
  readonly database: {
    readonly datcollate: string;
    readonly datlocprovider?: string;
    readonly datlocale?: string | null;
    readonly datcollversion?: string | null;
  };
  readonly actual: string | null;
  readonly standby: boolean;
  readonly restored: boolean;
}

async function readFacts(client: pg.Client): Promise<DatabaseFacts> {
  // Reads the row as JSON, because older servers lack some of the columns.
  const { rows } = await client.query<Omit<Row, 'actual'>>(
    `select current_setting('server_version') as version, pg_encoding_to_char(encoding) as encoding,
            to_jsonb(pg_database) as database, pg_is_in_recovery() as standby,
            nullif(current_setting('sachet.restored', true), '') is not null
              and to_regproc('pending_restore') is not null as restored
     from pg_database where datname = current_database()`,
  );
  const { version, encoding, database, standby: isStandby } = rows[0]!;
  const { datcollate, datlocprovider = 'c', datlocale, datcollversion } = database;
  const isBytewise =
    datlocprovider === 'b' || (datlocprovider === 'c' && /^(C|POSIX)(\.|$)/.test(datcollate));
  const hasOtherCollation =
    Boolean(datcollversion) && (await readActual(client)) !== datcollversion;
  const awaitsRestored = rows[0]!.restored && (await isRestorePending(client));
  const locale = datlocale ?? datcollate;
  return {
    state: 'open',
    version,
    encoding,
    locale,
    isBytewise,
    hasOtherCollation,
    isStandby,
    awaitsRestored,
  };
}

async function readActual(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ actual: string | null }>(
    `select pg_database_collation_actual_version(oid) as actual
     from pg_database where datname = current_database()`,
  );
  return rows[0]!.actual;
}

async function isRestorePending(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    'select pending_restore() is not null as is',
  );
  return rows[0]!.is;
}

/** `variable` is the environment variable that has the database's address. */
export function checkDatabase(variable: string, facts: DatabaseFacts): SetupProblem[] {
  switch (facts.state) {
    case 'away':
      return [
        {
          level: 'error',
          problem: `${variable}: the database cannot be reached (${facts.reason})`,
          remedy: 'Start PostgreSQL, and check host and port. Until then, servers wait.',
          isTemporary: true,
        },
      ];
    case 'refused':
      return [
        {
          level: 'error',
          problem: `${variable}: ${facts.reason}`,
          remedy:
            'Check user, password and database name, and the parameters after the question mark.',
        },
      ];
    case 'open':
      return [
        ...checkVersion(variable, facts.version),
        ...checkTexts(variable, facts),
        ...(facts.awaitsRestored ? [restoredProblem(variable)] : []),
      ];
    default:
      return facts satisfies never;
  }
}

/** Without its standby everything works, so nothing keeps a server from starting. */
export function checkReplica(variable: string, facts: DatabaseFacts): SetupProblem[] {
  if (facts.state === 'open' && facts.isStandby) return [];
  const problem =
    facts.state === 'open' ? 'this server is not a standby' : `unreachable (${facts.reason})`;
  return [
    {
      level: 'warning',
      problem: `${variable}: ${problem}`,
      remedy: 'The explorer, finance and exports read from DATABASE_URL until it is one.',
    },
  ];
}

const restoredProblem = (variable: string): SetupProblem => ({
  level: 'warning',
  problem: `${variable}: the database was restored from a backup, and the restore is not recorded`,
  remedy: 'Until `ledger restored` has run, nothing is signed and no tax document gets a number.',
});

function checkVersion(variable: string, version: string): SetupProblem[] {
  if (Number.parseInt(version, 10) >= oldestPostgres) return [];
  return [
    {
      level: 'error',
      problem: `${variable}: PostgreSQL ${version} is too old; Sachet needs ${oldestPostgres} or newer`,
      remedy: 'Upgrade PostgreSQL: the ledger needs `merge … returning`.',
    },
  ];
}

const newDatabase =
  "create database sachet template template0 encoding 'UTF8' locale 'C' locale_provider builtin builtin_locale 'C.UTF-8'";

function checkTexts(
  variable: string,
  facts: Extract<DatabaseFacts, { state: 'open' }>,
): SetupProblem[] {
  const problems: SetupProblem[] = [];
  if (facts.encoding !== 'UTF8') {
    problems.push({
      level: 'error',
      problem: `${variable}: the encoding of the database is ${facts.encoding}, not UTF8`,
      remedy: `Create another one: ${newDatabase}`,
    });
  }
  if (facts.hasOtherCollation) {
    problems.push({
      level: 'warning',
      problem: `${variable}: the server's operating system now sorts texts differently than when the indexes were built`,
      remedy:
        'Indexes may miss rows. Run `reindex database` and then `alter database … refresh collation version`.',
    });
  } else if (!facts.isBytewise) {
    problems.push({
      level: 'warning',
      problem: `${variable}: the database sorts texts by the locale ${facts.locale}, which an update of the server's system can change`,
      remedy: `Use a database that compares bytes: ${newDatabase}`,
    });
  }
  return problems;
}
