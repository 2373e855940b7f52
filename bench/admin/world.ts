/** The API on the benchmark's own database, with many people in it and one super admin. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, type Child } from '../../local/children.ts';
import { startAuthEmulator } from '../../local/emulator.ts';
import { changeAccount, emulatorKey, refreshIdToken, signUpByEmail } from '../../local/sign-in.ts';

export interface World {
  readonly api: Child<{ url: string }>;
  readonly headers: Record<string, string>;
  readonly emulator: { host: string; projectId: string };
  stop(): Promise<void>;
}

const projectId = 'demo-sachet-bench';
const email = 'auditor@bench.test';

export async function startWorld(databaseUrl: string): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'sachet-bench-'));
  const logFile = (name: string) => join(folder, `${name}.log`);
  const stopping: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stopping.splice(0).toReversed()) await each().catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const emulator = await startAuthEmulator({ projectId, logFile: logFile('emulator') });
    stopping.push(emulator.stop);
    const env = {
      ...process.env,
      NODE_ENV: 'development',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      QUEUE_URL: databaseUrl,
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: emulatorKey,
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      IMAGE_FOLDER: join(folder, 'images'),
      IMAGE_URL_SECRET: 'an-image-url-secret-for-benchmarks',
      SUPER_ADMIN_EMAILS: email,
      REQUESTS_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
    };
    const api = await startChild<{ url: string }>({
      name: 'api',
      script: 'api/main.ts',
      env,
      logFile: logFile('api'),
    });
    stopping.push(api.stop);
    const headers = { authorization: `Bearer ${await auditorsToken(emulator.host)}` };
    return { api, headers, emulator: { host: emulator.host, projectId }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function auditorsToken(host: string): Promise<string> {
  const { uid, refreshToken } = await signUpByEmail(host, email, 'a-password-for-benchmarks');
  await changeAccount(host, projectId, uid, { emailVerified: true });
  return refreshIdToken(host, refreshToken);
}
