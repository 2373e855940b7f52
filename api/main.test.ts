import { execFile } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../dev/local/places.ts';
import { startRedis } from '../dev/local/redis.ts';
import { coordinate, redisUrl } from '../dev/local/testing/coordinates.ts';
import { toScript } from '../dev/local/testing/stack.ts';

const production = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app@127.0.0.1:1/sachet',
  QUEUE_URL: 'redis://127.0.0.1:1',
  IMAGE_STORE: coordinate('TEST_FOLDER'),
  SIGNING_SECRET: 'a signing secret of some length, 1',
  OPENAI_API_KEY: 'sk-one',
  GEMINI_API_KEY: 'key-two',
  FIREBASE_PROJECT_ID: 'sachet',
  FIREBASE_API_KEY: 'web-key',
  PUBLIC_URL: 'https://sachet.example',
  LEDGER_SIGNING_KEY: 'a key for checkpoints of some length',
};

type Server = Parameters<typeof toScript>[0];

function start(server: Server, env: NodeJS.ProcessEnv): Promise<{ code: unknown; said: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [toScript(server)], { env, cwd: root }, (error, _out, said) => {
      done({ code: error?.code ?? 0, said });
    });
  });
}

const secretPart = 'MIIEvQIBADANBgkqhkiG9w0';

// One setting of each kind; shared/configuration/environment.test.ts checks that each setting alone is enough.
test.each<[string, Server, Record<string, string>]>([
  [
    'settings for a laptop only',
    'api',
    {
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
      STAND_INS: 'openai',
      SANDBOX_INBOX_URL: 'http://127.0.0.1:9000',
    },
  ],
  [
    'a service account with a truncated key',
    'api',
    {
      FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
        project_id: 'sachet',
        client_email: 'a@sachet.example',
        private_key: `-----BEGIN PRIVATE KEY-----\n${secretPart}`,
      }),
    },
  ],
  [
    'missing keys and stand-ins',
    'worker',
    { STAND_INS: 'gemini,mail', OPENAI_API_KEY: '', LEDGER_SIGNING_KEY: '' },
  ],
])(
  'with %s the %s does not start in production, and reports the setting',
  async (_what, server, wrong) => {
    const { code, said } = await start(server, { ...production, ...wrong });
    expect(code).toBe(78);
    for (const name of Object.keys(wrong)) expect(said).toContain(`- ${name}: `);
    expect(said).not.toContain('    at ');
    expect(said).not.toContain(secretPart);
  },
);

test('a server does not start with a password that the database rejects, and reports it', async () => {
  const url = new URL(coordinate('TEST_DATABASE_APP_URL'));
  url.password = 'not-the-password';
  const { code, said } = await start('api', {
    ...production,
    NODE_ENV: 'development',
    DATABASE_URL: url.href,
    PORT: '0',
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1',
  });
  expect(code).toBe(78);
  expect(said).toContain('- DATABASE_URL: password authentication failed for user');
  expect(said).not.toContain('    at ');
  expect(said).not.toContain('not-the-password');
});

test('the API says that its port is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  try {
    const { code, said } = await start('api', {
      ...production,
      NODE_ENV: 'development',
      DATABASE_URL: coordinate('TEST_DATABASE_APP_URL'),
      QUEUE_URL: redisUrl(),
      HOST: '127.0.0.1',
      PORT: port,
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1',
    });
    expect(said).toContain(`The API cannot listen on 127.0.0.1:${port}: listen EADDRINUSE`);
    expect([code, /^ +at /m.test(said)]).toEqual([1, false]);
  } finally {
    taken.close();
  }
});

test('a server reports a Redis that deletes jobs, and a test key, and says what to do about each', async () => {
  const redis = await startRedis({
    folder: coordinate('TEST_FOLDER'),
    logFile: join(coordinate('TEST_LOG_FOLDER'), 'redis-evicting.log'),
    maxmemoryPolicy: 'allkeys-lru',
  });
  try {
    const { code, said } = await start('worker', {
      ...production,
      DATABASE_URL: coordinate('TEST_DATABASE_APP_URL'),
      QUEUE_URL: redis.url,
      RAZORPAY_KEY_ID: 'rzp_test_1',
    });
    expect(code).toBe(78);
    expect(said).toContain('- RAZORPAY_KEY_ID: is a test key, which takes no real money\n');
    expect(said).toContain('- QUEUE_URL: Redis deletes jobs when its memory is full');
    expect(said).toContain('\n  Set `maxmemory-policy noeviction` in Redis.\n');
    expect(said).not.toContain('    at ');
  } finally {
    await redis.stop();
  }
});
