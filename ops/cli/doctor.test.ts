import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAuditPass } from '@sachet/db/checks/pass';
import { createKysely, createPool } from '@sachet/db/connect';
import { takeCheckpoint } from '@sachet/db/ledger/checkpoint';
import { createLedger } from '@sachet/db/ledger/ledger';
import { readSigningKey } from '@sachet/db/ledger/signing-key';
import { openWallet } from '@sachet/db/wallet/wallets';
import { hourMs } from '@sachet/shared/time';
import { coordinate, redisUrl } from '../../dev/local/testing/coordinates.ts';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { runProgram } from './testing/programs.ts';

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
async function runDoctor(env: NodeJS.ProcessEnv) {
  const { code, out, err } = await runProgram('ops/cli/container.ts', ['doctor'], { env });
  return { code, said: out + err };
}

/** The problems that doctor reports, each with its remedy below it. */
async function findProblems(changes: NodeJS.ProcessEnv): Promise<string[]> {
  const { said } = await runDoctor({ ...production, ...changes });
  return said.split('\n').filter((line) => line.startsWith('- '));
}

async function listenOn(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
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

test('doctor names a folder for pictures that does not exist, and does not create it', async () => {
  const folder = join(coordinate('TEST_FOLDER'), 'misspelt', 'images');
  const expected = [`- IMAGE_STORE: the folder ${folder} does not exist`];
  expect(await findProblems({ IMAGE_STORE: folder })).toEqual(expected);
  expect(existsSync(folder)).toBe(false);
});

const twoHoursMs = 2 * hourMs;
test.each([
  [-twoHoursMs, 'ahead of'],
  [twoHoursMs, 'behind'],
])('doctor names a clock that is %i ms off that of the payment gateway', async (offMs, where) => {
  const gateway = createHttpServer((_request, response) => {
    const date = new Date(Date.now() + offMs).toUTCString();
    response.writeHead(404, { date, connection: 'close' }).end();
  });
  const address = `http://127.0.0.1:${await listenOn(gateway)}`;
  try {
    const found = await findProblems({ RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_BASE_URL: address });
    const sentence = `^- The clock of this machine is (7199|720[01]) s ${where} that of the payment gateway$`;
    expect(found).toContainEqual(expect.stringMatching(sentence));
  } finally {
    gateway.close();
  }
});

test('doctor names a payment gateway that cannot be reached', async () => {
  const closed = createServer();
  const place = `127.0.0.1:${await listenOn(closed)}`;
  closed.close();
  await once(closed, 'close');
  const gateway = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_BASE_URL: `http://${place}` };
  expect(await findProblems(gateway)).toContain(
    `- RAZORPAY_KEY_ID: the payment gateway cannot be reached (connect ECONNREFUSED ${place})`,
  );
});

test('doctor says whether the mail server refuses the connection, the encryption or the login, and sends no mail', async () => {
  const heard: string[] = [];
  const mail = createServer((socket) => {
    const answers = { EHLO: '250-mail\r\n250 AUTH PLAIN', AUTH: '535 hush knows better' };
    socket.write('220 mail\r\n');
    socket.on('error', () => {});
    socket.on('data', (line) => {
      const verb = /^[A-Z]+/.exec(String(line))?.[0] ?? '';
      heard.push(verb);
      socket.write(`${answers[verb as keyof typeof answers] ?? '502 no such command'}\r\n`);
    });
  });
  const port = await listenOn(mail);
  const named = (url: string) =>
    findProblems({ SMTP_URL: url, MAIL_FROM: 'Sachet <no-reply@sachet.example>' });
  try {
    expect(await named('smtp://mail:hush@127.0.0.1:1')).toEqual([
      '- SMTP_URL: the mail server cannot be reached (connect ECONNREFUSED 127.0.0.1:1)',
    ]);
    expect(await named(`smtp://mail:hush@127.0.0.1:${port}`)).toEqual([
      '- SMTP_URL: no encrypted connection to the mail server (ETLS)',
    ]);
    expect(await named(`smtps://mail:hush@127.0.0.1:${port}`)).toEqual([
      expect.stringMatching(/^- SMTP_URL: no encrypted connection to the mail server \(ERR_SSL_/),
    ]);
    expect(await named(`smtp://mail:hush@127.0.0.1:${port}?requireTLS=false`)).toEqual([
      '- SMTP_URL: the mail server refuses the login (EAUTH 535)',
    ]);
    expect(await named(`smtp://127.0.0.1:${port}`)).toEqual([]);
    expect(heard).not.toContain('MAIL');
  } finally {
    mail.close();
  }
});

test('doctor warns that it checked for development although the address is public', async () => {
  const { said } = await runDoctor({ ...production, NODE_ENV: 'development' });
  expect(said).toContain(
    '- Warning: NODE_ENV: is not production, but PUBLIC_URL is of an installation for customers\n  Set NODE_ENV=production',
  );
  expect(said).toMatch(/\nChecked for development: \d+ errors?, \d+ warnings?\.\n$/);
});

test('doctor lists what the auditor found in a chain that was edited, and what to do about it', async () => {
  const tampered = await createTestDatabase();
  const pool = createPool(tampered.ownerUrl, { max: 1 });
  try {
    const ledger = createLedger({ connectionString: tampered.appUrl });
    const credit = { type: 'AdjustByAdmin', amountPaise: 100, reason: 'an apology' } as const;
    const wallets = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        openWallet(createKysely(pool), { kind: 'user', id: `user-${at}` }),
      ),
    );
    for (const walletId of wallets) {
      await ledger.append({ ...credit, walletId, idempotencyKey: walletId, actor: 'worker' });
    }
    await ledger.close();
    await pool.query('alter table ledger_event disable trigger user');
    await pool.query(`update ledger_event set amount_paise = 100100`);
    await runAuditPass(tampered.appUrl);
    const changes = { DATABASE_URL: tampered.appUrl, DATABASE_OWNER_URL: tampered.ownerUrl };
    const { code, said } = await runDoctor({ ...production, ...changes });
    expect(said).toMatch(
      /\n- The auditor found chain_broken .*\n {2}Events were changed\. Do not rebuild: stop spending/,
    );
    expect(said).toMatch(
      /\n- The auditor found \d+ more findings\n {2}List all of them: `ledger audit`\./,
    );
    expect(code).toBe(1);
  } finally {
    await pool.end();
    await tampered.drop('broken');
  }
});

