// A text is paid once, whichever wallet its buyer uses at that moment.
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import type { Profile } from '@sachet/db/people/profiles';
import { insertGeneration } from '@sachet/db/studio/generations';
import type { Database } from '@sachet/db/tables';
import { newId } from '@sachet/db/ids';
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

async function enter(uid: string, phoneNumber: string): Promise<Profile> {
  const person = {
    uid,
    firstName: 'Asha',
    lastName: 'Rao',
    phoneNumber,
    email: null,
    emailVerified: false,
    organizationName: null,
  };
  return (await signUp({ db, ledger }, person)).profile;
}

async function writeText({ uid, wallet_id }: Profile): Promise<string> {
  const id = newId('gen');
  await insertGeneration(
    db,
    {
      id,
      uid,
      wallet_id,
      mode: 'general',
      provider: 'google',
      language: 'en',
      quality: 'quality',
      prompt: 'a kite',
      aspect_ratio: '1:1',
      preview_max: 256,
      content: 'A kite is …',
      model_id: 'gemini-3.8-flash',
      model_label: 'Gemini 3.8 Flash',
      status: 'ready',
      applicant_class: 'customer',
      price_paise: 150,
      rate_card_version: '1',
    },
    {
      perMinute: 1000,
      perDay: 1000,
      freeWork: {
        day: '2026-11-22',
        microusd: 1,
        shares: { free_work: 1_000_000 },
        findBacking: async () => null,
      },
    },
  );
  return id;
}

const readCharges = (generationId: string) =>
  db
    .selectFrom('ledger_event')
    .select(['wallet_id', 'amount_paise'])
    .where('generation_id', '=', generationId)
    .execute();

test('a text is paid only once if its buyer changes wallets between two attempts', async () => {
  const before = await enter('asha', '+919812345678');
  const team = await enter('owner', '+919812345679');
  const id = await writeText(before);
  const buy = (wallet_id: string) =>
    buyText(
      { db, ledger, settings },
      { profile: { ...before, wallet_id }, generation: { id, mode: 'general' }, pricePaise: 150 },
    );
  expect(await buy(before.wallet_id)).toBeNull();
  expect(await buy(team.wallet_id)).toBeNull();
  expect(await readCharges(id)).toEqual([{ wallet_id: before.wallet_id, amount_paise: -150 }]);
});

test('only one of two wallets pays if both buy the same text concurrently', async () => {
  const before = await enter('meera', '+919812345688');
  const team = await enter('head', '+919812345689');
  const id = await writeText(before);
  const other = createLedger({ connectionString: database.appUrl });
  const tries = await Promise.all(
    [before.wallet_id, team.wallet_id, before.wallet_id, team.wallet_id].map((wallet_id, i) =>
      buyText(
        { db, ledger: i < 2 ? ledger : other, settings },
        { profile: { ...before, wallet_id }, generation: { id, mode: 'general' }, pricePaise: 150 },
      ),
    ),
  );
  await other.close();
  expect(tries).toEqual([null, null, null, null]);
  expect(await readCharges(id)).toHaveLength(1);
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
