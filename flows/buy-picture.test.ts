// The first hold of a picture has its generation's name; the release before had another one for it.
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../local/testing/database.ts';
import { createKysely, createPool } from '@sachet/db/connect';
import { violatedConstraint } from '@sachet/db/constraint';
import { newId } from '@sachet/db/ids';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import type { Profile } from '@sachet/db/people/profiles';
import {
  insertGeneration,
  readGeneration,
  type GenerationView,
} from '@sachet/db/studio/generations';
import { loadUnlock, readUnlocks, unlockStatements, type Unlock } from '@sachet/db/studio/unlocks';
import type { Database } from '@sachet/db/tables';
import { buyPicture, capturePicture, voidPicture } from './buy-picture.ts';
import { signUp } from './sign-up.ts';

let database: TestDatabase;
let db: Kysely<Database>;
let ledger: Ledger;
let asha: Profile;
const queued: unknown[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  db = createKysely(createPool(database.appUrl));
  ledger = createLedger({ connectionString: database.appUrl });
  const person = {
    uid: 'asha',
    firstName: 'Asha',
    lastName: 'Rao',
    phoneNumber: '+919812345678',
    email: null,
    emailVerified: false,
    organizationName: null,
    ipAddress: '127.0.0.1',
    bonusLimits: { perDayPaise: 1_000_000_00, perAddressBlock: 1_000 },
  };
  asha = (await signUp({ db, ledger }, person)).profile;
  await ledger.append({
    type: 'CreditTopUp',
    walletId: asha.wallet_id,
    idempotencyKey: 'topup:pay_funds',
    actor: 'gateway:razorpay',
    amountPaise: 10_000_00,
    orderId: 'ord_funds',
    paymentId: 'pay_funds',
  });
});
beforeEach(() => void queued.splice(0));
afterAll(async () => {
  await ledger?.close();
  await db?.destroy();
  await database?.drop();
});

/** As its buyer sees it. */
async function draw(id: string = newId('gen')): Promise<GenerationView> {
  await insertGeneration(
    db,
    {
      id,
      uid: asha.uid,
      wallet_id: asha.wallet_id,
      mode: 'image',
      provider: 'google',
      language: 'en',
      quality: 'quality',
      prompt: 'a kite',
      aspect_ratio: '1:1',
      preview_max: 256,
      model_id: 'gemini-3-pro-image',
      model_label: 'Gemini 3 Pro Image',
      status: 'ready',
      prices: JSON.stringify({ 512: 25, 1024: 50, 1536: 75, 2048: 100 }),
      rate_card_version: '1',
    },
    {
      perMinute: 1000,
      perDay: 1000,
      freeWork: { day: '2026-11-22', name: 'free_work', amount: 1, most: 1_000_000 },
    },
  );
  return look(id);
}

const look = async (id: string) => (await readGeneration(db, { id, uid: asha.uid }))!;

const buy = (generation: GenerationView, by: Ledger = ledger) =>
  buyPicture(
    {
      db,
      ledger: by,
      queue: { add: async (job) => void queued.push(job) },
      log: { error: () => {} },
    },
    {
      profile: asha,
      generation,
      finalSize: 512,
      shown: { pricePaise: null, modelId: null },
      idempotencyKey: null,
      unlocksPerMinute: 1_000,
    },
  );

/** What `buyPicture` of the release before wrote for a first attempt. */
function buyAsBefore(generation: GenerationView, by: Ledger = ledger) {
  const holdId = `hold_${generation.id.replace('gen_', '')}_1`;
  return by.append(
    {
      type: 'PlaceHold',
      walletId: asha.wallet_id,
      idempotencyKey: `hold:${holdId}`,
      actor: `user:${asha.uid}`,
      holdId,
      amountPaise: 25_00,
      tool: 'image',
      memberUid: asha.uid,
      generationId: generation.id,
      expiresAtMs: Date.now() + 600_000,
    },
    unlockStatements(db, {
      hold_id: holdId,
      generation_id: generation.id,
      uid: asha.uid,
      wallet_id: asha.wallet_id,
      attempt: 1,
      final_size: 512,
      price_paise: 25_00,
      model_id: 'gemini-3-pro-image',
      model_label: 'Gemini 3 Pro Image',
      upgrades_hold_id: null,
      status: 'pending',
      idempotency_key: null,
    }),
  );
}

const only = async ({ id }: GenerationView): Promise<Unlock> => {
  const unlocks = await readUnlocks(db, id);
  expect(unlocks).toHaveLength(1);
  return unlocks[0]!;
};

const fail = (unlock: Unlock) =>
  voidPicture({ db, ledger }, unlock, {
    category: 'generic',
    provider: 'google',
    code: null,
    type: null,
    status: null,
  });

const readEvents = ({ id }: GenerationView) =>
  db
    .selectFrom('ledger_event')
    .select(['kind', 'hold_id', 'idempotency_key', 'amount_paise'])
    .where('generation_id', '=', id)
    .orderBy('position')
    .execute();

