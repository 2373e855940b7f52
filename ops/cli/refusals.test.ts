// Runs every program into its refusals: each prints one sentence for the person at the terminal, and no stack.
import { createPool } from '@sachet/db/connect';
import { locks } from '@sachet/db/locks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { runProgram } from './testing/programs.ts';

type Variables = Record<string, string>;

let database: TestDatabase;
let empty: TestDatabase;
beforeAll(async () => {
  [database, empty] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const pool = createPool(empty.ownerUrl, { max: 1 });
  await pool.query('drop schema public cascade; create schema public');
  await pool.end();
});
afterAll(async () => {
  await database?.drop();
  await empty?.drop('broken');
});

async function run(command: string, variables: Variables = {}) {
  const [program = '', ...args] = command.split(' ').filter(Boolean);
  const env = {
    PATH: process.env['PATH'],
    DATABASE_OWNER_URL: database.ownerUrl,
    DATABASE_URL: database.appUrl,
    LEDGER_SIGNING_KEY: 'a key for checkpoints of some length',
    IMAGE_STORE: coordinate('TEST_FOLDER'),
    ...variables,
  };
  const { code, out, err } = await runProgram(program, args, { env });
  return { code, said: out + err };
}

async function expectRefusal(
  command: string,
  { says, code = 1 }: { says: string; code?: number },
  variables?: Variables,
): Promise<void> {
  const refused = await run(command, variables);
  expect(refused).toEqual({ code, said: expect.stringContaining(says) });
  expect(refused.said).not.toMatch(/^ +at |hush/m);
}

const tools = ['ledger.ts verify', 'pictures.ts verify', 'admin.ts list', 'db.ts status'];
const secretFile = { LEDGER_SIGNING_KEY: '', LEDGER_SIGNING_KEY_FILE: '/no/such/file' };

describe.each(tools)('%s', (tool) => {
  test('says that Postgres cannot be reached', async () => {
    const says = 'A server cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Check its address';
    await expectRefusal(`ops/cli/${tool}`, { says }, { DATABASE_OWNER_URL: toUrl({ port: '1' }) });
  });

  test('says that Postgres refuses the login or has no such database', async () => {
    const login = { DATABASE_OWNER_URL: toUrl({ username: 'stranger', password: 'hush' }) };
    const refused = {
      says: 'The database refuses the connection: password authentication failed for user "stranger". Check',
    };
    await expectRefusal(`ops/cli/${tool}`, refused, login);
    const missing = {
      says: 'The database refuses the connection: database "nowhere" does not exist. Check',
    };
    await expectRefusal(`ops/cli/${tool}`, missing, {
      DATABASE_OWNER_URL: toUrl({ pathname: '/nowhere' }),
    });
  });

  test('says which file of a secret cannot be read', async () => {
    await expectRefusal(`ops/cli/${tool}`, { says: '- LEDGER_SIGNING_KEY_FILE: ' }, secretFile);
  });
});

function toUrl(parts: Partial<URL>): string {
  return Object.assign(new URL(database.ownerUrl), parts).href;
}

test.each(['ledger.ts verify', 'ledger.ts audit', 'pictures.ts verify', 'admin.ts list'])(
  '%s says that the database is not migrated',
  async (tool) => {
    const says =
      'The database is not migrated, or another version of Sachet made it: run `doctor`.';
    await expectRefusal(`ops/cli/${tool}`, { says }, { DATABASE_OWNER_URL: empty.ownerUrl });
  },
);

test('db migrate says that a database has another encoding, and changes nothing', async () => {
  const name = `${database.name}_ascii`;
  const pool = createPool(database.ownerUrl, { max: 1 });
  try {
    await pool.query(`create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'`);
    const says =
      'The database cannot be migrated:\n- DATABASE_OWNER_URL: the encoding of the database is SQL_ASCII';
    await expectRefusal(
      'ops/cli/db.ts migrate',
      { says },
      { DATABASE_OWNER_URL: toUrl({ pathname: `/${name}` }) },
    );
  } finally {
    await pool.query(`drop database if exists ${name} with (force)`);
    await pool.end();
  }
});

test('ledger audit says that another auditor is running', async () => {
  const pool = createPool(database.ownerUrl, { max: 1 });
  try {
    await pool.query('select pg_advisory_lock($1)', [locks.audit.id]);
    const { code, said } = await run('ops/cli/ledger.ts audit');
    expect([code, said]).toEqual([0, expect.stringContaining('another auditor is running')]);
  } finally {
    await pool.end();
  }
});

test('ledger reconcile says that an empty ledger agrees with the gateway', async () => {
  const { code, said } = await run('ops/cli/ledger.ts reconcile');
  expect([code, said]).toEqual([0, expect.stringContaining('the identity holds, 0 findings')]);
});

