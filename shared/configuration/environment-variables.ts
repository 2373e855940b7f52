/** The variables of API, worker and migration, with their descriptions for the documentation. */
import { z } from 'zod';
import { findImageStoreProblem } from './image-store.ts';
import { providerEntries, providers } from '../providers.ts';
import type { ProviderKeys } from './configured-providers.ts';
import { parseJson } from '../text/parse-json.ts';
import { Limits } from './limits.ts';
import { parseSentinelUrl } from './queue-url.ts';
import { trimEndOf } from '../text/trim-end-of.ts';

/** An empty variable counts as unset: `.env.example` leaves many empty. */
const optional = z
  .string()
  .optional()
  .transform((text) => (text === undefined || text.trim() === '' ? undefined : text.trim()));

const required = z.string().trim().min(1);
const secret = z.string().trim().min(16, 'must have at least 16 characters');
const port = z.coerce.number().int().min(0).max(65_535);

/** The oldest version of PostgreSQL that has `merge … returning`. */
export const oldestPostgres = 17;

const databaseUrl = required.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://');
const queueUrl = required
  .regex(/^(postgres(ql)?|rediss?(\+sentinel)?):\/\//, 'must be postgres:// or redis://')
  .refine((url) => !url.includes('+sentinel:') || parseSentinelUrl(url), {
    error: 'must be redis+sentinel://host1:26379,host2:26379/name-of-the-master',
  });

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

function refuseBadStore(setting: string, { addIssue }: z.RefinementCtx): void {
  const message = findImageStoreProblem(setting);
  if (message) addIssue({ code: 'custom', message });
}

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

const Company = z.strictObject({
  name: required.default('Sachet'),
  registrationId: z.string().default(''),
  taxId: z.string().default(''),
  city: z.string().default(''),
  state: z.string().default(''),
  country: z.string().default('India'),
  supportEmail: z.string().default(''),
});

const company = z
  .string()
  .default('{}')
  .transform((text, context) => {
    const parsed = Company.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    context.addIssue({
      code: 'custom',
      message: 'must be a JSON object with name, registrationId and so on',
    });
    return z.NEVER;
  });

/** The key and the URL of each provider. */
function providerVariables(): Record<keyof ProviderKeys, typeof optional> {
  const entries = providers.flatMap((provider) => {
    const { product, speaks, isOptional, variables } = providerEntries[provider];
    const key = optional.meta({
      group: 'Services',
      description: isOptional
        ? `Key of ${product}, which is not used without it; \`sandbox-key\` for its stand-in in the demo`
        : `Key of ${product}`,
      fallback: isOptional ? 'off' : 'stand-in; required in production',
    });
    const url = optional.meta({
      group: 'Services',
      description:
        speaks === 'openai' && !isOptional
          ? 'URL of another OpenAI-compatible server, such as a local model, which needs no key'
          : `URL of another server with the API of ${product}`,
    });
    return [
      [variables.key, key],
      [variables.url, url],
    ] as const;
  });
  return Object.fromEntries(entries) as Record<keyof ProviderKeys, typeof optional>;
}

/**
 * A variable that an operator may set has a group and a description, from which docs/configuration.md and
 * `.env.example` are made (`npm run docs:configuration`). `fallback` says what happens without the variable
 * if the schema has no default. The image, stand-ins and tests set the other variables.
 */
const common = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info').meta({
    group: 'Servers',
    description: '`trace`, `debug`, `info`, `warn`, `error` or `silent`',
  }),
  DATABASE_URL: databaseUrl.meta({
    group: 'Addresses and storage',
    description: `Login of the servers to PostgreSQL ${oldestPostgres} or newer, which cannot change existing ledger events; set it with \`DATABASE_OWNER_URL\``,
    fallback: 'embedded PostgreSQL',
  }),
  DATABASE_REPLICA_URL: databaseUrl.optional().meta({
    group: 'Addresses and storage',
    description:
      'A hot standby of the same database, with the same login: the explorer, finance and exports read from it, unless it is late',
    fallback: '`DATABASE_URL`',
  }),
  QUEUE_URL: queueUrl.meta({
    group: 'Addresses and storage',
    description:
      '`postgres://…`, `redis://…`, or `redis+sentinel://host1:26379,host2:26379/name-of-the-master`',
    fallback: '`DATABASE_URL`',
  }),
  QUEUE_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,40}$/)
    .default('queue')
    .meta({
      group: 'Addresses and storage',
      description:
        'Schema or key prefix of the queue, for several installations on one server (a-z, 0-9, _)',
    }),
  IMAGE_STORE: required.superRefine(refuseBadStore).meta({
    group: 'Addresses and storage',
    description:
      'Folder for originals, finished pictures and exports, shared by API and workers, which has to exist in production, or a bucket: `s3://bucket/prefix`, with the `AWS_…` variables of its SDK',
    fallback: '`.local/images`',
  }),
  ...providerVariables(),
  // An empty secret would make signatures forgeable.
  RAZORPAY_KEY_ID: optional.meta({
    group: 'Services',
    description: 'Key of Razorpay; set it with `RAZORPAY_KEY_SECRET` and `RAZORPAY_WEBHOOK_SECRET`',
    fallback: 'stand-in; no top-ups in production',
  }),
  RAZORPAY_KEY_SECRET: secret.optional().meta({
    group: 'Services',
    description: 'Secret of that key',
  }),
  RAZORPAY_WEBHOOK_SECRET: secret.optional().meta({
    group: 'Services',
    description:
      'Secret of the webhook to `/api/razorpay-webhook`, with the events `order.paid`, `payment.authorized`, `payment.captured`, `payment.failed`, `payment.dispute.created`, `.under_review`, `.action_required`, `.won`, `.lost` and `.closed`, `refund.created`, `.processed` and `.failed`, `settlement.processed`',
  }),
  RAZORPAY_KEY_SECRET_PREVIOUS: secret.optional().meta({
    group: 'Secrets and people',
    description: 'The other secret during a rotation: accepted, never used to sign',
  }),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: secret.optional().meta({
    group: 'Secrets and people',
    description: 'The other secret during a rotation',
  }),
  /** URL of the stand-in. Never in production. */
  RAZORPAY_BASE_URL: optional,
  /** The address to listen on; all addresses in a container. */
  HOST: z.string().default('127.0.0.1'),
  OPERATIONS_PORT: port.optional().meta({
    group: 'Servers',
    description:
      'Port of `/healthz`, `/readyz` and `/metrics`. They require no authentication: keep them private',
    fallback: 'off; 9090 in Compose',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must begin with https:// or http://' })
    .optional()
    .meta({
      group: 'Servers',
      description: 'Collector of traces (OTLP over HTTP), such as `http://host:4318`',
      fallback: 'no traces',
    }),
  /** Other limits, for tests: JSON of `limits.ts`. Never in production. */
  TEST_LIMITS: Limits,
  /** Services that local stand-ins replace: the APIs of providers, razorpay, firebase, mail. */
  STAND_INS: list,
  STAND_INS_HOST: optional.meta({
    group: 'Compose only',
    description:
      'Demo profile: address of this machine on which browsers reach the stand-ins, such as 192.168.1.20',
    fallback: '127.0.0.1',
  }),
  AI_MARK: z.enum(['words', 'short', 'off']).default('words').meta({
    group: 'Product',
    description:
      'Visible AI label on pictures: `words` in the language of the person, `short` ("AI") or `off`. The metadata always has the label',
  }),
};

export const Common = z.object(common);

export const Worker = z.object({
  ...common,
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(8).meta({
    group: 'Servers',
    description:
      'Concurrent calls of one worker process to each provider for pictures, and as many for texts',
  }),
  LEDGER_SIGNING_KEY: secret.optional().meta({
    group: 'Secrets and people',
    description: 'Signs the checkpoints of the ledger; only the worker needs it',
    fallback: 'local; required in production',
  }),
  LEDGER_PUBLIC_KEYS_PREVIOUS: list
    .pipe(z.array(z.string().regex(/^[0-9a-f]{64}$/, 'must be public keys of 64 hex digits')))
    .meta({
      group: 'Secrets and people',
      description:
        'Public keys of all previous signing keys (`npm run ledger -- public-key`), kept permanently',
    }),
  SMTP_URL: smtpUrl.optional().meta({
    group: 'Services',
    description:
      'Mail server, `smtp://user:password@host:587` or `smtps://…:465`; set it with `MAIL_FROM`',
    fallback: 'stand-in; invitations fail in production',
  }),
  MAIL_FROM: sender.optional().meta({
    group: 'Services',
    description: 'Sender: `no-reply@example.com` or `Sachet <no-reply@example.com>`',
  }),
  PUBLIC_URL: publicUrl.optional(),
  ADMIN_NOTICE_EMAILS: list.meta({
    group: 'Secrets and people',
    description: 'Addresses that get the notices for admins by mail',
  }),
  RUPEES_PER_USD: z.coerce.number().min(1).max(10_000).multipleOf(0.01).default(90).meta({
    group: 'Money',
    description:
      'Exchange rate of provider costs on the finance pages; a change applies from the day on which a worker starts with it',
  }),
});
export const Api = z.object({
  ...common,
  PROMPT_CHECK: z.enum(['on', 'off']).default('on').meta({
    group: 'Services',
    description: '`off` asks providers without having OpenAI judge the prompt first, which is free',
  }),
  PORT: port.default(3000).meta({
    group: 'Addresses and storage',
    description: 'Port of the API and the client',
  }),
  /** Folder of the built client; without it only the API is served. */
  WEB_FOLDER: optional,
  SIGNING_SECRET: secret.meta({
    group: 'Secrets and people',
    description: 'Signs the addresses of pictures and files, and the cookie of the queue page',
    fallback: 'local; required in production',
  }),
  SIGNING_SECRET_PREVIOUS: secret.optional().meta({
    group: 'Secrets and people',
    description: 'The other secret during a rotation; needed for two hours',
  }),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0).meta({
    group: 'Addresses and storage',
    description: 'Number of proxies in front whose `X-Forwarded-For` is trusted',
    fallback: '0; 1 in Compose',
  }),
  // Anyone can send the header, so it is read only with TRUSTED_PROXIES.
  GEO_COUNTRY_HEADER: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(['cf-ipcountry', 'x-vercel-ip-country', 'x-appengine-country']))
    .optional()
    .meta({
      group: 'Addresses and storage',
      description:
        'Header with the country of the caller, set on every request by a trusted proxy: `cf-ipcountry`, `x-vercel-ip-country` or `x-appengine-country`',
      fallback: 'a bundled database',
    }),
  PUBLIC_URL: publicUrl.meta({
    group: 'Addresses and storage',
    description:
      'URL at which people reach the studio; links in mails and payment callbacks use it',
    fallback: 'own address; required in production',
  }),
  FIREBASE_PROJECT_ID: required.meta({
    group: 'Services',
    description: 'Project of Firebase Auth; set it with `FIREBASE_API_KEY`',
    fallback: 'Auth emulator with demo accounts',
  }),
  FIREBASE_API_KEY: required.meta({
    group: 'Services',
    description: 'Web API key of that project',
  }),
  FIREBASE_SERVICE_ACCOUNT: optional
    .refine(
      (text) => text === undefined || isServiceAccount(text),
      // The given value is never repeated in an error, because it contains a private key.
      'must be the JSON of a service account, with project_id, client_email and private_key',
    )
    .meta({
      group: 'Services',
      description: 'JSON of the service account, in one line',
      fallback: 'default credentials of the machine',
    }),
  /** `host:port` of the Auth emulator. Its tokens are unsigned: never in production. */
  FIREBASE_AUTH_EMULATOR_HOST: optional,
  SANDBOX_INBOX_URL: optional,
  SUPER_ADMIN_EMAILS: list
    .transform((emails) => emails.map((email) => email.toLowerCase()))
    .meta({
      group: 'Secrets and people',
      description: 'Addresses that become super admin once they are verified',
    }),
  FREE_WORK_USD_PER_DAY: z.coerce.number().min(0).max(1_000_000).default(200).meta({
    group: 'Money',
    description: 'Estimated cost of free previews, texts and replies a day, in US dollars',
  }),
  ANALYTICS_MEASUREMENT_ID: optional.meta({
    group: 'Services',
    description: 'Google Analytics (`G-…`), loaded only after consent',
    fallback: 'off',
  }),
  COMPANY: company.meta({
    group: 'Product',
    description:
      'The company on the legal and contact pages, as JSON in one line: `name`, `registrationId`, `taxId` (its GSTIN), `city`, `state`, `country`, `supportEmail`',
    fallback: '`{"name":"Sachet","country":"India"}`',
  }),
});
export const CreditsLimit = z.coerce
  .number()
  .min(0)
  .max(10_000_000)
  .multipleOf(0.01)
  .default(5_000)
  .meta({
    group: 'Money',
    description:
      'Rupees that one super admin may adjust alone in 24 hours; the migration writes it to the database',
  });

export const Migration = z.object({
  NODE_ENV: common.NODE_ENV,
  DATABASE_URL: common.DATABASE_URL,
  DATABASE_OWNER_URL: databaseUrl.meta({
    group: 'Addresses and storage',
    description: 'Owner of the tables; runs migrations and creates the login of the servers',
    fallback: 'embedded PostgreSQL',
  }),
});

/** Variables that Compose reads and no server reads. */
export const composeVariables = [
  'DATABASE_OWNER_PASSWORD',
  'DATABASE_APP_PASSWORD',
  'DATABASE_APP_USER',
  'REDIS_PASSWORD',
  'SACHET_VERSION',
  'API_NAME',
] as const;

/** Secrets of the bucket, which its SDK reads. */
export const awsVariables = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;

/** All described variables of the servers by name. */
export const serverVariables: Record<string, z.ZodType> = {
  ...Worker.shape,
  ...Api.shape,
  ...Migration.shape,
  CREDITS_NEED_APPROVAL_ABOVE_RUPEES: CreditsLimit,
};
