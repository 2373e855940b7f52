import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { takeCheckpoint } from '@sachet/db/ledger/checkpoint';
import { createLedger } from '@sachet/db/ledger/ledger';
import { readSigningKey } from '@sachet/db/ledger/signing-key';
import { openWallet } from '@sachet/db/wallets/wallets';
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

test('doctor names a superuser, a database that is not migrated or of another version, another owner and a replaced key', async () => {
  const pool = createPool(database.ownerUrl, { max: 1 });
  const named = async (changes: NodeJS.ProcessEnv) => {
    const { said } = await runDoctor({ ...production, ...changes });
    return said.split('\n').filter((line) => line.startsWith('- '));
  };
  const elsewhere = (name: string) =>
    Object.assign(new URL(database.ownerUrl), { pathname: `/${name}` }).href;
  try {
    const { rows } = await pool.query('select rolsuper from pg_roles where rolname = session_user');
    expect(rows, 'the owner of the tests').toEqual([{ rolsuper: true }]);
    expect(await named({ DATABASE_URL: database.ownerUrl })).toContain(
      '- DATABASE_URL: its login is a superuser, for whom the ledger has no protection',
    );
    expect(await named({ DATABASE_OWNER_URL: elsewhere('postgres') })).toEqual([
      '- DATABASE_OWNER_URL: is another database than DATABASE_URL',
    ]);
    expect(await named({ DATABASE_OWNER_URL: elsewhere('nowhere') })).toEqual([
      '- DATABASE_OWNER_URL: database "nowhere" does not exist',
    ]);
    expect(await named({ IMAGE_STORE: 's3:/pictures' })).toEqual([
      expect.stringContaining('- IMAGE_STORE: must be a folder, or s3://'),
    ]);
    const walletId = await openWallet(createKysely(pool), { kind: 'user', id: 'someone' });
    const ledger = createLedger({ connectionString: database.appUrl });
    const credited = { type: 'AdjustByAdmin', amountPaise: 100, reason: 'an apology' } as const;
    await ledger.append({ ...credited, walletId, idempotencyKey: 'one', actor: 'worker' });
    await ledger.close();
    await takeCheckpoint(pool, readSigningKey(production['LEDGER_SIGNING_KEY']!));
    expect(await named({ LEDGER_SIGNING_KEY: 'another-Ledger-key-0123456789-aBcDeF' })).toEqual([
      expect.stringMatching(/^- LEDGER_SIGNING_KEY: LEDGER_PUBLIC_KEYS_PREVIOUS lacks the key/),
    ]);
    const first = `(select min(name) from kysely_migration)`;
    await pool.query(
      `update kysely_migration set name = '0001-ledger-00000000' where name = ${first}`,
    );
    expect(await named({})).toEqual([
      '- DATABASE_OWNER_URL: another version of Sachet made this database (0001-ledger-00000000)',
    ]);
    await pool.query('delete from kysely_migration');
    expect(await named({})).toEqual(['- DATABASE_OWNER_URL: the database is not migrated']);
  } finally {
    await pool.end();
  }
});