test('doctor names a superuser, a database that is not migrated or of another version, another owner and a replaced key', async () => {
  const pool = createPool(database.ownerUrl, { max: 1 });
  const elsewhere = (name: string) =>
    Object.assign(new URL(database.ownerUrl), { pathname: `/${name}` }).href;
  try {
    const { rows } = await pool.query('select rolsuper from pg_roles where rolname = session_user');
    expect(rows, 'the owner of the tests').toEqual([{ rolsuper: true }]);
    expect(await findProblems({ DATABASE_URL: database.ownerUrl })).toContain(
      '- DATABASE_URL: its login is a superuser, for whom the ledger has no protection',
    );
    expect(await findProblems({ DATABASE_OWNER_URL: elsewhere('postgres') })).toEqual([
      '- DATABASE_OWNER_URL: is another database than DATABASE_URL',
    ]);
    expect(await findProblems({ DATABASE_OWNER_URL: elsewhere('nowhere') })).toEqual([
      '- DATABASE_OWNER_URL: database "nowhere" does not exist',
    ]);
    expect(await findProblems({ IMAGE_STORE: 's3:/pictures' })).toEqual([
      expect.stringContaining('- IMAGE_STORE: must be a folder, or s3://'),
    ]);
    const walletId = await openWallet(createKysely(pool), { kind: 'user', id: 'someone' });
    const ledger = createLedger({ connectionString: database.appUrl });
    const credited = { type: 'AdjustByAdmin', amountPaise: 100, reason: 'an apology' } as const;
    await ledger.append({ ...credited, walletId, idempotencyKey: 'one', actor: 'worker' });
    await ledger.close();
    await takeCheckpoint(pool, readSigningKey(production['LEDGER_SIGNING_KEY']!));
    expect(
      await findProblems({ LEDGER_SIGNING_KEY: 'another-Ledger-key-0123456789-aBcDeF' }),
    ).toEqual([
      expect.stringMatching(/^- LEDGER_SIGNING_KEY: LEDGER_PUBLIC_KEYS_PREVIOUS lacks the key/),
    ]);
    const removed = await pool.query(
      'delete from kysely_migration where name = (select max(name) from kysely_migration) returning *',
    );
    const { name, timestamp } = removed.rows[0];
    expect(await findProblems({})).toEqual([
      `- Warning: DATABASE_OWNER_URL: migrations are missing in the database, from ${name} on`,
    ]);
    await pool.query('insert into kysely_migration values ($1, $2)', [name, timestamp]);
    const first = `(select min(name) from kysely_migration)`;
    await pool.query(
      `update kysely_migration set name = '0001-ledger-00000000' where name = ${first}`,
    );
    expect(await findProblems({})).toEqual([
      '- DATABASE_OWNER_URL: another version of Sachet made this database (0001-ledger-00000000)',
    ]);
    await pool.query('delete from kysely_migration');
    expect(await findProblems({})).toEqual(['- DATABASE_OWNER_URL: the database is not migrated']);
  } finally {
    await pool.end();
  }
});
