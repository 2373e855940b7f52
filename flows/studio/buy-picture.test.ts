import { createProviders } from '@sachet/adapters/providers/configured';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import type { Profile } from '@sachet/db/people/profiles';
import { readGeneration, type GenerationView } from '@sachet/db/studio/generations';
import {
  loadUnlock,
  markUnlockAsked,
  markUnlockStored,
  readUnlocks,
  type Unlock,
} from '@sachet/db/studio/unlocks';
import type { Database } from '@sachet/db/tables';
import { openPlace } from '@sachet/adapters/images/open-objects';
import { createImageStore, imageKey, type ImageStore } from '@sachet/adapters/images/store';
import { closeAccount } from '../people/close-account.ts';
import { addGeneration, somePerson } from '../testing/somebody.ts';
import { buyPicture, capturePicture, makePicture, voidPicture } from './buy-picture.ts';
import { signUp } from '../people/sign-up.ts';
import { Limits } from '@sachet/shared/configuration/limits';

const settings = { limits: Limits.parse('{}') };

let database: TestDatabase;
let db: Kysely<Database>;
let ledger: Ledger;
let asha: Profile;
const queued: unknown[] = [];
/** The messages to the database, other than the ledger's. */
const sent: unknown[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool(database.appUrl);
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const counted = (...given: unknown[]) => {
      sent.push(given[0]);
      return query(...given);
    };
    client.query = counted as typeof client.query;
  });
  db = createKysely(pool);
  ledger = createLedger({ connectionString: database.appUrl });
  asha = (await signUp({ db, ledger }, somePerson('asha'))).profile;
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

/** The generation as its buyer sees it. */
async function draw(): Promise<GenerationView> {
  const prices = JSON.stringify({ 512: 25, 1024: 50, 1536: 75, 2048: 100 });
  const owner = { uid: asha.uid, walletId: asha.wallet_id };
  return look((await addGeneration(db, owner, { prices })).id);
}

const look = async (id: string) => (await readGeneration(db, { id, uid: asha.uid }))!;

