// The parts of a running studio: the required stand-ins, and the servers that use them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from './children.ts';
import { startAuthEmulator } from './emulator.ts';
import {
  childEnvironment,
  demoCompany,
  toStandInUrls,
  type Plan,
  type StandInAddresses,
} from '../../ops/cli/environment.ts';
import { watchErrors } from './error-watch.ts';
import type { Lifecycle } from './lifecycle.ts';
import { localFolder, webFolder } from './places.ts';
import { freePorts } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { sendWebhooksTo } from './razorpay.ts';
import type { RunLock } from './run-lock.ts';
import { localSecrets } from './secrets.ts';
import { Plain, say, step } from './steps.ts';
import { listSuperAdmins } from '../../ops/cli/super-admins.ts';
import { startSupervised } from './supervised.ts';

export interface Context {
  plan: Plan;
  lifecycle: Lifecycle;
  lock: RunLock;
  /** A part without a substitute ended unexpectedly. */
  fail(name: string, logFile: string): void;
}

export interface StandIns {
  addresses: StandInAddresses;
  database: { ownerUrl: string; appUrl: string };
}

interface SandboxReady {
  openaiUrl: string;
  geminiUrl: string;
  razorpayUrl?: string;
  inboxUrl: string;
  smtpUrl: string;
}

const projectId = 'demo-sachet';
const readyDeadline_ms = 60_000;
const logFile = (name: string) => join(localFolder, 'logs', `${name}.log`);

/** Starts the parts of the plan concurrently. */
export async function startStandIns(context: Context): Promise<StandIns> {
  const { plan } = context;
  const needs = (name: Plan['standIns'][number]) => plan.standIns.includes(name);
  const ports = await keepPorts(['postgres', 'emulator', 'inbox']);
  const [database, firebase, sandbox] = await Promise.all([
    needs('postgres')
      ? step('PostgreSQL', () => startDatabase(context, ports.postgres))
      : undefined,
    needs('firebase')
      ? step('Sign-in (emulator)', () => startEmulator(context, ports.emulator))
      : undefined,
    step('Provider stand-ins', () => startSandbox(context, ports)),
  ]);
  return {
    addresses: {
      database,
      firebase,
      inboxUrl: sandbox.inboxUrl,
      providerUrls: toStandInUrls(plan, { openai: sandbox.openaiUrl, gemini: sandbox.geminiUrl }),
      ...(needs('razorpay') ? { razorpayUrl: sandbox.razorpayUrl } : {}),
      ...(needs('mail') ? { smtpUrl: sandbox.smtpUrl } : {}),
    },
    database: database ?? {
      ownerUrl: plan.given.DATABASE_OWNER_URL!,
      appUrl: plan.given.DATABASE_URL!,
    },
  };
}

async function startDatabase({ lifecycle, fail }: Context, port: number) {
  const folder = join(localFolder, 'postgres');
  const postgres = await lifecycle.start('database', () => startPostgres({ folder, port }));
  void postgres.ended.then(() => fail('PostgreSQL', postgres.logFile));
  await postgres.createDatabase('sachet');
  return { ownerUrl: postgres.ownerUrl('sachet'), appUrl: postgres.appUrl('sachet') };
}

async function startEmulator({ lifecycle, lock, fail }: Context, port: number) {
  const folder = join(localFolder, 'auth');
  const log = logFile('auth-emulator');
  const { host, child } = await lifecycle.start('emulator', (signal) =>
    startAuthEmulator({ folder, projectId, port, logFile: log, signal }),
  );
  lock.record(child.pid);
  void child.ended.then(() => fail('The Firebase Auth emulator', log));
  return { host, projectId };
}

