import { randomBytes } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../local/testing/database.ts';
import { createKysely, createPool } from '../connect.ts';
import {
  advanceGeneration,
  cancelGeneration,
  deleteGeneration,
  insertGeneration,
  listGenerations,
  markGenerationErased,
  readGeneration,
  readGenerationsToErase,
} from './generations.ts';
import { newId } from '../ids.ts';
import { createLedger } from '../ledger/ledger.ts';
import { listen, notify, type Notification } from '../live.ts';
import { recordProviderCall } from './provider-calls.ts';
import { readProfile } from '../people/profiles.ts';
import { signUp } from '../../flows/sign-up.ts';
import type { Database, GenerationTable, UnlockTable } from '../tables.ts';

let database: TestDatabase;
let db: Kysely<Database>;
const uid = randomBytes(8).toString('hex');
let walletId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createKysely(createPool(database.appUrl));
  const ledger = createLedger({ connectionString: database.appUrl });
  await signUp(
    { db, ledger },
    {
      uid,
      firstName: 'Asha',
      lastName: 'Rao',
      phoneNumber: '+919812345678',
      email: null,
      emailVerified: false,
      organizationName: null,
      ipAddress: '127.0.0.1',
      bonusLimits: { perDayPaise: 1_000_000_00, perAddressBlock: 1_000 },
    },
  );
  await ledger.close();
  walletId = (await readProfile(db, uid))!.wallet_id;
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const freeWork = { day: '2026-11-22', name: 'free_work', amount: 1, most: 1_000_000 } as const;

async function given(facts: Partial<Insertable<GenerationTable>> = {}): Promise<string> {
  const id = newId('gen');
  const generation = {
    id,
    uid,
    wallet_id: walletId,
    mode: 'image',
    provider: 'google',
    language: 'en',
    quality: 'quality',
    prompt: 'a kite',
    aspect_ratio: '1:1',
    preview_max: 256,
    model_id: 'gemini-3-flash-image',
    model_label: 'Gemini 3 Flash Image',
    status: 'ready',
    rate_card_version: '1',
    ...facts,
  } as const;
  const limits = { perMinute: 1000, perDay: 1000, freeWork };
  expect(await insertGeneration(db, generation, limits)).toMatchObject({ outcome: 'inserted' });
  return id;
}

async function givenUnlock(generationId: string, facts: Partial<Insertable<UnlockTable>>) {
  const unlock = {
    hold_id: `hold_${randomBytes(8).toString('hex')}`,
    generation_id: generationId,
    uid,
    wallet_id: walletId,
    attempt: 1,
    final_size: 1024,
    price_paise: 7500,
    model_id: 'gemini-3-pro-image',
    status: 'failed',
    ...facts,
  } as const;
  await db.insertInto('unlock').values(unlock).execute();
}

describe('cancelling', () => {
  test('ends what is not at an end, and tells its owner and its worker once', async () => {
    const heard: Notification[] = [];
    const ear = listen(database.appUrl, {
      name: 'ear',
      heard: (notice) => heard.push(notice),
      missed() {},
    });
    await ear.ready;
    const id = await given({ status: 'running' });
    expect(await cancelGeneration(db, { id, uid: 'somebody-else' })).toBe(false);
    const answers = await Promise.all([1, 2, 3].map(() => cancelGeneration(db, { id, uid })));
    expect(answers.toSorted()).toEqual([false, false, true]);
    expect(await advanceGeneration(db, { id, uid }, { status: 'ready' })).toBe(false);
    // What is said in order is heard in order.
    await notify(db, { event: 'cancelled', id: 'the-last' });
    await vi.waitUntil(() => heard.some((notice) => 'id' in notice && notice.id === 'the-last'));
    expect(heard.slice(0, -1)).toEqual([
      { event: 'generation', uid, id },
      { event: 'cancelled', id },
    ]);
    await ear.close();
  });

  test.each(['ready', 'failed', 'cancelled'] as const)(
    'does nothing to what is %s',
    async (status) => {
      const id = await given({ status });
      expect(await cancelGeneration(db, { id, uid })).toBe(false);
      expect((await readGeneration(db, { id, uid }))!.status).toBe(status);
    },
  );
});

