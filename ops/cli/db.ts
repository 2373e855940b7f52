// `npm run db -- …`: the database's migrations, on the database of `.env` or of this clone.
import { checkDatabase, readDatabaseFacts } from '@sachet/db/check-database';
import { dropLogin, migrate, readMigrationStatus, SchemaMismatch } from '@sachet/db/migrate';
import { parseMigrationEnvironment } from '@sachet/shared/configuration/environment';
import { formatProblems, isRefusal } from '@sachet/shared/configuration/setup-problem';
import { readOwnGiven } from './environment.ts';
import { prepareMonitoring } from './monitoring.ts';
import { findOwnDatabase, type OwnDatabase } from './own-database.ts';
import { complain, describe, Plain, say } from '../../dev/local/steps.ts';
import { endStopRequests, onStopRequest } from '../../dev/local/stopping.ts';

const usage = `usage: npm run db -- migrate | status | drop-login NAME | monitor FOLDER
  migrate     applies the missing migrations, and creates the servers' login or sets its password
  status      lists every migration and when it was applied
  drop-login  drops the previous login of the servers, once no server uses it
  monitor     creates the login of the Postgres exporter, and writes the files of the monitoring containers`;

const given = readOwnGiven();
let database: OwnDatabase | undefined;
onStopRequest(() => void database?.stop().then(() => process.exit(130)));

try {
  const [command = '', argument, ...rest] = process.argv.slice(2);
  const takesArgument = ['drop-login', 'monitor'].includes(command);
  if (rest.length > 0 || takesArgument !== Boolean(argument)) throw new Plain(usage);
  if (command === 'drop-login') await drop(argument!);
  else if (command === 'monitor') await monitor(argument!);
  else if (command === 'migrate') await applyMissing();
  else if (command === 'status') await printStatus();
  else throw new Plain(usage);
} catch (error) {
  complain(describeFailure(error));
  process.exitCode = 1;
} finally {
  await database?.stop();
}
endStopRequests();

function describeFailure(error: unknown): string {
  if (!(error instanceof SchemaMismatch)) return describe(error);
  return 'This database was created by another version of Sachet, and there are no upgrades before version 1.0. Use a new database.';
}

function readSettings() {
  const parsed = parseMigrationEnvironment(given);
  if (!parsed.ok) {
    throw new Plain(`The database cannot be migrated:\n${formatProblems(parsed.problems)}`);
  }
  const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: appUrl, creditsLimitPaise } = parsed.value;
  return { ownerUrl, appUrl, creditsLimitPaise };
}

async function drop(login: string): Promise<void> {
  const whyNot = await dropLogin(login, readSettings());
  if (whyNot) throw new Plain(`Nothing was changed: ${whyNot}.`);
  say(`${login} was dropped.`);
}

async function monitor(folder: string): Promise<void> {
  const { ownerUrl } = readSettings();
  await prepareMonitoring(folder, { ownerUrl, publicUrl: given.PUBLIC_URL });
  say(`The files of the monitoring containers are in ${folder}.`);
}

async function applyMissing(): Promise<void> {
  const settings = readSettings();
  await requireSuitableServer(settings.ownerUrl);
  const applied = await migrate(settings);
  say(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to apply.');
}

/**
 * Checks the version and encoding of the server. With a wrong one, a migration would fail in the middle, with
 * an error that does not name the cause.
 */
async function requireSuitableServer(ownerUrl: string): Promise<void> {
  const facts = await readDatabaseFacts(ownerUrl, 10_000);
  if (facts.state !== 'open') return;
  const problems = checkDatabase('DATABASE_OWNER_URL', facts).filter(isRefusal);
  if (problems.length === 0) return;
  throw new Plain(`The database cannot be migrated:\n${formatProblems(problems)}`);
}

async function printStatus(): Promise<void> {
  database = await findOwnDatabase(given);
  for (const { name, appliedAt, isKnown } of await readMigrationStatus(database.connectionString)) {
    const when = appliedAt ? `applied ${appliedAt.toISOString()}` : 'missing';
    say(`${name.padEnd(36)} ${when}${isKnown ? '' : ', by another version of Sachet'}`);
  }
}
