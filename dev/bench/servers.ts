/** The product as `npm start` runs it, on a benchmark's own database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sandboxRazorpayKeys } from '../../ops/cli/environment.ts';
import { startChild, type Child } from '../local/children.ts';
import { startAuthEmulator } from '../local/emulator.ts';
import { emulatorKey, signInByPhone, signUpByEmail, type SignedIn } from '../local/sign-in.ts';
import { getDatabaseUrl } from './report.ts';

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

export interface Person extends SignedIn {
  readonly headers: { readonly authorization: string };
}

export interface Product {
  readonly emulator: { readonly host: string; readonly projectId: string };
  /** The stand-ins of the providers, in the form that their SDKs take, and of the gateway. */
  readonly sandbox: Record<'openaiUrl' | 'geminiUrl' | 'razorpayUrl', string>;
  readonly apiUrl: string;
  readonly api: Child<{ operationsUrl: string }>;
  readonly worker: Child<{ operationsUrl: string }> | null;
  /** Creates a user with a profile: verified by phone, or unverified by email. */
  signUp(by?: 'phone' | 'email'): Promise<Person>;
  /** Starts another program with the servers' environment. */
  start<Ready>(script: string): Promise<Child<Ready>>;
  stop(): Promise<void>;
}

/** Ctrl-C stops all servers. `env` adds to the variables of API and worker. */
export async function startProduct({
  hasWorker = false,
  env,
}: { hasWorker?: boolean; env?: NodeJS.ProcessEnv } = {}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'sachet-bench-'));
  const logFile = (name: string) => join(folder, `${name}.log`);
  const ends: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end().catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('SIGTERM', () => void stop().then(() => process.exit(143)));
  const startWith = async <Ready>(script: string, variables: NodeJS.ProcessEnv) => {
    const name = basename(script, '.ts') + ends.length;
    const child = await startChild<Ready>({ name, script, env: variables, logFile: logFile(name) });
    ends.push(child.stop);
    return child;
  };
  try {
    const emulator = await startAuthEmulator({ projectId, logFile: logFile('emulator') });
    ends.push(emulator.stop);
    const { ready: sandbox } = await startWith<Product['sandbox']>('dev/sandbox/main.ts', {
      ...process.env,
      SANDBOX_REUSES_PICTURES: '1',
    });
    const databaseUrl = getDatabaseUrl('APP');
    const variables = {
      ...process.env,
      NODE_ENV: 'development',
      TEST_LIMITS: JSON.stringify(limits),
      PORT: '0',
      OPERATIONS_PORT: '0',
      DATABASE_URL: databaseUrl,
      QUEUE_URL: databaseUrl,
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: emulatorKey,
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      IMAGE_STORE: join(folder, 'images'),
      SIGNING_SECRET: 'a-signing-secret-for-benchmarks',
      LOG_LEVEL: 'warn',
      PUBLIC_URL: 'http://127.0.0.1:3000',
      OPENAI_API_KEY: keys.openai,
      OPENAI_BASE_URL: sandbox.openaiUrl,
      GEMINI_API_KEY: keys.google,
      GEMINI_BASE_URL: sandbox.geminiUrl,
      ...sandboxRazorpayKeys,
      RAZORPAY_BASE_URL: sandbox.razorpayUrl,
      ...env,
    };
    const start = <Ready>(script: string) => startWith<Ready>(script, variables);
    const worker = hasWorker ? await start<{ operationsUrl: string }>('worker/main.ts') : null;
    const api = await start<{ url: string; operationsUrl: string }>('api/main.ts');
    const apiUrl = api.ready.url;
    let people = 0;
    const signUp = async (by: 'phone' | 'email' = 'email') => {
      people += 1;
      const account =
        by === 'phone'
          ? await signInByPhone(emulator.host, projectId, `+91${9_812_000_000 + people}`)
          : await signUpByEmail(emulator.host, `p${people}@people.test`, 'a-password');
      return { ...account, headers: await createProfile(apiUrl, account.token) };
    };
    return {
      emulator: { host: emulator.host, projectId },
      sandbox,
      apiUrl,
      api,
      worker,
      signUp,
      start,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates the profile of this token's user. */
export async function createProfile(apiUrl: string, token: string): Promise<Person['headers']> {
  const headers = { authorization: `Bearer ${token}` };
  const json = { accountType: 'individual', firstName: 'Bench', lastName: 'Mark' };
  await send(apiUrl, headers, '/api/user', json);
  return headers;
}

/** Sends JSON, or a GET without it, and returns the body. Throws when the answer is not 2xx. */
export async function send(
  url: string,
  headers: Person['headers'],
  path: string,
  json?: object,
): Promise<string> {
  const answer = await fetch(url + path, {
    method: json ? 'POST' : 'GET',
    headers: { ...headers, ...(json && { 'content-type': 'application/json' }) },
    body: json && JSON.stringify(json),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
  return body;
}
