/** The product as `npm start` runs it, on a benchmark's own database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startChild, type Child } from '../local/children.ts';
import { startAuthEmulator } from '../local/emulator.ts';
import { emulatorKey } from '../local/sign-in.ts';

export const keys = { openai: 'sandbox-openai-key', google: 'sandbox-gemini-key' };
const projectId = 'demo-sachet-bench';
const plenty = 10_000_000;
/** No limit may affect a benchmark. */
const limits = {
  stopGraceMs: 0,
  requestsPerMinute: plenty,
  adminRequestsPerMinute: plenty,
  chatRepliesPerMinute: plenty,
  chatRepliesAtOnce: plenty,
  freeRepliesPerDay: plenty,
};

export interface Servers {
  readonly emulator: { readonly host: string; readonly projectId: string };
  /** The stand-ins of the providers, and the environment that names them. */
  startSandbox(more?: NodeJS.ProcessEnv): Promise<Sandbox>;
  /** `more` adds to the variables of both servers. */
  start<Ready>(
    name: 'api' | 'worker' | 'dev/bench/edge/bare',
    more: NodeJS.ProcessEnv,
  ): Promise<Child<Ready>>;
  /** Registers a function that runs when the servers stop, the newest function first. */
  alsoStop(end: () => Promise<void>): void;
}

interface Sandbox {
  /** The base URL in the form that the providers' SDKs take. */
  readonly openaiUrl: string;
  readonly geminiUrl: string;
  readonly razorpayUrl: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs `build` with the servers; stops all of them when it throws. */
export async function withServers<Stack extends object>(
  databaseUrl: string,
  build: (servers: Servers) => Promise<Stack>,
): Promise<Stack & { stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'sachet-bench-'));
  const logFile = (name: string) => join(folder, `${name}.log`);
  const ends: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end().catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
  const start = async <Ready>(name: string, env: NodeJS.ProcessEnv): Promise<Child<Ready>> => {
    const script = name.includes('/') ? `${name}.ts` : `${name}/main.ts`;
    const child = await startChild<Ready>({ name, script, env, logFile: logFile(basename(name)) });
    ends.push(child.stop);
    return child;
  };
  try {
    const emulator = await startAuthEmulator({ projectId, logFile: logFile('emulator') });
    ends.push(emulator.stop);
    const common = {
      ...process.env,
      NODE_ENV: 'development',
      TEST_LIMITS: JSON.stringify(limits),
      PORT: '0',
      DATABASE_URL: databaseUrl,
      QUEUE_URL: databaseUrl,
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: emulatorKey,
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      IMAGE_STORE: join(folder, 'images'),
      SIGNING_SECRET: 'a-signing-secret-for-benchmarks',
      LOG_LEVEL: 'warn',
      PUBLIC_URL: 'http://127.0.0.1:3000',
    };
    const stack = await build({
      emulator: { host: emulator.host, projectId },
      start: (name, more) => start(name, { ...common, ...more }),
      async startSandbox(more) {
        const { ready } = await start<Omit<Sandbox, 'env'>>('sandbox', { ...process.env, ...more });
        const env = {
          OPENAI_API_KEY: keys.openai,
          OPENAI_BASE_URL: ready.openaiUrl,
          GEMINI_API_KEY: keys.google,
          GEMINI_BASE_URL: ready.geminiUrl,
        };
        return { ...ready, env };
      },
      alsoStop: (end) => void ends.push(end),
    });
    return { ...stack, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates the profile of this token's user. */
export async function createProfile(
  apiUrl: string,
  token: string,
): Promise<{ authorization: string }> {
  const account = { accountType: 'individual', firstName: 'Bench', lastName: 'Mark' };
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${apiUrl}/api/user`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (!answer.ok) throw new Error(`POST /api/user: ${answer.status} ${await answer.text()}`);
  return headers;
}
