import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../local/places.ts';
import { coordinate, redisUrl } from '../local/testing/coordinates.ts';
import { createTestDatabase, type TestDatabase } from '../local/testing/database.ts';

let database: TestDatabase;
let production: NodeJS.ProcessEnv;
beforeAll(async () => {
  database = await createTestDatabase();
  production = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    QUEUE_URL: redisUrl(),
    IMAGE_STORE: mkdtempSync(join(coordinate('TEST_FOLDER'), 'images-')),
    OPENAI_API_KEY: 'sk-one',
    GEMINI_API_KEY: 'key-two',
    SIGNING_SECRET: 'k2Vw9sQz-signing-0123456789-aBcDeF',
    LEDGER_SIGNING_KEY: 'p7Xm4tRy-ledger-0123456789-gHiJkL',
    PUBLIC_URL: 'https://sachet.example',
    FIREBASE_PROJECT_ID: 'sachet',
    FIREBASE_API_KEY: 'web-key',
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
      project_id: 'sachet',
      client_email: 'a@sachet.example',
      private_key: '-----BEGIN PRIVATE KEY-----\nMIIE',
    }),
  };
});
afterAll(() => database?.drop());

/** Runs doctor as a container does. */
function runDoctor(env: NodeJS.ProcessEnv): Promise<{ code: unknown; said: string }> {
  const args = [join(root, 'cli/container.ts'), 'doctor'];
  return new Promise((done) => {
    execFile(process.execPath, args, { env, cwd: root }, (error, said, failed) =>
      done({ code: error?.code ?? 0, said: said + failed }),
    );
  });
}

test('doctor finds no error in a working installation', async () => {
  const { code, said } = await runDoctor(production);
  expect(said).toContain('Checked for production: 0 errors');
  expect(code).toBe(0);
});

test('doctor reports every problem once with its remedy, repeats no secret, and exits with 1', async () => {
  const { code, said } = await runDoctor({
    ...production,
    DATABASE_URL: 'postgres://sachet:Xq9@Zr8/Yv7@127.0.0.1:1/sachet',
    QUEUE_URL: 'redis://127.0.0.1:1',
    LEDGER_SIGNING_KEY: production['SIGNING_SECRET'],
    FIREBASE_SERVICE_ACCOUNT: '',
    FREE_WORK_USD_PER_DAYS: '5',
    GOOGLE_APPLICATION_CREDENTIALS: '/no/such/file',
  });
  expect(code).toBe(1);
  expect(said.split('\n').filter((line) => line.startsWith('- '))).toEqual([
    '- DATABASE_URL: its password has a character that a URL cannot contain',
    '- FREE_WORK_USD_PER_DAYS: is not a variable of Sachet',
    '- LEDGER_SIGNING_KEY: is the same secret as SIGNING_SECRET',
    '- QUEUE_URL: Redis cannot be reached (connect ECONNREFUSED 127.0.0.1:1)',
    '- FIREBASE_SERVICE_ACCOUNT: missing, so no one could sign in',
  ]);
  expect(said).toContain('\n  Did you mean FREE_WORK_USD_PER_DAY? Rename or remove it.\n');
  expect(said).toContain('Checked for production: 5 errors, 0 warnings.');
  expect(said).not.toMatch(/Xq9|Zr8|Yv7|k2Vw9sQz|    at /);
});
