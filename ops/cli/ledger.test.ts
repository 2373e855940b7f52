import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger } from '@sachet/db/ledger/ledger';
import { openWallet } from '@sachet/db/wallet/wallets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { runProgram } from './testing/programs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

test('a container without a writable disk takes a checkpoint to its output, and verifies one from its input', async () => {
  const env = {
    ...process.env,
    DATABASE_OWNER_URL: '',
    DATABASE_URL: database.appUrl,
    LEDGER_SIGNING_KEY: 'a key of a container',
  };
  const run = (args: string[], input = '') =>
    runProgram('ops/cli/ledger.ts', args, { env, cwd: '/', input });
  await openTestWallet();
  const taken = await run(['checkpoint']);
  expect(JSON.parse(taken.out).checkpoint.number).toBe(1);
  const verified = await run(['verify', '--checkpoint', '-'], taken.out);
  expect(verified.out).toMatch(/ 1 checkpoints, 0 rows of the audit trail: no finding\n/);
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
