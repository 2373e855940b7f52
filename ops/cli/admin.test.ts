import { createPool } from '@sachet/db/connect';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { runProgram } from './testing/programs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool(database.ownerUrl, { max: 1 });
  await pool.query(
    `insert into wallet (id, owner_kind, owner_id) values ('wal_1', 'user', 'dev'), ('wal_2', 'user', 'eve'),
       ('wal_3', 'user', 'one'), ('wal_4', 'user', 'two')`,
  );
  await pool.query(
    `insert into user_profile (uid, account_type, wallet_id, first_name, last_name, email, email_verified)
     values ('dev', 'individual', 'wal_1', 'Dev', 'Patel', 'dev@people.test', true),
            ('eve', 'individual', 'wal_2', 'Eve', 'Rao', 'eve@people.test', false),
            ('one', 'individual', 'wal_3', 'One', 'Shah', 'twins@people.test', true),
            ('two', 'individual', 'wal_4', 'Two', 'Shah', 'twins@people.test', true)`,
  );
  await pool.end();
});
afterAll(() => database?.drop());

async function admin(...args: string[]): Promise<{ code: number; out: string }> {
  const env = {
    ...process.env,
    DATABASE_OWNER_URL: database.ownerUrl,
    SUPER_ADMIN_EMAILS: 'Boss@people.test, Dev@people.test',
  };
  const { code, out, err } = await runProgram('ops/cli/admin.ts', args, { env });
  return { code, out: code === 0 ? out : err };
}

test('a super admin is granted, listed and revoked', async () => {
  expect(await admin('grant', ' Dev@People.test ')).toEqual({
    code: 0,
    out: 'dev@people.test is super admin.\n',
  });
  const { out } = await admin('list');
  expect(out).toMatch(
    /^dev@people\.test {2}super admin, granted \S+Z\nboss@people\.test {2}super admin by SUPER_ADMIN_EMAILS, once the address is verified\ndev@people\.test {2}super admin by SUPER_ADMIN_EMAILS\nNo user is finance\.\n$/,
  );
  expect(await admin('revoke', 'dev@people.test')).toEqual({
    code: 0,
    out: 'dev@people.test is no longer super admin by grant.\nSUPER_ADMIN_EMAILS still names this address.\n',
  });
  expect(await admin('grant', 'dev@people.test', '--role', 'finance')).toEqual({
    code: 0,
    out: 'dev@people.test is finance.\n',
  });
  expect((await admin('list')).out).toMatch(
    /^boss@people\.test {2}super admin by SUPER_ADMIN_EMAILS, once the address is verified\ndev@people\.test {2}super admin by SUPER_ADMIN_EMAILS\ndev@people\.test {2}finance, granted \S+Z\n$/,
  );
});

const usage = `usage: npm run admin -- grant EMAIL | revoke EMAIL | list
  grant and revoke take --role super-admin or finance; super-admin unless told`;

test.each([
  [
    ['grant', 'eve@people.test'],
    'eve@people.test has signed up, but has not verified the address: it may be another person’s.',
  ],
  [['grant', 'twins@people.test'], 'Several accounts have the address twins@people.test.'],
  [['grant', 'dev@people.test', '--role', 'king'], usage],
])('the command %j is refused with a message', async (args, sentence) => {
  expect(await admin(...args)).toEqual({ code: 1, out: `${sentence}\n` });
});
