/** The environment of API and worker. Parsing is pure: the variables are passed in. */
import { z } from 'zod';
import { Limits } from './limits.ts';
import { trimEndOf } from './trim-end-of.ts';

/** An empty variable counts as unset: `.env.example` leaves many empty. */
const optional = z
  .string()
  .optional()
  .transform((text) => (text === undefined || text.trim() === '' ? undefined : text.trim()));

const required = z.string().trim().min(1);
const secret = z.string().trim().min(16, 'must have at least 16 characters');
const port = z.coerce.number().int().min(0).max(65_535);

const databaseUrl = required.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://');
const queueUrl = required.regex(/^(postgres(ql)?|rediss?):\/\//, 'must be postgres:// or redis://');

const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://', abort: true })
  .regex(/^\w+:\/\/[^/?#]/, 'must name a host');
/** `no-reply@sachet.in` or `Sachet <no-reply@sachet.in>`. */
const sender = required.regex(
  /^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
  'must be an address, or a name and an address in angle brackets',
);
const publicUrl = z
  .url({ protocol: /^https?$/, error: 'must begin with https:// or http://' })
  .regex(/^[^?#]*$/, 'must end before any ? or #')
  .transform((url) => trimEndOf(url, '/'));

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []));

function isServiceAccount(text: string): boolean {
  try {
    return ServiceAccount.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

const ServiceAccount = z.object({
  project_id: required,
  client_email: required,
  private_key: required.startsWith('-----BEGIN PRIVATE KEY-----'),
});

const common = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  DATABASE_URL: databaseUrl,
  QUEUE_URL: queueUrl,
  QUEUE_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,40}$/)
    .default('queue'),
  IMAGE_FOLDER: required,
  OPENAI_API_KEY: optional,
  OPENAI_BASE_URL: optional,
  GEMINI_API_KEY: optional,
  GEMINI_BASE_URL: optional,
  /** How long a provider may be silent: 60 s for words and 120 s for pictures unless set. */
  PROVIDER_TIMEOUT_MS: z.coerce.number().int().min(100).optional(),
  /** All three, or none: then nobody can top up. An empty secret would make signatures forgeable. */
  RAZORPAY_KEY_ID: optional,
  RAZORPAY_KEY_SECRET: secret.optional(),
  RAZORPAY_WEBHOOK_SECRET: secret.optional(),
  /** Signatures made with these are still accepted, while a secret is being replaced. */
  RAZORPAY_KEY_SECRET_PREVIOUS: secret.optional(),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: secret.optional(),
  /** URL of the stand-in. Never in production. */
  RAZORPAY_BASE_URL: optional,
  /** Days that previews which nobody buys are kept, from when they were made. */
  PREVIEWS_KEPT_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  /** Where each process tells its operators of itself: `/healthz`, `/readyz`, `/metrics`. Off unless set. */
  OPERATIONS_PORT: port.optional(),
  /** Within reach of nobody else: a private network, or this machine alone. */
  OPERATIONS_HOST: z.string().default('127.0.0.1'),
  /** Traces go there, OpenTelemetry's protocol over HTTP; without it none are made. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must begin with https:// or http://' })
    .optional(),
  /** Other limits, for tests: JSON of `limits.ts`. Never in production. */
  TEST_LIMITS: Limits,
  /** Services that local stand-ins replace: openai, gemini, razorpay, firebase, mail. */
  STAND_INS: list,
  /** The host at which browsers reach the stand-ins, where the servers know them by other names. */
  STAND_INS_PUBLIC_HOST: optional,
};

const Common = z.object(common);

const Worker = z.object({
  ...common,
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(8),
  /** Signs the ledger's checkpoints; without it none are taken. Production needs it. */
  LEDGER_SIGNING_KEY: secret.optional(),
  /** Public keys of previous signing keys, with which earlier checkpoints are signed. */
  LEDGER_PUBLIC_KEYS_PREVIOUS: list.pipe(
    z.array(z.string().regex(/^[0-9a-f]{64}$/, 'must be public keys of 64 hex digits')),
  ),
  /** `smtp://user:password@host:587` or `smtps://…:465`; without it no mail is sent. */
  SMTP_URL: smtpUrl.optional(),
  /** Sender of our mails. */
  MAIL_FROM: sender.optional(),
  /** The studio's public URL: links in mails begin with it. */
  PUBLIC_URL: publicUrl.optional(),
  /** Addresses, separated by commas, that get the notices for super admins by mail. */
  ADMIN_NOTICE_EMAILS: list,
  /** The visible AI label on pictures: words in the person's language, "AI" alone, or none. */
  AI_MARK: z.enum(['words', 'short', 'off']).default('words'),
  /** What a US dollar costs: provider calls are priced in dollars, the books are in rupees. */
  RUPEES_PER_USD: z.coerce.number().min(1).max(10_000).multipleOf(0.01).default(90),
});
const WorkerEnvironment = Worker.superRefine((value, { addIssue }) => {
  if (!value.SMTP_URL) return;
  for (const name of ['MAIL_FROM', 'PUBLIC_URL'] as const) {
    if (!value[name]) addIssue({ code: 'custom', path: [name], message: 'SMTP_URL needs it' });
  }
});
export type WorkerEnvironment = WithLimits<z.infer<typeof WorkerEnvironment>>;

const ApiEnvironment = z.object({
  ...common,
  /** Whether prompts are judged by OpenAI, free of charge, before a provider is asked. */
  PROMPT_CHECK: z.enum(['on', 'off']).default('on'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  /** Folder of the built client; without it only the API is served. */
  WEB_FOLDER: optional,
  /** The keys that image addresses and the queues' cookie are signed with come from it. */
  SIGNING_SECRET: secret,
  SIGNING_SECRET_PREVIOUS: secret.optional(),
  /** Proxies in front whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  /**
   * The header in which the trusted proxy in front tells the caller's country. Anybody can send it,
   * so it is read only with TRUSTED_PROXIES, and only when that proxy sets it on every request.
   */
  GEO_COUNTRY_HEADER: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(['cf-ipcountry', 'x-vercel-ip-country', 'x-appengine-country']))
    .optional(),
  /** The studio's public URL: every absolute URL that the API returns begins with it. */
  PUBLIC_URL: publicUrl,
  /** Prompts that one user has improved in 24 hours. */
  IMPROVED_PROMPTS_PER_DAY: z.coerce.number().int().min(0).default(50),
  /**
   * How long an API process that is asked to stop may take. In the first quarter, 5 s at most, it only
   * says that it is not ready; then it takes nothing new and lets chat replies end. 0: at once.
   */
  STOP_GRACE_MS: z.coerce.number().int().min(0).default(0),
  FIREBASE_PROJECT_ID: required,
  FIREBASE_API_KEY: required,
  FIREBASE_AUTH_DOMAIN: optional,
  FIREBASE_APP_ID: optional,
  /** The service account's JSON; without it the machine's default credentials are used. */
  FIREBASE_SERVICE_ACCOUNT: optional.refine(
    (text) => text === undefined || isServiceAccount(text),
    // What is given is never repeated: it has a private key.
    'must be the JSON of a service account, with project_id, client_email and private_key',
  ),
  /** `host:port` of the Auth emulator. Its tokens are unsigned: never in production. */
  FIREBASE_AUTH_EMULATOR_HOST: optional,
  SANDBOX_INBOX_URL: optional,
  /** Super admins by their verified addresses; more are granted with `npm run admin`. */
  SUPER_ADMIN_EMAILS: list.transform((emails) => emails.map((email) => email.toLowerCase())),
  /** Sign-up bonuses of one day (IST), in rupees. */
  BONUS_RUPEES_PER_DAY: z.coerce.number().int().min(0).default(250_000),
  /** What free previews, texts and replies may cost us in one day (IST), estimated, in US dollars. */
  FREE_WORK_USD_PER_DAY: z.coerce.number().min(0).max(1_000_000).default(200),
  /** How often everybody is told what is not allowed, in days: at least every three months by law. */
  RULES_NOTICE_DAYS: z.coerce.number().int().min(0).max(366).default(85),
  /** Google Analytics' measurement id, `G-…`; without it nothing is measured. */
  ANALYTICS_MEASUREMENT_ID: optional,
  COMPANY_NAME: z.string().default('Sachet'),
  COMPANY_REGISTRATION_ID: z.string().default(''),
  COMPANY_TAX_ID: z.string().default(''),
  COMPANY_CITY: z.string().default(''),
  COMPANY_STATE: z.string().default(''),
  COMPANY_COUNTRY: z.string().default('India'),
  COMPANY_SUPPORT_EMAIL: z.string().default(''),
});
export type ApiEnvironment = WithLimits<z.infer<typeof ApiEnvironment>>;

type WithLimits<T> = T & { readonly limits: Limits };

type Variables = Record<string, string | undefined>;

const creditsLimitRange = 'must be rupees, 0 to 10000000';
const toPaise = (rupees: number) => Math.round(rupees * 100);
const CreditsLimit = z.coerce.number().min(0).max(10_000_000).multipleOf(0.01).default(5_000);

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

const Migration = z.object({
  NODE_ENV: common.NODE_ENV,
  DATABASE_URL: databaseUrl,
  DATABASE_OWNER_URL: databaseUrl,
});

/** What whoever migrates needs. */
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
  if (!parsed.success || !limit.success || problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { ...parsed.data, creditsLimitPaise: toPaise(limit.data) } };
}

export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: string[] };

