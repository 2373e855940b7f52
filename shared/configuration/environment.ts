/** The environment of API and worker. Parsing is pure: the variables are passed in. */
import type { z } from 'zod';
import { checkConfiguration, checkLogins } from './check-configuration.ts';
import {
  Api,
  type Common,
  CreditsLimit,
  Migration,
  serverVariables,
  Worker,
} from './environment-variables.ts';
import { providerEntries, providers } from '../providers.ts';
import type { Limits } from './limits.ts';
import { isRefusal, type SetupProblem } from './setup-problem.ts';

const WorkerEnvironment = Worker.superRefine((value, { addIssue }) => {
  if (!value.SMTP_URL) return;
  for (const name of ['MAIL_FROM', 'PUBLIC_URL'] as const) {
    if (!value[name]) addIssue({ code: 'custom', path: [name], message: 'required with SMTP_URL' });
  }
});
export type WorkerEnvironment = WithLimits<z.infer<typeof WorkerEnvironment>>;

export type ApiEnvironment = WithLimits<z.infer<typeof Api>>;

type WithLimits<T> = T & { readonly limits: Limits };

type Variables = Record<string, string | undefined>;

const creditsLimitRange = 'must be rupees, 0 to 10000000';
const toPaise = (rupees: number) => Math.round(rupees * 100);

/**
 * The largest credit or debit of a wallet, in paise, that one admin may make alone: ₹5,000 unless set.
 * The migration writes it to the database, which enforces it. @throws {Error} for an invalid amount.
 */
export function parseCreditsLimit({
  CREDITS_NEED_APPROVAL_ABOVE_RUPEES: given,
}: Variables): number {
  const parsed = CreditsLimit.safeParse(given?.trim() || undefined);
  if (parsed.success) return toPaise(parsed.data);
  throw new Error(`CREDITS_NEED_APPROVAL_ABOVE_RUPEES ${creditsLimitRange}`);
}

/** Settings needed for migrations. */
export function parseMigrationEnvironment(
  variables: Variables,
): Parsed<z.infer<typeof Migration> & { creditsLimitPaise: number }> {
  const given = dropEmpty(variables);
  const parsed = Migration.safeParse(given);
  const problems = parsed.success ? [] : toProblems(parsed.error, given);
  if (given['NODE_ENV'] !== 'development') problems.push(...demoPasswords(given));
  const limit = CreditsLimit.safeParse(
    given['CREDITS_NEED_APPROVAL_ABOVE_RUPEES']?.trim() || undefined,
  );
  if (!limit.success) problems.push(`CREDITS_NEED_APPROVAL_ABOVE_RUPEES: ${creditsLimitRange}`);
  const found = [...problems.map(toSetupProblem), ...checkLogins(given)];
  if (!parsed.success || !limit.success || found.some(isRefusal)) {
    return { ok: false, problems: found };
  }
  const value = { ...parsed.data, creditsLimitPaise: toPaise(limit.data) };
  return { ok: true, value, problems: found };
}

/** If `ok` is true, the problems are warnings. */
export type Parsed<T> =
  { ok: true; value: T; problems: SetupProblem[] } | { ok: false; problems: SetupProblem[] };

export function parseWorkerEnvironment(variables: Variables): Parsed<WorkerEnvironment> {
  return parse(WorkerEnvironment, variables, ['LEDGER_SIGNING_KEY']);
}

export function parseApiEnvironment(variables: Variables): Parsed<ApiEnvironment> {
  return parse(Api, variables, []);
}

function parse<T extends z.infer<typeof Common>>(
  schema: z.ZodType<T>,
  variables: Variables,
  neededInProduction: readonly (keyof T & string)[],
): Parsed<WithLimits<T>> {
  const given = dropEmpty(variables);
  const parsed = schema.safeParse(given);
  const isProduction = (given['NODE_ENV'] ?? 'production') === 'production';
  const missing = neededInProduction.filter((name) => !given[name as string]?.trim());
  const invalid = [
    ...(parsed.success ? [] : toProblems(parsed.error, given)),
    ...findRazorpayProblems(given),
    ...mistakenRotations(given),
    ...(isProduction ? problemsInProduction(given) : []),
    ...(isProduction ? missing.map((name) => `${name}: missing`) : []),
  ];
  // Reports all problems together, so that the operator restarts only once.
  const problems = oneEach([
    ...invalid.map(toSetupProblem),
    ...checkConfiguration(given, { isProduction }),
  ]);
  return parsed.success && !problems.some(isRefusal)
    ? { ok: true, value: { ...parsed.data, limits: parsed.data.TEST_LIMITS }, problems }
    : { ok: false, problems };
}

