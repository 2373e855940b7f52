/**
 * Checks the databases of an installation for `doctor`: what a server does not look at when it starts, because
 * it waits for a migration, or because it has only its own login. Never throws.
 */
import { checkClock } from '@sachet/shared/configuration/check-clock';
import type { SetupProblem } from '@sachet/shared/configuration/setup-problem';
import { newestCheckpoint, refuseWrongKey } from './ledger/checkpoint.ts';
import type { SigningKey } from './ledger/signing-key.ts';
import { readFrom } from './check-database.ts';
import { createPool } from './connect.ts';
import { readMigrationStatus, type MigrationStatus } from './migrate.ts';

export interface InstallationUrls {
  /** DATABASE_URL. */
  readonly appUrl: string;
  /** DATABASE_OWNER_URL. */
  readonly ownerUrl: string | undefined;
  readonly key: SigningKey | undefined;
}

interface Facts {
  readonly superuser: boolean;
  /** The same for two logins of one database. */
  readonly identity: string;
  readonly seconds: number;
}

export async function checkInstallation(
  { appUrl, ownerUrl, key }: InstallationUrls,
  timeoutMs: number,
): Promise<SetupProblem[]> {
  const app = await readFacts(appUrl, timeoutMs);
  // `checkDatabase` has reported an unreachable DATABASE_URL.
  if (typeof app === 'string') return [];
  const problems: SetupProblem[] = [];
  const add = (problem: string, remedy: string) =>
    problems.push({ level: 'error', problem, remedy });
  if (app.superuser) {
    add(
      'DATABASE_URL: its login is a superuser, for whom the ledger has no protection',
      'Use the login that `db migrate` creates from DATABASE_URL, and keep the owner in DATABASE_OWNER_URL.',
    );
  }
  problems.push(...checkClock(Date.now(), app.seconds * 1_000, 'the database'));
  if (ownerUrl) {
    const owner = await readFacts(ownerUrl, timeoutMs);
    if (typeof owner === 'string') {
      add(`DATABASE_OWNER_URL: ${owner}`, 'Check its user, password, host and database name.');
    } else if (owner.identity !== app.identity) {
      add(
        'DATABASE_OWNER_URL: is another database than DATABASE_URL',
        'Give both the same host, port and database name.',
      );
    } else problems.push(...checkSchema(await readMigrationStatus(ownerUrl)));
  }
  if (key && problems.length === 0) problems.push(...(await checkKey(ownerUrl ?? appUrl, key)));
  return problems;
}

/** Returns why the database cannot be used. */
async function readFacts(connectionString: string, timeoutMs: number): Promise<Facts | string> {
  const found = await readFrom(connectionString, timeoutMs, async (client) => {
    const { rows } = await client.query<Facts>(
      `select rolsuper as superuser, pg_postmaster_start_time() || ' ' || d.oid as identity,
              extract(epoch from clock_timestamp())::float8 as seconds
       from pg_roles, pg_database d where rolname = session_user and datname = current_database()`,
    );
    return rows[0]!;
  });
  return 'reason' in found ? found.reason : found;
}

function checkSchema(status: readonly MigrationStatus[]): SetupProblem[] {
  const isEmpty = status.every(({ appliedAt }) => appliedAt === null);
  const foreign = status.filter(({ isKnown }) => !isKnown);
  const missing = status.filter(({ isKnown, appliedAt }) => isKnown && appliedAt === null);
  // A newer release's migrations come after those of this one: the installation was rolled back.
  if (foreign.length > 0 && missing.length > 0) {
    return [
      {
        level: 'error',
        problem: `DATABASE_OWNER_URL: another version of Sachet made this database (${foreign[0]!.name})`,
        remedy:
          'Run the release that made it, or one that can upgrade it: `db status` lists what it has. ' +
          'Before version 1.0 there are no upgrades: use a new database.',
      },
    ];
  }
  if (missing.length === 0) return [];
  return [
    {
      level: isEmpty ? 'error' : 'warning',
      problem: isEmpty
        ? 'DATABASE_OWNER_URL: the database is not migrated'
        : `DATABASE_OWNER_URL: migrations are missing in the database, from ${missing[0]!.name} on`,
      remedy: 'Run `db migrate`. Until then servers are not ready.',
    },
  ];
}

async function checkKey(connectionString: string, key: SigningKey): Promise<SetupProblem[]> {
  const pool = createPool(connectionString, { max: 1 });
  try {
    const newest = await newestCheckpoint(pool);
    if (newest) await refuseWrongKey(pool, key, newest);
    return [];
  } catch (error) {
    return [
      {
        level: 'error',
        problem: `LEDGER_SIGNING_KEY: ${(error as Error).message}`,
        remedy:
          'Nothing is signed until it is right: docs/operations.md, "Change a password or a key".',
      },
    ];
  } finally {
    await pool.end();
  }
}