export function parseWorkerEnvironment(variables: Variables): Parsed<WorkerEnvironment> {
  return parse(WorkerEnvironment, variables, ['LEDGER_SIGNING_KEY']);
}

export function parseApiEnvironment(variables: Variables): Parsed<ApiEnvironment> {
  return parse(ApiEnvironment, variables, []);
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
  // All that is wrong at once, a line each: nobody should restart a server for every mistake.
  const problems = oneEach([
    ...(parsed.success ? [] : toProblems(parsed.error, given)),
    ...findRazorpayProblems(given),
    ...mistakenRotations(given),
    ...(isProduction ? problemsInProduction(given) : []),
    ...(isProduction ? missing.map((name) => `${name}: missing`) : []),
  ]);
  return parsed.success && problems.length === 0
    ? { ok: true, value: { ...parsed.data, limits: parsed.data.TEST_LIMITS } }
    : { ok: false, problems };
}

/** The first problem of each variable. */
function oneEach(problems: string[]): string[] {
  return [
    ...new Map(problems.toReversed().map((each) => [each.split(':')[0], each])).values(),
  ].toReversed();
}

function dropEmpty(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** Never with what was given: it may be a secret. */
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

/** `_PREVIOUS` of a secret needs a current secret, and must differ from it. */
function mistakenRotations(value: Variables): string[] {
  return Object.keys(value).flatMap((name) => {
    if (!name.endsWith('SECRET_PREVIOUS') || value[name] === undefined) return [];
    const current = name.replace(/_PREVIOUS$/, '');
    if (value[current] === undefined) return [`${name}: there is no ${current} after it`];
    return value[name] === value[current] ? [`${name}: is the same as ${current}`] : [];
  });
}

/** Refuses in production what is safe only on a developer's machine. */
function problemsInProduction(given: Variables): string[] {
  const problems: string[] = [];
  if (given['FIREBASE_AUTH_EMULATOR_HOST']) {
    problems.push('FIREBASE_AUTH_EMULATOR_HOST: the emulator accepts unsigned tokens');
  }
  if (given['STAND_INS']?.trim()) problems.push(`STAND_INS: ${given['STAND_INS']}`);
  if (given['TEST_LIMITS']) problems.push('TEST_LIMITS: only for tests');
  if (given['SANDBOX_INBOX_URL']) problems.push('SANDBOX_INBOX_URL: shows codes to anybody');
  if (given['RAZORPAY_BASE_URL']) problems.push('RAZORPAY_BASE_URL: takes no real money');
  if (!given['OPENAI_API_KEY']?.trim()) problems.push('OPENAI_API_KEY: missing');
  if (!given['GEMINI_API_KEY']?.trim()) problems.push('GEMINI_API_KEY: missing');
  return [...problems, ...demoPasswords(given)];
}

/** What docker-compose.yml puts in a database's address when no password is given. */
const demoPassword = ':only-for-the-demo@';

function demoPasswords(given: Variables): string[] {
  const variables = {
    DATABASE_URL: 'DATABASE_APP_PASSWORD',
    DATABASE_OWNER_URL: 'DATABASE_OWNER_PASSWORD',
  };
  return Object.entries(variables).flatMap(([url, password]) =>
    given[url]?.includes(demoPassword) ? `${password}: missing` : [],
  );
}
