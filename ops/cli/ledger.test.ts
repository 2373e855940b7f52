import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger } from '@sachet/db/ledger/ledger';
import { openWallet } from '@sachet/db/wallet/wallets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../dev/local/places.ts';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

async function verify(): Promise<{ code: number; out: string }> {
  const env = { ...process.env, DATABASE_OWNER_URL: database.ownerUrl };
  const tool = fork(join(root, 'ops', 'cli', 'ledger.ts'), ['verify'], { env, silent: true });
  const out = text(tool.stdout!);
  const [code] = (await once(tool, 'exit')) as [number];
  return { code, out: await out };
}

test('npm run ledger -- verify checks the audit trail as well', async () => {
  const pool = createPool(database.ownerUrl, { max: 1 });
  try {
    await pool.query(
      `insert into admin_audit (actor, action) values ('operator', 'one'), ('operator', 'two')`,
    );
    expect(await verify()).toEqual({
      code: 0,
      out: expect.stringMatching(/, 2 rows of the audit trail: no finding\n$/),
    });
    await pool.query('alter table admin_audit disable trigger user');
    await pool.query(`update admin_audit set action = 'none' where id = 1`);
    expect(await verify()).toEqual({
      code: 1,
      out: expect.stringMatching(
        /^audit_trail_broken row 1: is not what was recorded after row 0\nRemedies:\n[^\n]+\n.* 2 rows of the audit trail: 1 finding\n$/,
      ),
    });
    await pool.query(`update admin_audit set action = 'one' where id = 1`);
    await pool.query('alter table admin_audit enable trigger user');
  } finally {
    await pool.end();
  }
});

test('a container without a writable disk takes a checkpoint to its output, and verifies one from its input', async () => {
  const run = async (args: string[], input = '') => {
    const env = {
      ...process.env,
      DATABASE_OWNER_URL: '',
      DATABASE_URL: database.appUrl,
      LEDGER_SIGNING_KEY: 'a key of a container',
    };
    const tool = fork(join(root, 'ops', 'cli', 'ledger.ts'), args, { env, silent: true, cwd: '/' });
    const out = text(tool.stdout!);
    tool.stdin!.end(input);
    const [code] = (await once(tool, 'exit')) as [number];
    return { code, out: await out };
  };
  await openTestWallet();
  const taken = await run(['checkpoint']);
  expect(JSON.parse(taken.out).checkpoint.number).toBe(1);
  const verified = await run(['verify', '--checkpoint', '-'], taken.out);
  expect(verified.out).toMatch(/ 1 checkpoints, 2 rows of the audit trail: no finding\n/);
  const other = taken.out
    .replace(/"number":1/, '"number":2')
    .replace(/"hashHex":"(.)/, (_, first) => `"hashHex":"${first === '0' ? '1' : '0'}`);
  expect((await run(['verify', '--checkpoint', '-'], other)).out).toContain('checkpoint_missing');
});

async function openTestWallet(): Promise<void> {
  const ledger = createLedger({ connectionString: database.appUrl });
  const db = createKysely(createPool(database.appUrl, { max: 1 }));
  try {
    const walletId = await openWallet(db, { kind: 'user', id: 'asha' });
    const bonus = {
      type: 'CreditSignupBonus',
      walletId,
      idempotencyKey: 'bonus',
      amountPaise: 100,
    };
    await ledger.append({ ...bonus, type: 'CreditSignupBonus', actor: 'user:asha' });
  } finally {
    await ledger.close();
    await db.destroy();
  }
}
