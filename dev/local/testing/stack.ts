import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { startInbox } from '../../sandbox/inbox.ts';
import { startRazorpaySandbox } from '../../sandbox/razorpay.ts';
import type { Limits } from '@sachet/shared/configuration/limits';
import { providerEntries, providers, toStandInUrl } from '@sachet/shared/providers';
import { type Child, startChild } from '../children.ts';
import { sandboxRazorpayKeys } from '../../../ops/cli/environment.ts';
import { root, webFolder } from '../places.ts';
import { sendWebhooksTo } from '../razorpay.ts';
import { emulatorKey } from '../sign-in.ts';
import { coordinate, type Emulator, readyEmulator, redisUrl } from './coordinates.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export interface StackOptions {
  /** Redis by default: a stack on Postgres takes four times the CPU, and more with each lane. */
  queue?: 'postgres' | 'redis';
  /** Overrides of the default variables, for both servers. */
  env?: Record<string, string>;
  /** Overrides of the default limits, for both servers. */
  limits?: Partial<Limits>;
  /** Used in place of a new database. The stack drops it when it stops. */
  database?: TestDatabase;
  /** The worker does not run until `worker.start()`. */
  withoutWorker?: boolean;
  /** A proxy in front of the API, through which requests and webhooks then go. */
  frontUrl?: string;
}

/** One of the two servers, which tests can kill and start again. */
export interface StackServer {
  start(): Promise<void>;
  /** Resolves when the process has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  isRunning(): boolean;
  pid(): number;
  /** Only with OPERATIONS_PORT=0. The address changes with each start. */
  operationsUrl(): string;
  logFile: string;
}

export interface Stack {
  /** The address changes with each start of the API, which takes a free port. With a front it is the front's. */
  readonly apiUrl: string;
  database: TestDatabase;
  emulator: Emulator;
  /** The inbox with the worker's mails and the emulator's codes and links. */
  inboxUrl: string;
  /** The gateway's stand-in of this stack alone, whose webhooks go to this API. */
  razorpayUrl: string;
  api: StackServer;
  worker: StackServer;
  stop(): Promise<void>;
}

/** API and worker as real processes on a separate database and queue. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const [database, emulator] = await Promise.all([
    options.database ?? createTestDatabase(),
    readyEmulator(),
  ]);
  const inbox = await startInbox({
    emulatorUrl: `http://${emulator.host}`,
    projectId: emulator.projectId,
  });
  const razorpay = await startRazorpaySandbox({ firstRetryMs: 100 });
  const name = `stack_${randomBytes(8).toString('hex')}`;
  const env = stackEnvironment(options, { database, emulator, inbox, razorpay }, name);
  const api = createServer<ReadyServer & { url: string }>('api', name, env, ({ url }) =>
    sendWebhooksTo(options.frontUrl ?? url, razorpay.url),
  );
  const worker = createServer('worker', name, env);
  const stop = async () => {
    await Promise.all([api.end(), worker.end()]);
    await Promise.all([database.drop(), inbox.close(), razorpay.close()]);
  };
  try {
    await Promise.all([api.start(), options.withoutWorker ? undefined : worker.start()]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    get apiUrl() {
      return options.frontUrl ?? api.ready().url;
    },
    database,
    emulator,
    inboxUrl: inbox.url,
    razorpayUrl: razorpay.url,
    api,
    worker,
    stop,
  };
}

function stackEnvironment(
  {
    queue = process.env.TEST_REDIS_URL ? 'redis' : 'postgres',
    env,
    limits,
    frontUrl,
  }: StackOptions,
  parts: {
    database: TestDatabase;
    emulator: Emulator;
    inbox: { url: string; smtpUrl: string };
    razorpay: { url: string };
  },
  name: string,
): NodeJS.ProcessEnv {
  const { database, emulator, inbox, razorpay } = parts;
  return {
    ...process.env,
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: database.appUrl,
    // On Postgres the queue is in the stack's own database; Redis is shared, so it gets a prefix.
    QUEUE_URL: queue === 'redis' ? redisUrl() : database.appUrl,
    QUEUE_PREFIX: name,
    ...providerSettings(env),
    // Tests of prompt checks enable it: other tests count the requests to a provider.
    PROMPT_CHECK: 'off',
    ...sandboxRazorpayKeys,
    RAZORPAY_BASE_URL: razorpay.url,
    FIREBASE_PROJECT_ID: emulator.projectId,
    FIREBASE_API_KEY: emulatorKey,
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
    IMAGE_STORE: mkdtempSync(join(coordinate('TEST_FOLDER'), 'images-')),
    SIGNING_SECRET: 'a-signing-secret-for-tests-only',
    WEB_FOLDER: webFolder,
    LOG_LEVEL: 'info',
    SMTP_URL: inbox.smtpUrl,
    MAIL_FROM: 'Sachet <no-reply@sachet.test>',
    PUBLIC_URL: frontUrl ?? `http://127.0.0.1:${env?.['PORT'] ?? 3000}`,
    ...(frontUrl ? { TRUSTED_PROXIES: '1' } : {}),
    SANDBOX_INBOX_URL: inbox.url,
    STAND_INS: 'openai,gemini,razorpay,firebase,mail',
    // Tests of syncs request them: an automatic sync would change other tests' catalogue.
    TEST_LIMITS: JSON.stringify({ modelSyncEveryMs: 0, stopGraceMs: 0, ...limits }),
    ...env,
  };
}

/** Every provider's stand-in, and of the optional providers those whose key the test gives. */
function providerSettings(given: StackOptions['env']): Record<string, string> {
  const urls = { openai: coordinate('TEST_OPENAI_URL'), gemini: coordinate('TEST_GEMINI_URL') };
  const used = providers.filter((provider) => {
    const { isOptional, variables } = providerEntries[provider];
    return !isOptional || given?.[variables.key];
  });
  return Object.assign(
    {},
    ...used.map((provider) => {
      const { api, variables } = providerEntries[provider];
      return {
        [variables.key]: `sandbox-${api}-key`,
        [variables.url]: toStandInUrl(provider, urls),
      };
    }),
  );
}

/** The entry of a server: its source, or its bundle in a run of the whole suite. */
export function toScript(server: 'api' | 'worker'): string {
  const bundles = process.env.TEST_SERVERS_FOLDER;
  return bundles ? join(bundles, server, 'main.mjs') : join(root, server, 'main.ts');
}

interface ReadyServer {
  readonly operationsUrl?: string;
}

function createServer<Ready extends ReadyServer>(
  folder: 'api' | 'worker',
  stack: string,
  env: NodeJS.ProcessEnv,
  started: (ready: Ready) => Promise<void> = async () => {},
) {
  const logs = coordinate('TEST_LOG_FOLDER');
  const logFile = join(logs, `${stack}-${folder}.log`);
  let child: Child<Ready> | undefined;
  return {
    logFile,
    async start() {
      if (child?.isRunning()) throw new Error(`The ${folder} of this stack already runs`);
      mkdirSync(logs, { recursive: true });
      child = await startChild<Ready>({ name: folder, script: toScript(folder), env, logFile });
      await started(child.ready);
    },
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      child?.kill(signal);
      await child?.ended;
    },
    isRunning: () => child?.isRunning() ?? false,
    pid: () => child!.pid,
    operationsUrl: () => child!.ready.operationsUrl!,
    ready(): Ready {
      if (!child) throw new Error(`The ${folder} of this stack was not started`);
      return child.ready;
    },
    async end() {
      await child?.stop();
    },
  };
}
