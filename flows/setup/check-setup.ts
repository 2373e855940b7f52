/**
 * Checks whether an installation can work: `npm run doctor` reports it, and a server refuses to start with an
 * error that waiting cannot repair. Reads variables and services, and changes nothing but the image folder,
 * which it creates in development.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { checkDatabase, checkReplica, readDatabaseFacts } from '@sachet/db/check-database';
import { checkStore, readStoreFacts } from '@sachet/adapters/images/check-store';
import { refuseToStart } from '@sachet/adapters/operations/refuse-to-start';
import { checkRedis, readRedisFacts } from '@sachet/adapters/queue/check-redis';
import { hasReadableLogin } from '@sachet/shared/configuration/check-configuration';
import type { Parsed } from '@sachet/shared/configuration/environment';
import { findImageStoreProblem } from '@sachet/shared/configuration/image-store';
import { isRedisUrl } from '@sachet/shared/configuration/queue-url';
import { isRefusal, type SetupProblem } from '@sachet/shared/configuration/setup-problem';
import { checkFirebaseAccount } from './check-firebase-account.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The timeout of each check: a start must not wait for a service that does not answer. */
const startTimeoutMs = 1_000;

interface CheckOptions {
  readonly isProduction: boolean;
  readonly hasSignIn: boolean;
  /** The timeout of each check. */
  readonly timeoutMs: number;
}

/** Checks the services that the variables name, except where a variable is missing or invalid. */
export async function checkServices(
  variables: Variables,
  { isProduction, hasSignIn, timeoutMs }: CheckOptions,
): Promise<SetupProblem[]> {
  const {
    DATABASE_URL: database,
    DATABASE_REPLICA_URL: replica,
    QUEUE_URL: queue,
    IMAGE_STORE: images,
  } = variables;
  const checks = await Promise.all([
    follow(database, (url) => checkPostgres('DATABASE_URL', url, timeoutMs)),
    follow(replica, (url) => checkStandby(url, timeoutMs)),
    queue === database ? [] : follow(queue, (url) => checkQueue(url, timeoutMs)),
    images && !findImageStoreProblem(images)
      ? checkImages(images, { mayCreate: !isProduction, timeoutMs })
      : [],
    hasSignIn ? checkFirebaseAccount(variables, timeoutMs) : [],
  ]);
  return checks.flat();
}

function follow(
  url: string | undefined,
  check: (url: string) => Promise<SetupProblem[]>,
): Promise<SetupProblem[]> | [] {
  const trimmed = url?.trim() ?? '';
  return hasReadableLogin(trimmed) ? check(trimmed) : [];
}

const isPostgres = (url: string) => /^postgres(ql)?:\/\//.test(url);

async function checkPostgres(
  variable: string,
  url: string,
  timeoutMs: number,
): Promise<SetupProblem[]> {
  if (!isPostgres(url)) return [];
  return checkDatabase(variable, await readDatabaseFacts(url, timeoutMs));
}

async function checkStandby(url: string, timeoutMs: number): Promise<SetupProblem[]> {
  if (!isPostgres(url)) return [];
  return checkReplica('DATABASE_REPLICA_URL', await readDatabaseFacts(url, timeoutMs));
}

async function checkQueue(url: string, timeoutMs: number): Promise<SetupProblem[]> {
  if (!isRedisUrl(url)) return checkPostgres('QUEUE_URL', url, timeoutMs);
  return checkRedis(await readRedisFacts(url, timeoutMs));
}

/** A disk or bucket that does not answer does not delay the start: readiness watches it. */
async function checkImages(
  setting: string,
  { mayCreate, timeoutMs }: { mayCreate: boolean; timeoutMs: number },
): Promise<SetupProblem[]> {
  const answered = new AbortController();
  const tooLate = sleep(timeoutMs, [] as SetupProblem[], { signal: answered.signal });
  tooLate.catch(() => {});
  const checked = readStoreFacts(setting, { mayCreate }).then(checkStore);
  return Promise.race([checked, tooLate]).finally(() => answered.abort());
}

export interface Setup<Settings> {
  readonly settings: Settings;
  /** Problems that do not keep a server from starting. */
  readonly warnings: readonly SetupProblem[];
  /**
   * Call this when the database becomes reachable. If the database was unreachable before, it is checked now.
   */
  checkDatabaseAgain(): Promise<void>;
}

/** Ends the process with a report of every problem if one of them is a refusal. */
export async function requireSetup<Settings>(
  server: 'API' | 'worker',
  parsed: Parsed<Settings>,
  variables: Variables,
): Promise<Setup<Settings>> {
  const isProduction = isInProduction(variables);
  const found = await checkServices(variables, {
    isProduction,
    hasSignIn: isProduction && server === 'API',
    timeoutMs: startTimeoutMs,
  });
  const problems = [...parsed.problems, ...found];
  if (!parsed.ok || problems.some(isRefusal)) refuseToStart(server, problems);
  return {
    settings: parsed.value,
    warnings: problems,
    async checkDatabaseAgain() {
      if (!found.some(({ isTemporary }) => isTemporary)) return;
      const url = variables['DATABASE_URL']!.trim();
      const again = await checkPostgres('DATABASE_URL', url, startTimeoutMs);
      if (again.some(isRefusal)) refuseToStart(server, again);
    },
  };
}

interface Log {
  warn(details: object, message: string): void;
}

/** Does not log unreachable services: the code that waits for a service reports it. */
export function logSetup(log: Log, { warnings }: Pick<Setup<unknown>, 'warnings'>): void {
  for (const { problem, remedy, isTemporary } of warnings) {
    if (!isTemporary) log.warn({ remedy }, problem);
  }
}

const isInProduction = ({ NODE_ENV: mode }: Variables): boolean =>
  (mode || 'production') === 'production';