const buy = (generation: GenerationView, by: Ledger = ledger) =>
  buyPicture(
    {
      db,
      ledger: by,
      queue: { add: async (job) => void queued.push(job) },
      log: { error: () => {} },
      settings,
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

test('the first hold has the id of its generation, and later holds are numbered', async () => {
  const generation = await draw();
  const { id } = generation;
  const later = `hold_${id.slice('gen_'.length)}_2`;
  expect(await buy(generation)).toEqual({
    placed: await look(id),
  });
  expect(queued).toMatchObject([{ name: 'unlock', holdId: id }]);
  await fail(await only(generation));
  expect(await buy(await look(id))).toHaveProperty('placed.unlock_hold_id', later);
  expect(await capturePicture({ db, ledger }, (await loadUnlock(db, later))!)).toBe('captured');
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

test('buying a picture sends two messages beside the hold, and making it three beside the capture', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sachet-purchase-'));
  const images = createImageStore(openPlace({ folder }));
  const { id } = await draw();
  const original = imageKey(id, 'original', 'image/png');
  const paint = (side: number) =>
    sharp({
      create: {
        width: side,
        height: side,
        channels: 3,
        background: 'teal',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .png()
      .toBuffer();
  await images.put(original, await paint(256), 'image/png');
  await db.updateTable('generation').set({ original_key: original }).where('id', '=', id).execute();
  const generation = await look(id);

  sent.splice(0);
  expect(await buy(generation)).toHaveProperty('placed');
  expect(sent.length).toBe(2);

  sent.splice(0);
  await makePicture(
    {
      db,
      ledger,
      images,
      providers: createProviders({}),
      aiMark: 'off',
      async askProvider({ mayAsk, keep }) {
        const bytes = await paint(512);
        const report = { usage: null, answeredBy: null, retiresAt: null, thoughtTokens: 0 };
        const value = { ...report, bytes, mimeType: 'image/png' as const };
        expect(await mayAsk()).toBe(true);
        await keep(value);
        return { ok: true, value };
      },
      log: { warn: () => {}, error: () => {} },
    },
    id,
  );
  expect(sent.length).toBe(3);
  expect(await only(generation)).toMatchObject({ status: 'done' });
  expect((await readEvents(generation)).map(({ kind }) => kind)).toEqual([
    'HoldPlaced',
    'HoldCaptured',
  ]);
  rmSync(folder, { recursive: true });
});

describe('a worker that continues after the picture was stored', () => {
  let folder: string;
  let images: ImageStore;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sachet-purchase-'));
    images = createImageStore(openPlace({ folder }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A purchase as a worker leaves it that is killed between storing the picture and charging for it. */
  async function leaveStored(): Promise<{ generation: GenerationView; unlock: Unlock }> {
    const generation = await draw();
    await buy(generation);
    const unlock = await only(generation);
    await markUnlockAsked(db, unlock);
    await markUnlockStored(db, unlock, imageKey(generation.id, 'final-1', 'image/png'));
    return { generation, unlock };
  }

  const go = (unlock: Unlock) =>
    makePicture(
      {
        db,
        ledger,
        images,
        providers: createProviders({}),
        aiMark: 'off',
        askProvider: () => Promise.reject(new Error('The provider was asked.')),
        log: { warn: () => {}, error: () => {} },
      },
      unlock.hold_id,
    );

  test('deletes the kept answer of the provider', async () => {
    const { generation, unlock } = await leaveStored();
    const key = imageKey(generation.id, 'answer-1', 'image/png');
    await images.put(key, Buffer.from('drawn'), 'image/png');
    await go(unlock);
    expect(await images.get(key)).toBeNull();
    expect(await only(generation)).toMatchObject({ status: 'done' });
  });

  test('does not sell the picture of an earlier attempt by another model', async () => {
    const { generation, unlock } = await leaveStored();
    const { id } = generation;
    const original = imageKey(id, 'original', 'image/png');
    const dot = { width: 8, height: 8, channels: 3, background: 'teal' } as const;
    for (const key of [original, imageKey(id, 'final-1', 'image/png')]) {
      await images.put(key, await sharp({ create: dot }).png().toBuffer(), 'image/png');
    }
    await fail(unlock);
    await db
      .updateTable('generation')
      .set({ original_key: original })
      .where('id', '=', id)
      .execute();
    await db
      .updateTable('unlock')
      .set({ model_id: 'earlier' })
      .where('generation_id', '=', id)
      .execute();
    await buy(await look(id));
    const [, second] = await readUnlocks(db, id);
    await expect(go(second!)).rejects.toThrow('The provider was asked.');
    expect((await readEvents(generation)).map(({ kind }) => kind)).toEqual([
      'HoldPlaced',
      'HoldVoided',
      'HoldPlaced',
    ]);
  });

  test('charges nothing if the picture was taken down in the meantime', async () => {
    const { generation, unlock } = await leaveStored();
    await db
      .updateTable('generation')
      .set({ deleted_at: new Date(), taken_down_at: new Date() })
      .where('id', '=', generation.id)
      .execute();
    await go(unlock);
    expect((await readEvents(generation)).map(({ kind }) => kind)).toEqual([
      'HoldPlaced',
      'HoldVoided',
    ]);
    expect(await only(generation)).toMatchObject({ status: 'failed', error: { code: 'deleted' } });
  });

  test('charges nothing to an account that closed in the meantime, and no provider is asked and no purchase begins', async () => {
    const { generation, unlock } = await leaveStored();
    const [waiting, late] = [await draw(), await draw()];
    await buy(waiting);
    await db.transaction().execute((trx) =>
      closeAccount(trx, {
        uid: asha.uid,
        remainder: 'send_back',
        actor: `user:${asha.uid}`,
        action: 'close-account',
        deleteSignIn: async () => {},
      }),
    );
    await go(unlock);
    expect((await readEvents(generation)).map(({ kind }) => kind)).toEqual([
      'HoldPlaced',
      'HoldVoided',
    ]);
    expect(await markUnlockAsked(db, await only(waiting))).toBe(false);
    expect(await buy(late)).toBe('gone');
    expect(await readEvents(late)).toEqual([]);
  });
});