describe('deleting', () => {
  test.each(['queued', 'running'] as const)('leaves what is %s', async (status) => {
    const id = await given({ status });
    expect(await deleteGeneration(db, { id, uid })).toBe(false);
    expect(await readGeneration(db, { id, uid })).toMatchObject({ status, prompt: 'a kite' });
  });

  test.each(['pending', 'stored'] as const)('leaves what has a %s unlock', async (status) => {
    const id = await given();
    await givenUnlock(id, { status });
    expect(await deleteGeneration(db, { id, uid })).toBe(false);
    expect(await readGeneration(db, { id, uid })).toMatchObject({ unlock_status: status });
  });

  test.each(['failed', 'done'] as const)('takes what has a %s unlock, once', async (status) => {
    const id = await given({ content: 'words' });
    await givenUnlock(id, { status });
    expect(await deleteGeneration(db, { id, uid: 'somebody-else' })).toBe(false);
    expect(await deleteGeneration(db, { id, uid })).toBe(true);
    expect(await deleteGeneration(db, { id, uid })).toBe(false);
    expect(await readGeneration(db, { id, uid })).toBeUndefined();
    const page = await listGenerations(db, { uid, after: null, limit: 1000 });
    expect(page.map((each) => each.id)).not.toContain(id);
  });

  test('names every image that is to be erased, until it is', async () => {
    const keys = ['original_key', 'preview_key', 'input_key'].map((column) => [
      column,
      `${column}.png`,
    ]);
    const id = await given(Object.fromEntries(keys));
    await givenUnlock(id, { attempt: 1, image_key: 'final-1.jpg' });
    await givenUnlock(id, { attempt: 2 });
    await givenUnlock(id, { attempt: 3, status: 'done', image_key: 'final-3.jpg' });
    const toErase = async () =>
      (await readGenerationsToErase(db, 1000)).find((each) => each.id === id)?.imageKeys.toSorted();
    expect(await toErase()).toBeUndefined();
    await deleteGeneration(db, { id, uid });
    const expected = ['final-1.jpg', 'final-3.jpg', ...keys.map(([, key]) => key)];
    expect(await toErase()).toEqual(expected.toSorted());
    await markGenerationErased(db, id);
    expect(await toErase()).toBeUndefined();
  });
});

test('an edit has the preview of what it edits, while that is there', async () => {
  const source = await given({ preview_key: 'seen.webp' });
  const id = await given({ mode: 'edit_image', source_generation_id: source });
  const read = async () => (await readGeneration(db, { id, uid }))!.source_preview_key;
  expect(await read()).toBe('seen.webp');
  await deleteGeneration(db, { id: source, uid });
  expect(await read()).toBeNull();
});

describe("a call's cost", () => {
  // $0.25 and $2 a million tokens; $0.30 a million tokens and $0.039 an image.
  test.each([
    ['openai', 'gpt-5-mini', [0, 0, 0], 0],
    ['openai', 'gpt-5-mini', [1, 0, 0], 1],
    ['openai', 'gpt-5-mini', [4, 0, 0], 1],
    ['openai', 'gpt-5-mini', [5, 1, 0], 4],
    ['openai', 'gpt-5-mini', [2_000_000, 1_000_000, 0], 2_500_000],
    ['google', 'gemini-3-flash-image', [0, 1290, 1], 39_000],
    ['google', 'gemini-3-flash-image', [10, 0, 2], 78_003],
  ] as const)('of %s %s for %j is %i microdollars', async (provider, modelId, used, cost) => {
    const generationId = await given();
    await record(generationId, provider, modelId, used);
    const row = await db
      .selectFrom('provider_call')
      .select(['cost_microusd', 'failure'])
      .where('generation_id', '=', generationId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ cost_microusd: cost, failure: null });
  });

  test('is known only for a model of the catalogue', async () => {
    const generationId = await given();
    await expect(record(generationId, 'google', 'gpt-5-mini', [1, 1, 0])).rejects.toThrow();
  });

  function record(
    generationId: string,
    provider: 'google' | 'openai',
    modelId: string,
    [inputTokens, outputTokens, images]: readonly [number, number, number],
  ): Promise<void> {
    return recordProviderCall(db, {
      generation_id: generationId,
      purpose: 'preview',
      provider,
      model_id: modelId,
      failure: null,
      duration_ms: 1,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      images,
    });
  }
});
