// `npm run db -- …`: the database's migrations, on the database of `.env` or of this clone.
import { join } from 'node:path';
import { isDatabaseAway } from '@sachet/db/connect';
import { dropLogin, migrate, readMigrationStatus, type MigrationStatus } from '@sachet/db/migrate';
import { parseMigrationEnvironment } from '@sachet/shared/environment';
import { readGiven } from './environment.ts';
import { findOwnDatabase, type OwnDatabase } from './own-database.ts';
import { root } from './places.ts';
import { complain, describe, Plain, say } from './steps.ts';
import { endStopRequests, onStopRequest } from './stopping.ts';

const usage = `usage: npm run db -- migrate | status | plan | drop-login NAME
  migrate     applies what is missing, and makes the servers' login or gives it its password
  status      every migration, and when it was applied
  plan        what migrate would apply, and how
  drop-login  takes away the servers' login of before, once no server uses it`;

const given = readGiven(process.env, join(root, '.env'));
let database: OwnDatabase | undefined;
onStopRequest(() => void database?.stop().then(() => process.exit(130)));

try {
  const [command, login, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || (command === 'drop-login') !== Boolean(login)) throw new Plain(usage);
  if (login) await drop(login);
  else if (command === 'migrate') await applyMissing();
  else if (command === 'status') await print(toStatusLine);
  else if (command === 'plan') await print(toPlanLine);
  else throw new Plain(usage);
} catch (error) {
  complain(describeFailure(error));
  process.exitCode = 1;
} finally {
  await database?.stop();
}
endStopRequests();

/** An operator's mistake or a server's absence is told without a stack. */
function describeFailure(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (isDatabaseAway(error)) return `The database cannot be reached: ${message || code}`;
  const isRefused = /^(28...|3D000)$/.test(code);
  return isRefused ? `DATABASE_OWNER_URL: ${message}` : describe(error);
}

function readSettings() {
  const parsed = parseMigrationEnvironment(given);
  if (!parsed.ok) {
    throw new Plain(`The database cannot be migrated:\n- ${parsed.problems.join('\n- ')}`);
  }
  const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: appUrl, creditsLimitPaise } = parsed.value;
  return { ownerUrl, appUrl, creditsLimitPaise };
}

async function drop(login: string): Promise<void> {
  const whyNot = await dropLogin(login, readSettings());
  if (whyNot) throw new Plain(`Nothing is changed: ${whyNot}.`);
  say(`${login} is gone.`);
}

async function applyMissing(): Promise<void> {
  const applied = await migrate(readSettings());
  say(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to apply.');
}

async function print(toLine: (status: MigrationStatus) => string | null): Promise<void> {
  database = await findOwnDatabase(given);
  const lines = (await readMigrationStatus(database.connectionString)).flatMap(
    (status) => toLine(status) ?? [],
  );
  say(lines.length > 0 ? lines.join('\n') : 'Nothing to apply.');
}

function toStatusLine({ name, appliedAt, isKnown }: MigrationStatus): string {
  const when = appliedAt ? `applied ${appliedAt.toISOString()}` : 'missing';
  return `${name.padEnd(36)} ${when}${isKnown ? '' : ', by later code than this'}`;
}

function toPlanLine({ name, appliedAt, concurrentSteps, needsCodeOf }: MigrationStatus) {
  if (appliedAt) return null;
  const steps = `${concurrentSteps} statements beside the running servers, then `;
  const older = needsCodeOf ? `; code older than ${needsCodeOf} stops being ready` : '';
  return `${name.padEnd(36)} ${concurrentSteps > 0 ? steps : ''}one transaction${older}`;
}