test.each<[command: string, says: string, code?: number]>([
  ['dev/local/bootstrap.mjs nothing', 'usage: node dev/local/bootstrap.mjs start|test|soak', 2],
  [
    'ops/cli/container.ts',
    'usage: api | worker | db | pictures | ledger | admin | doctor | backup',
    2,
  ],
  ['ops/cli/admin.ts', 'usage: npm run admin -- grant EMAIL | revoke EMAIL | list'],
  ['ops/cli/admin.ts grant a@people.test --what', 'usage: npm run admin'],
  ['ops/cli/admin.ts grant a@people.test more', 'usage: npm run admin'],
  ['ops/cli/admin.ts revoke a@people.test', 'a@people.test does not have this role by grant.'],
  ['ops/cli/admin.ts grant a@people.test', 'No user has signed up as a@people.test yet.'],
  ['ops/cli/db.ts status more', 'usage: npm run db -- migrate | status'],
  ['ops/cli/db.ts drop-login stranger', 'Nothing was changed: '],
  ['ops/cli/pictures.ts remove-unknown --all', 'usage: npm run pictures -- verify'],
  ['ops/cli/models.ts', 'usage: npm run models -- check'],
  ['dev/tools/bench.ts nothing', 'usage: npm run bench -- '],
  [
    'dev/bench/rolling.ts --url http://127.0.0.1:1',
    'http://127.0.0.1:1 does not answer. Start the demo',
  ],
  [
    'dev/tools/soak.ts nothing',
    'There is no soak named nothing.\nusage: npm run soak [-- --short|torture|',
    2,
  ],
  ['ops/backup/main.ts', 'usage: backup key | run'],
  ['ops/backup/main.ts list', 'BACKUP_FOLDER is not set.'],
  ['ops/cli/ledger.ts', 'usage: npm run ledger -- COMMAND', 2],
  ['ops/cli/ledger.ts audit more', 'too much: more', 2],
  ['ops/cli/ledger.ts verify --what', "Unknown option '--what'", 2],
  ['ops/cli/ledger.ts verify --public-key zz', 'a public key is 64 hex digits', 2],
  ['ops/cli/ledger.ts verify --checkpoint /no/such/file', '/no/such/file: ENOENT: no such file', 2],
  [
    'ops/cli/ledger.ts verify --checkpoint package.json',
    'package.json: this is not a checkpoint',
    2,
  ],
  ['ops/cli/ledger.ts reconcile --day 1', 'a day is written as 2026-03-01', 2],
  ['ops/cli/ledger.ts as-of wal_x', 'as-of needs a wallet and a time, such as 2026-11-21T12:00', 2],
  ['ops/cli/ledger.ts as-of wal_x 2026-11-21T12:00:00Z', 'There is no wallet wal_x.'],
  ['ops/cli/ledger.ts export --format xml', 'no such format: xml', 2],
  [
    'ops/cli/ledger.ts export --file /no/such/file',
    '/no/such/file cannot be used: ENOENT: no such file',
  ],
  ['ops/cli/ledger.ts checkpoint', 'The ledger has no events yet.'],
  ['ops/cli/ledger.ts restored', 'Give the published checkpoints with --checkpoint, or say', 2],
  [
    'ops/cli/ledger.ts restored --none-published --to 1',
    '--to is not a moment with its offset: 2026',
    2,
  ],
  ['ops/cli/ledger.ts restored --none-published --correct', 'No recorded restore can be corrected'],
  ['ops/cli/ledger.ts receipt wal_x', 'receipt needs a wallet and a sequence number', 2],
  ['ops/cli/ledger.ts receipt wal_x 1', 'wal_x has no event 1.'],
  ['ops/cli/ledger.ts check-receipt', 'check-receipt needs a file', 2],
  ['ops/cli/ledger.ts check-receipt /no/such/file', '/no/such/file: ENOENT: no such file', 2],
  ['ops/cli/ledger.ts check-receipt package.json', 'This is not a receipt.'],
])('%s is refused with a sentence', async (command, says, code = 1) => {
  await expectRefusal(command, { says, code });
});

const backups = { BACKUP_FOLDER: '/no/such/folder' };

test.each<[command: string, variables: Variables, says: string, code?: number]>([
  ['ops/cli/container.ts doctor', secretFile, "The secrets' files cannot be used:", 78],
  ['ops/cli/doctor.ts', secretFile, '- LEDGER_SIGNING_KEY_FILE: '],
  ['ops/cli/models.ts check', secretFile, '- LEDGER_SIGNING_KEY_FILE: '],
  ['dev/tools/examples.ts', secretFile, '- LEDGER_SIGNING_KEY_FILE: '],
  [
    'ops/cli/doctor.ts',
    { QUEUE_URL: 'kafka://q' },
    'QUEUE_URL must begin with postgres://, redis://',
  ],
  ['ops/cli/doctor.ts', { SMTP_URL: 'smtp://mail' }, 'SMTP_URL is set, but MAIL_FROM is not.'],
  ['dev/local/start.ts', { PORT: 'http' }, 'PORT must be a number from 1 to 65535, not "http".'],
  [
    'ops/cli/db.ts migrate',
    { DATABASE_URL: '' },
    'The database cannot be migrated:\n- DATABASE_URL: ',
  ],
  [
    'ops/cli/db.ts migrate',
    { DATABASE_URL: 'mysql://sachet:hush@db/sachet' },
    'DATABASE_URL: must begin with postgres://',
  ],
  [
    'ops/cli/pictures.ts verify',
    { IMAGE_STORE: 'gs://x' },
    'IMAGE_STORE must be a folder, or s3://',
  ],
  ['ops/backup/main.ts key', backups, '/no/such/folder'],
  ['ops/backup/main.ts restore', backups, 'usage: backup key | run'],
  [
    'ops/backup/main.ts restore --identity x --to 2999-01-01T00:00:00Z',
    backups,
    '--to is in the future.',
  ],
  [
    'ops/backup/main.ts list --what',
    backups,
    '/no/such/folder/recipient.txt is missing. Make the key',
  ],
])('%s with %j is refused with a sentence', async (command, variables, says, code = 1) => {
  await expectRefusal(command, { says, code }, variables);
});