/** Keeps only the first problem of each variable. */
function oneEach(problems: SetupProblem[]): SetupProblem[] {
  return [
    ...new Map(problems.toReversed().map((each) => [readName(each.problem), each])).values(),
  ].toReversed();
}

const readName = (problem: string): string => problem.split(/[:.]/)[0]!;

/** Describes a problem, with the variable's description in the documentation as the remedy. */
function toSetupProblem(problem: string): SetupProblem {
  const name = readName(problem);
  const { group, description } = serverVariables[name]?.meta() ?? {};
  const isOfOperator = group !== undefined || name in passwordVariables;
  return {
    level: 'error',
    problem,
    remedy: !isOfOperator
      ? 'Remove it: only the image, stand-ins and tests set it.'
      : `Set it in .env. ${description ?? 'Letters and digits, as a URL contains it'}.`,
  };
}

function dropEmpty(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** Never repeats the given value, which may be a secret. */
function toProblems(error: z.ZodError, given: Variables): string[] {
  return error.issues.map((issue) => {
    const name = issue.path.join('.');
    if (issue.code !== 'invalid_type') return `${name}: ${issue.message}`;
    if (given[String(issue.path[0])] === undefined) return `${name}: missing`;
    return `${name}: must be a ${issue.expected === 'int' ? 'whole number' : issue.expected}`;
  });
}

function findRazorpayProblems(value: Variables): string[] {
  const names = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const;
  const missing = names.filter((name) => !value[name]?.trim());
  if (missing.length === names.length) return [];
  return missing.map((name) => `${name}: missing, while others of Razorpay's are given`);
}

/** A `_PREVIOUS` secret needs a current secret, and must differ from it. */
function mistakenRotations(value: Variables): string[] {
  return Object.keys(value).flatMap((name) => {
    if (!name.endsWith('SECRET_PREVIOUS') || value[name] === undefined) return [];
    const current = name.replace(/_PREVIOUS$/, '');
    if (value[current] === undefined) return [`${name}: set ${current} too`];
    return value[name] === value[current] ? [`${name}: is the same as ${current}`] : [];
  });
}

/** In production, refuses settings that are safe only on a developer's machine. */
function problemsInProduction(given: Variables): string[] {
  const problems: string[] = [];
  if (given['FIREBASE_AUTH_EMULATOR_HOST']) {
    problems.push('FIREBASE_AUTH_EMULATOR_HOST: the emulator accepts unsigned tokens');
  }
  if (given['STAND_INS']?.trim()) problems.push(`STAND_INS: ${given['STAND_INS']}`);
  if (given['TEST_LIMITS']) problems.push('TEST_LIMITS: only for tests');
  if (given['SANDBOX_INBOX_URL'])
    problems.push('SANDBOX_INBOX_URL: would show sign-in codes to everyone');
  if (given['RAZORPAY_BASE_URL']) problems.push('RAZORPAY_BASE_URL: takes no real money');
  for (const provider of providers) {
    const { isOptional, variables } = providerEntries[provider];
    if (!isOptional && !given[variables.key]?.trim()) problems.push(`${variables.key}: missing`);
  }
  return [...problems, ...demoPasswords(given)];
}

/** The placeholder of docker-compose.yml for a missing database password. */
const demoPassword = ':only-for-the-demo@';

/** Each password variable, with the address variable into which Compose writes the password. */
const passwordVariables = {
  DATABASE_APP_PASSWORD: 'DATABASE_URL',
  DATABASE_OWNER_PASSWORD: 'DATABASE_OWNER_URL',
  REDIS_PASSWORD: 'QUEUE_URL',
};

function demoPasswords(given: Variables): string[] {
  return Object.entries(passwordVariables).flatMap(([password, url]) =>
    given[url]?.includes(demoPassword) ? `${password}: missing` : [],
  );
}
