// A text is paid once, whichever wallet its buyer uses at that moment.
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import type { Profile } from '@sachet/db/people/profiles';
import type { Database } from '@sachet/db/tables';
import { addGeneration, somePerson } from '../testing/somebody.ts';
import { buyText } from './buy-text.ts';
import { closeAccount } from '../people/close-account.ts';
import { signUp } from '../people/sign-up.ts';
import { Limits } from '@sachet/shared/configuration/limits';

const settings = { limits: Limits.parse('{}') };

let database: TestDatabase;
let db: Kysely<Database>;
let ledger: Ledger;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createKysely(createPool(database.appUrl));
  ledger = createLedger({ connectionString: database.appUrl });
});
afterAll(async () => {
  await ledger?.close();
  await db?.destroy();
  await database?.drop();
});

const enter = async (uid: string, phoneNumber: string): Promise<Profile> =>
  (await signUp({ db, ledger }, somePerson(uid, phoneNumber))).profile;

const writeText = async ({ uid, wallet_id: walletId }: Profile): Promise<string> =>
  (
    await addGeneration(
      db,
      { uid, walletId },
      { mode: 'general', content: 'A kite is …', model_id: 'gemini-3.8-flash', price_paise: 150 },
    )
  ).id;

const readCharges = (generationId: string) =>
  db
    .selectFrom('ledger_event')
    .select(['wallet_id', 'amount_paise'])
    .where('generation_id', '=', generationId)
    .execute();

test('only one of two wallets pays if both buy the same text concurrently, and later', async () => {
  const before = await enter('meera', '+919812345688');
  const team = await enter('head', '+919812345689');
  const id = await writeText(before);
  const other = createLedger({ connectionString: database.appUrl });
  const buy = (by: Ledger, wallet_id: string) =>
    buyText(
      { db, ledger: by, settings },
      { profile: { ...before, wallet_id }, generation: { id, mode: 'general' }, pricePaise: 150 },
    );
  const tries = await Promise.all(
    [before.wallet_id, team.wallet_id, before.wallet_id, team.wallet_id].map((wallet_id, i) =>
      buy(i < 2 ? ledger : other, wallet_id),
    ),
  );
  await other.close();
  expect(tries).toEqual([null, null, null, null]);
  const charges = await readCharges(id);
  expect(charges).toMatchObject([{ amount_paise: -150 }]);
  for (const { wallet_id } of [before, team]) expect(await buy(ledger, wallet_id)).toBeNull();
  expect(await readCharges(id)).toEqual(charges);
});

test('a text is not charged to an account that closed after the request was admitted', async () => {
  const ravi = await enter('ravi', '+919812345690');
  const id = await writeText(ravi);
  await db.transaction().execute((trx) =>
    closeAccount(trx, {
      uid: ravi.uid,
      remainder: 'send_back',
      actor: `user:${ravi.uid}`,
      action: 'close-account',
      deleteSignIn: async () => {},
    }),
  );
  const buying = { profile: ravi, generation: { id, mode: 'general' as const }, pricePaise: 150 };
  expect(await buyText({ db, ledger, settings }, buying)).toBe('gone');
  expect(await readCharges(id)).toEqual([]);
});