const heldNow = async () =>
  (
    await db
      .selectFrom('wallet')
      .select('held_paise')
      .where('id', '=', asha.wallet_id)
      .executeTakeFirstOrThrow()
  ).held_paise;

test('the first hold has the id of its generation, and later ones count', async () => {
  const generation = await draw();
  const { id } = generation;
  const later = `hold_${id.slice('gen_'.length)}_2`;
  expect(await buy(generation)).toBe('hold_placed');
  expect(queued).toMatchObject([{ name: 'unlock', holdId: id }]);
  await fail(await only(generation));
  expect(await buy(await look(id))).toBe('hold_placed');
  expect(await capturePicture({ db, ledger }, (await loadUnlock(db, later))!)).toBe(true);
  expect(await readEvents(generation)).toEqual([
    { kind: 'HoldPlaced', hold_id: id, idempotency_key: `hold:${id}`, amount_paise: 0 },
    { kind: 'HoldVoided', hold_id: id, idempotency_key: `void:${id}`, amount_paise: 0 },
    { kind: 'HoldPlaced', hold_id: later, idempotency_key: `hold:${later}`, amount_paise: 0 },
    {
      kind: 'HoldCaptured',
      hold_id: later,
      idempotency_key: `capture:${later}`,
      amount_paise: -25_00,
    },
  ]);
});

test('given twenty who buy a picture at once, through two processes, then one hold is placed', async () => {
  const generation = await draw();
  const other = createLedger({ connectionString: database.appUrl });
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, i) => buy(generation, i % 2 ? other : ledger)),
  );
  await other.close();
  expect(new Set(tries)).toEqual(new Set(['hold_placed']));
  expect(await readEvents(generation)).toHaveLength(1);
  await fail(await only(generation));
});

test('given a purchase that the release before began, then this one ends it, and the next is the second', async () => {
  const generation = await draw();
  await buyAsBefore(generation);
  const unlock = await only(generation);
  expect(unlock.hold_id).toMatch(/^hold_.*_1$/);
  await fail(unlock);
  expect(await buy(await look(generation.id))).toBe('hold_placed');
  const holds = (await readUnlocks(db, generation.id)).map(({ hold_id }) => hold_id);
  expect(holds).toEqual([unlock.hold_id, unlock.hold_id.replace(/1$/, '2')]);
  expect(await capturePicture({ db, ledger }, (await loadUnlock(db, holds[1]!))!)).toBe(true);
  expect((await look(generation.id)).charged_paise).toBe(25_00);
});

// A process read the picture as not bought, and was slow: the other release has bought it meanwhile.
test.each([
  ['is open', async () => {}],
  ['was given back', (unlock: Unlock) => fail(unlock)],
  ['was charged', async (unlock: Unlock) => void (await capturePicture({ db, ledger }, unlock))],
])(
  'given a purchase of the other release that %s, when it is begun once more from what was read before, then nothing is held',
  async (_, end) => {
    const heldBefore = await heldNow();
    for (const newFirst of [false, true]) {
      const seen = await draw();
      if (newFirst) expect(await buy(seen)).toBe('hold_placed');
      else expect(await buyAsBefore(seen)).toMatchObject({ ok: true });
      await end(await only(seen));
      const [held, events] = [await heldNow(), await readEvents(seen)];
      if (newFirst) {
        const error = await buyAsBefore(seen).catch((thrown: unknown) => thrown);
        expect(violatedConstraint(error)).toBe('unlock_generation_id_attempt_key');
      } else expect(await buy(seen)).toBe('order_under_way');
      expect([await heldNow(), await readEvents(seen)]).toEqual([held, events]);
      const unlock = await only(seen);
      if (unlock.status === 'pending') await fail(unlock);
    }
    expect(await heldNow()).toBe(heldBefore);
  },
);

test('given both releases at the same moment, again and again, then one of them holds', async () => {
  const other = createLedger({ connectionString: database.appUrl });
  for (let i = 0; i < 20; i += 1) {
    const generation = await draw();
    const tries = await Promise.allSettled([
      buy(generation),
      buyAsBefore(generation, other),
      buy(generation),
      buyAsBefore(generation, other),
    ]);
    const placed = (await readEvents(generation)).filter(({ kind }) => kind === 'HoldPlaced');
    expect(placed, JSON.stringify(tries)).toHaveLength(1);
    await fail(await only(generation));
  }
  await other.close();
});

test('given a picture of before ids had 18 characters, then it is bought like any other', async () => {
  const generation = await draw(`gen_01${'h'.repeat(24)}`);
  expect(await buy(generation)).toBe('hold_placed');
  expect(await capturePicture({ db, ledger }, await only(generation))).toBe(true);
  const { purchases } = await look(generation.id);
  expect(purchases).toMatchObject([{ holdId: generation.id, chargedPaise: 25_00 }]);
});
