/** The API as `npm start` runs it, on the benchmark's own database, with people who chat. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, type Child } from '../../local/children.ts';
import { startAuthEmulator } from '../../local/emulator.ts';
import { emulatorKey, signUpByEmail } from '../../local/sign-in.ts';

export interface World {
  readonly apiUrl: string;
  readonly apiPid: number;
  /** As the providers' SDKs want it. */
  readonly openaiUrl: string;
  readonly geminiUrl: string;
  readonly people: readonly Person[];
  stop(): Promise<void>;
}

export interface Person {
  readonly headers: { readonly authorization: string };
}

export const keys = { openai: 'sandbox-openai-key', google: 'sandbox-gemini-key' };
const projectId = 'demo-sachet-bench';
const plenty = '1000000';

export async function startWorld(options: { databaseUrl: string; people: number }): Promise<World> {
  const { databaseUrl } = options;
  const folder = mkdtempSync(join(tmpdir(), 'sachet-bench-'));
  const logFile = (name: string) => join(folder, `${name}.log`);
  const stopping: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stopping.splice(0).toReversed()) await each().catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
  const start = async <Ready>(name: string, env: NodeJS.ProcessEnv): Promise<Child<Ready>> => {
    const script = `${name}/main.ts`;
    const child = await startChild<Ready>({ name, script, env, logFile: logFile(name) });
    stopping.push(child.stop);
    return child;
  };
  try {
    const emulator = await startAuthEmulator({ projectId, logFile: logFile('emulator') });
    stopping.push(emulator.stop);
    const sandbox = await start<{ openaiUrl: string; geminiUrl: string }>('sandbox', process.env);
    const { openaiUrl, geminiUrl } = sandbox.ready;
    const api = await start<{ url: string }>('api', {
      ...process.env,
      NODE_ENV: 'development',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      QUEUE_URL: databaseUrl,
      OPENAI_API_KEY: keys.openai,
      OPENAI_BASE_URL: openaiUrl,
      GEMINI_API_KEY: keys.google,
      GEMINI_BASE_URL: geminiUrl,
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: emulatorKey,
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      IMAGE_FOLDER: join(folder, 'images'),
      IMAGE_URL_SECRET: 'an-image-url-secret-for-benchmarks',
      LOG_LEVEL: 'warn',
      REQUESTS_PER_MINUTE: plenty,
      CHAT_REPLIES_PER_MINUTE: plenty,
      CHAT_REPLIES_AT_ONCE: plenty,
      FREE_REPLIES_PER_DAY: plenty,
    });
    const people: Person[] = [];
    while (people.length < options.people) {
      people.push(await signUp(api.ready.url, emulator.host, people.length));
    }
    const apiUrl = api.ready.url;
    return { apiUrl, apiPid: api.pid, openaiUrl, geminiUrl, people, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function signUp(apiUrl: string, emulatorHost: string, number: number): Promise<Person> {
  const { token } = await signUpByEmail(emulatorHost, `p${number}@people.test`, 'a-password');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${apiUrl}/api/user`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ accountType: 'individual', firstName: 'Bench', lastName: 'Mark' }),
  });
  if (!answer.ok) throw new Error(`POST /api/user: ${answer.status} ${await answer.text()}`);
  return { headers };
}

/** Each token is believed for 10 s once the sign-in provider was asked: that is not what is measured. */
export async function showTokens({ apiUrl }: World, people: readonly Person[]): Promise<void> {
  for (const { headers } of people) {
    const answer = await fetch(`${apiUrl}/api/wallet`, { headers });
    if (!answer.ok) throw new Error(`GET /api/wallet: ${answer.status}`);
    await answer.arrayBuffer();
  }
}