async function startSandbox(
  { lifecycle, lock, fail, plan }: Context,
  ports: { emulator: number; inbox: number },
) {
  const env: NodeJS.ProcessEnv = { ...plan.given, NODE_ENV: 'development' };
  env.INBOX_PORT = String(ports.inbox);
  if (plan.standIns.includes('firebase')) {
    env.FIREBASE_AUTH_EMULATOR_HOST = `127.0.0.1:${ports.emulator}`;
    env.FIREBASE_PROJECT_ID = projectId;
  }
  const sandbox = await lifecycle.start('sandbox', (signal) =>
    startChild<SandboxReady>({
      name: 'The sandbox',
      script: 'dev/sandbox/main.ts',
      env,
      logFile: logFile('sandbox'),
      signal,
    }),
  );
  lock.record(sandbox.pid);
  void sandbox.ended.then(() => fail('The sandbox', sandbox.logFile));
  return sandbox.ready;
}

/** API and worker, each restarted when it ends unexpectedly. */
export async function startServers(context: Context, standIns: StandIns, port: number) {
  const env = serverEnvironment(context.plan, standIns.addresses, port);
  await Promise.all([
    startServer(context, 'API', 'api', env),
    startServer(context, 'Worker', 'worker', env),
  ]);
  await waitUntilReady(`${studioUrl(port)}/readyz`);
  const { razorpayUrl } = standIns.addresses;
  if (razorpayUrl) await sendWebhooksTo(studioUrl(port), razorpayUrl);
}

/**
 * The address that `npm start` prints and that links in mails use. Both have one origin, so that a session is
 * found again.
 */
export const studioUrl = (port: number) => `http://127.0.0.1:${port}`;

function serverEnvironment(plan: Plan, addresses: StandInAddresses, port: number) {
  const secrets = localSecrets();
  const hasSignInStandIn = addresses.firebase !== undefined;
  const { emails } = listSuperAdmins(plan.given, { hasSignInStandIn });
  return childEnvironment(plan, addresses, {
    NODE_ENV: 'development',
    // Stops without waiting for chat replies: a user who presses Ctrl-C does not wait five minutes.
    TEST_LIMITS: JSON.stringify({ stopGraceMs: 0 }),
    HOST: '127.0.0.1',
    PORT: String(port),
    IMAGE_STORE: plan.given.IMAGE_STORE ?? join(localFolder, 'images'),
    SIGNING_SECRET: plan.given.SIGNING_SECRET ?? secrets.signing,
    LEDGER_SIGNING_KEY: plan.given.LEDGER_SIGNING_KEY ?? secrets.ledgerSigningKey,
    PUBLIC_URL: plan.given.PUBLIC_URL ?? studioUrl(port),
    WEB_FOLDER: webFolder,
    LOG_LEVEL: plan.given.LOG_LEVEL ?? 'info',
    ...demoCompany(plan.given),
    SUPER_ADMIN_EMAILS: emails.join(','),
  });
}

async function startServer(context: Context, name: string, folder: string, env: NodeJS.ProcessEnv) {
  const log = logFile(folder);
  const options = { name, script: `${folder}/main.ts`, env, logFile: log };
  const watcher = {
    started: ({ pid }: { pid: number }) => context.lock.record(pid),
    say,
    gaveUp: () => context.fail(name, log),
  };
  await context.lifecycle.start('server', (signal) =>
    startSupervised({ ...options, signal }, watcher),
  );
  watchErrors(name, log, say);
}

async function waitUntilReady(url: string): Promise<void> {
  const until = Date.now() + readyDeadline_ms;
  let last = 'no answer';
  while (Date.now() < until) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      if (answer.ok) return;
      last = `${answer.status} ${await answer.text()}`;
    } catch (error) {
      last = String(error);
    }
    await sleep(100);
  }
  throw new Plain(`The API was not ready in time: ${url}: ${last} (its log: ${logFile('api')})`);
}

/** The same ports as last time if they are free, so that links in old mails and open pages keep working. */
async function keepPorts<Name extends string>(names: Name[]): Promise<Record<Name, number>> {
  const file = join(localFolder, 'ports.json');
  let known: Partial<Record<Name, number>> = {};
  try {
    known = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The first start uses any free port.
  }
  const wished = Object.fromEntries(names.map((name) => [name, known[name]]));
  const ports = await freePorts<Name>(wished as Record<Name, number | undefined>);
  mkdirSync(localFolder, { recursive: true });
  writeFileSync(file, JSON.stringify(ports));
  return ports;
}
