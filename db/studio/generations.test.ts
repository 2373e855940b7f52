import { randomBytes } from 'node:crypto';
import { sql, type Insertable, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dayMs } from '@sachet/shared/time';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createKysely, createPool } from '../connect.ts';
import {
  advanceGeneration,
  buyStatement,
  cancelGeneration,
  claimGenerationsToErase,
  deleteGeneration,
  expirePreviews,
  isGone,
  keepBoughtStatement,
  listGenerations,
  markGenerationErased,
  readGeneration,
  restoreGeneration,
} from './generations.ts';
import { listLibrary } from './library.ts';
import { createLedger } from '../ledger/ledger.ts';
import { listen, notify, type Notification } from '../live.ts';
import { recordProviderCall } from './provider-calls.ts';
import { signUp } from '../../flows/people/sign-up.ts';
import { addGeneration, somePerson } from '../../flows/testing/somebody.ts';
import type { Database } from '../tables.ts';

let database: TestDatabase;
let db: Kysely<Database>;
const uid = randomBytes(8).toString('hex');
let walletId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createKysely(createPool(database.appUrl));
  const ledger = createLedger({ connectionString: database.appUrl });
  walletId = (await signUp({ db, ledger }, somePerson(uid))).profile.wallet_id;
  await ledger.close();
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const given = async (facts: Partial<Insertable<Database['generation']>> = {}): Promise<string> =>
  (await addGeneration(db, { uid, walletId }, facts)).id;

async function givenUnlock(generationId: string, facts: Partial<Insertable<Database['unlock']>>) {
  const unlock = {
    hold_id: `hold_${randomBytes(8).toString('hex')}`,
    generation_id: generationId,
    uid,
    wallet_id: walletId,
    attempt: 1,
    final_size: 1024,
    price_paise: 7500,
    model_id: 'gemini-nano-banana-2.1',
    status: 'failed',
    ...facts,
  } as const;
  await db.insertInto('unlock').values(unlock).execute();
}

describe('cancelling', () => {
  test('cancelling ends an unfinished generation, and notifies its owner and its worker once', async () => {
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
    // Notifications arrive in the order in which they were sent.
    await notify(db, { event: 'cancelled', id: 'the-last' });
    await vi.waitUntil(() => heard.some((notice) => 'id' in notice && notice.id === 'the-last'), {
      timeout: 60_000,
    });
    expect(heard.slice(0, -1)).toEqual([
      { event: 'generation', uid, id },
      { event: 'cancelled', id },
    ]);
    await ear.close();
  });

  test.each(['ready', 'failed', 'cancelled'] as const)(
    'cancelling does nothing to a generation that is %s',
    async (status) => {
      const id = await given({ status });
      expect(await cancelGeneration(db, { id, uid })).toBe(false);
      expect((await readGeneration(db, { id, uid }))!.status).toBe(status);
    },
  );
});

describe('deleting', () => {
  test.each(['queued', 'running'] as const)(
    'deleting does nothing to a generation that is %s',
    async (status) => {
      const id = await given({ status });
      expect(await deleteGeneration(db, { id, uid })).toBe(false);
      expect(await readGeneration(db, { id, uid })).toMatchObject({ status, prompt: 'a kite' });
    },
  );

  test.each(['pending', 'stored'] as const)(
    'deleting does nothing to a generation with a %s unlock',
    async (status) => {
      const id = await given();
      await givenUnlock(id, { status });
      expect(await deleteGeneration(db, { id, uid })).toBe(false);
      expect(await readGeneration(db, { id, uid })).toMatchObject({ unlock_status: status });
    },
  );

  test.each(['failed', 'done'] as const)(
    'a generation with a %s unlock can be deleted, once',
    async (status) => {
      const id = await given({ content: 'words' });
      await givenUnlock(id, { status });
      expect(await deleteGeneration(db, { id, uid: 'somebody-else' })).toBe(false);
      expect(await deleteGeneration(db, { id, uid })).toBe(true);
      expect(await deleteGeneration(db, { id, uid })).toBe(false);
      expect(await readGeneration(db, { id, uid })).toBeUndefined();
      const page = await listGenerations(db, { uid, after: null, limit: 1000 });
      expect(page.map((each) => each.id)).not.toContain(id);
    },
  );

  test('every image of a deleted generation is listed to be erased until it is erased', async () => {
    const keys = ['original_key', 'preview_key', 'input_key'].map((column) => [
      column,
      `${column}.png`,
    ]);
    const id = await given(Object.fromEntries(keys));
    await givenUnlock(id, { attempt: 1, image_key: 'final-1.jpg' });
    await givenUnlock(id, { attempt: 2 });
    await givenUnlock(id, { attempt: 3, status: 'done', image_key: 'final-3.jpg' });
    const toErase = () => isToErase(id);
    expect(await toErase()).toBe(false);
    await deleteGeneration(db, { id, uid });
    expect(await toErase()).toBe(true);
    expect(await toErase()).toBe(true);
    await markGenerationErased(db, id);
    expect(await toErase()).toBe(false);
  });
});

const isToErase = async (id: string) => (await claimGenerationsToErase(db, 1000)).includes(id);

describe('restoring and erasing', () => {
  const soon = { undoMs: 60_000 };

  test('a deleted generation can be restored whole by its owner, and is not erased before its time', async () => {
    const id = await given({ content: 'words', preview_key: 'seen.webp' });
    expect(await restoreGeneration(db, { id, uid })).toBe(false);
    await deleteGeneration(db, { id, uid }, soon);
    expect(await isToErase(id)).toBe(false);
    expect(await restoreGeneration(db, { id, uid: 'somebody-else' })).toBe(false);
    expect(await restoreGeneration(db, { id, uid })).toBe(true);
    expect(await readGeneration(db, { id, uid })).toMatchObject({
      prompt: 'a kite',
      content: 'words',
      preview_key: 'seen.webp',
    });
  });

  test('a deleted generation is erased when its time is over, words first, and can then not be restored', async () => {
    const id = await given({ content: 'words', preview_key: 'seen.webp' });
    await deleteGeneration(db, { id, uid }, soon);
    await shift(id, { erase_after: '2 minutes' });
    expect(await restoreGeneration(db, { id, uid })).toBe(false);
    expect(await isToErase(id)).toBe(true);
    // After a crash before its files were erased, the generation is listed again.
    expect(await isToErase(id)).toBe(true);
    await markGenerationErased(db, id);
    expect(await isToErase(id)).toBe(false);
    const row = await db.selectFrom('generation').selectAll().where('id', '=', id).execute();
    expect(row).toMatchObject([{ prompt: '', content: null, preview_key: null }]);
  });

  test('a deleted text without images is erased once', async () => {
    const id = await given({ mode: 'instagram', content: 'words' });
    await deleteGeneration(db, { id, uid }, soon);
    await shift(id, { erase_after: '2 minutes' });
    expect(await isToErase(id)).toBe(true);
    expect(await isToErase(id)).toBe(false);
  });

  test.each([
    ['brought back', (id: string) => restoreGeneration(db, { id, uid })],
    [
      'bought',
      (id: string) =>
        expect(db.executeQuery(buyStatement(db, id, { isPaid: false }))).rejects.toSatisfy(isGone),
    ],
  ])(
    'a deleted generation that is %s while an erasure has locked its row is erased',
    async (_what, keep) => {
      const id = await given({ preview_key: 'seen.webp' });
      await deleteGeneration(db, { id, uid }, { undoMs: 1_000 });
      const keeping = await db.transaction().execute(async (erasure) => {
        await erasure.updateTable('generation').set({ prompt: '' }).where('id', '=', id).execute();
        const asked = keep(id);
        // `keep` begins in time, but waits for the row until the time is over.
        await sql`select pg_sleep(1.2)`.execute(erasure);
        return { asked };
      });
      await keeping.asked;
      expect(await readGeneration(db, { id, uid })).toBeUndefined();
    },
  );

  test('a deleted generation that is restored during a sweep is either restored or erased', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await given({ preview_key: `seen-${round}.webp` });
      await deleteGeneration(db, { id, uid }, { undoMs: round % 4 });
      const [isBack, isErased] = await Promise.all([
        restoreGeneration(db, { id, uid }),
        isToErase(id),
      ]);
      const left = await readGeneration(db, { id, uid });
      expect(left && [left.prompt, isErased]).toEqual(isBack ? ['a kite', false] : undefined);
    }
  });
});

describe('previews that were not bought', () => {
  const priced = { prices: JSON.stringify({ 1024: 75 }), preview_key: 'seen.webp' };
  const aMonthAgo = () => new Date(Date.now() - 30 * dayMs);
  const expire = (limit = 1000) => expirePreviews(db, { keptBefore: aMonthAgo(), limit });
  const isThere = async (id: string) => (await readGeneration(db, { id, uid })) !== undefined;

  test('previews that were not bought expire after their days, and are erased after a last chance to buy them', async () => {
    const id = await given(priced);
    await shift(id, { kept_from: '29 days 23 hours' });
    expect(await expire()).toBe(0);
    await shift(id, { kept_from: '1 hour' });
    expect(await expire()).toBe(1);
    expect(await isThere(id)).toBe(false);
    expect(await isToErase(id)).toBe(false);
    await shift(id, { erase_after: '11 minutes' });
    expect(await isToErase(id)).toBe(true);
    expect(await expire()).toBe(0);
  });

  test('previews that were not bought expire in batches, the oldest first', async () => {
    const ids = [await given(priced), await given(priced), await given(priced)];
    for (const [day, id] of ids.entries()) await shift(id, { kept_from: `${40 - day} days` });
    expect(await expire(2)).toBe(2);
    expect(await Promise.all(ids.map(isThere))).toEqual([false, false, true]);
    expect(await expire(2)).toBe(1);
  });

  test.each([
    ['free', { content: 'words', mode: 'instagram' }],
    ['bought', { ...priced, bought_at: new Date() }],
    ['being made', { ...priced, status: 'running' }],
  ] as const)('a generation that is %s does not expire', async (_name, facts) => {
    const id = await given(facts);
    await shift(id, { kept_from: '400 days' });
    expect(await expire()).toBe(0);
    expect(await isThere(id)).toBe(true);
    await cancelGeneration(db, { id, uid });
    await deleteGeneration(db, { id, uid });
  });

  test.each(['pending', 'stored', 'done'] as const)(
    'a generation with a %s unlock does not expire, even if its row is due',
    async (status) => {
      const id = await given(priced);
      await givenUnlock(id, { status });
      await shift(id, { kept_from: '400 days' });
      expect(await expire()).toBe(0);
      expect(await isThere(id)).toBe(true);
      await shift(id, { kept_from: '-400 days' });
    },
  );

  test('an attempt to buy a preview extends its time, even at the moment of its expiry', async () => {
    const id = await given(priced);
    await shift(id, { kept_from: '400 days' });
    await expire();
    await db.executeQuery(buyStatement(db, id, { isPaid: false }));
    expect(await isThere(id)).toBe(true);
    expect(await expire()).toBe(0);
    await shift(id, { kept_from: '31 days' });
    await db.executeQuery(keepBoughtStatement(db, id));
    await shift(id, { kept_from: '31 days' });
    expect(await expire()).toBe(0);
  });
});

describe('the library', () => {
  const list = async (given: Partial<Parameters<typeof listLibrary>[1]> = {}) => {
    const { rows, next } = await listLibrary(db, {
      uid: 'reader',
      filter: {},
      after: null,
      limit: 100,
      ...given,
    });
    return { ids: rows.map(({ id }) => id), next };
  };
  const ids: string[] = [];

  beforeAll(async () => {
    const person = { first_name: 'Meera', last_name: 'Nair', wallet_id: walletId } as const;
    await db
      .insertInto('user_profile')
      .values({ ...person, uid: 'reader', account_type: 'individual', role: 'user' })
      .execute();
    const priced = { prices: JSON.stringify({ 1024: 75 }) };
    const prompts = ['A blue kite', 'नीली पतंग', '100% cotton_saree', 'a red Kite', 'words', 'no'];
    for (const [index, prompt] of prompts.entries()) {
      const isText = index === 4;
      ids.push(
        await given({
          uid: 'reader',
          prompt,
          mode: isText ? 'instagram' : 'image',
          ...(isText ? { content: 'words' } : priced),
          ...(index === 5 && { status: 'failed' }),
          ...(index === 1 && { favourite_at: new Date() }),
          ...(index === 3 && {
            bought_at: new Date(),
            provider: 'openai',
            model_id: 'gpt-image-2.6-sunburst',
          }),
        }),
      );
    }
  });

  test('the library lists ready generations, newest first, page by page', async () => {
    const all = [ids[4]!, ids[3]!, ids[2]!, ids[1]!, ids[0]!];
    expect(await list()).toEqual({ ids: all, next: null });
    expect(await list({ limit: 2 })).toEqual({ ids: all.slice(0, 2), next: all[1] });
    expect(await list({ limit: 2, after: all[3]! })).toEqual({ ids: [all[4]], next: null });
  });

  test.each([
    ['a tool', { tool: 'instagram' }, [4]],
    ['a provider', { provider: 'openai' }, [3]],
    ['favourites', { favourite: '1' }, [1]],
    ['bought generations', { state: 'kept' }, [4, 3]],
    ['previews', { state: 'preview' }, [2, 1, 0]],
    ['words in either case', { q: 'kite' }, [3, 0]],
    ['words in Hindi', { q: 'पतंग' }, [1]],
    ['the wildcards of SQL patterns', { q: '0% cotton_' }, [2]],
    ['only a wildcard', { q: '%' }, [2]],
    ['a last day', { to: '2001-01-01' }, []],
    ['a first day', { from: '2001-01-01', q: 'blue' }, [0]],
  ] as const)('the library can be filtered by %s', async (_name, filter, expected) => {
    expect((await list({ filter })).ids).toEqual(expected.map((index) => ids[index]));
  });

  test('the library checks a limited number of rows per page, and the next page continues after them', async () => {
    // These rows and the newest four of `ids` are the 5,000 rows of one request.
    await sql`
      insert into generation
      select (jsonb_populate_record(g, jsonb_build_object('id', 'gen_z' || lpad(n::text, 4, '0')))).*
        from generation g, generate_series(1, 4996) n where g.id = ${ids[5]}`.execute(db);
    const filter = { q: 'blue' };
    expect(await list({ filter })).toEqual({ ids: [], next: ids[2] });
    expect(await list({ filter, after: ids[2]! })).toEqual({ ids: [ids[0]], next: null });
  });
});

/** Moves the generation's times into the past. */
async function shift(id: string, by: { erase_after?: string; kept_from?: string }): Promise<void> {
  for (const [column, interval] of Object.entries(by)) {
    await sql`
      update generation set ${sql.ref(column)} = ${sql.ref(column)} - ${interval}::interval
       where id = ${id}
    `.execute(db);
  }
}

test('an edit shows the preview of its source while that exists', async () => {
  const source = await given({ preview_key: 'seen.webp' });
  const id = await given({ mode: 'edit_image', source_generation_id: source });
  const read = async () => (await readGeneration(db, { id, uid }))!.source_preview_key;
  expect(await read()).toBe('seen.webp');
  await deleteGeneration(db, { id: source, uid });
  expect(await read()).toBeNull();
});

describe("a call's cost", () => {
  // Per million tokens: $0.10 or $0.25 for input, $0.50 for output, and $30 for the tokens of a picture.
  test.each([
    ['openai', 'gpt-6-luna', {}, 0],
    ['openai', 'gpt-6-luna', { inputTokens: 1 }, 1],
    ['openai', 'gpt-6-luna', { inputTokens: 10, outputTokens: 1 }, 2],
    ['openai', 'gpt-6-luna', { inputTokens: 2_000_000, outputTokens: 1_000_000 }, 700_000],
    ['openai', 'gpt-6-luna', { inputTokens: 2_000_000, cachedTokens: 1_000_000 }, 110_000],
    [
      'google',
      'gemini-3.1-flash-lite-image',
      { outputTokens: 1_120, imageOutputTokens: 1_120 },
      33_600,
    ],
  ] as const)(
    'the cost of %s %s for %j is %i microdollars',
    async (provider, modelId, used, cost) => {
      const generationId = await given();
      await record(generationId, { provider, modelId }, used);
      const row = await db
        .selectFrom('provider_call')
        .select(['cost_microusd', 'failure'])
        .where('generation_id', '=', generationId)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ cost_microusd: cost, failure: null });
    },
  );

  test("a call's cost is known only for a model of the catalogue", async () => {
    const generationId = await given();
    const asked = { provider: 'google', modelId: 'gpt-6-luna' } as const;
    await expect(record(generationId, asked, { inputTokens: 1 })).rejects.toThrow(
      'violates foreign key constraint',
    );
  });

  test("a call's cost is that of the model that answered, if it has prices", async () => {
    const generationId = await given();
    const usage = { inputTokens: 1_000_000 };
    // gemini-3.8-flash costs $0.75, and gemini-3.5-flash-lite $0.30.
    const asked = { provider: 'google', modelId: 'gemini-3.5-flash-lite' } as const;
    expect(await record(generationId, asked, usage, 'gemini-3.8-flash')).toBe(750_000);
    expect(await record(generationId, asked, usage, 'gemini-unheard-of')).toBe(300_000);
  });

  test('the cost of a model without a price is not known, unless the call used nothing', async () => {
    await sql`insert into model (provider, id, label, tier, capabilities, status, enabled)
      values ('google', 'unpriced', 'Unpriced', 'speed', '{text}', 'enabled', true)`.execute(db);
    const generationId = await given();
    const asked = { provider: 'google', modelId: 'unpriced' } as const;
    expect(await record(generationId, asked, { inputTokens: 1_000_000 })).toBeNull();
    expect(await record(generationId, asked, {})).toBe(0);
    expect(await record(generationId, asked, { inputTokens: 1_000_000 }, 'gemini-3.8-flash')).toBe(
      750_000,
    );
  });

  test("a call's cost uses the prices of today", async () => {
    const generationId = await given();
    const asked = { provider: 'openai', modelId: 'gpt-5.2' } as const;
    const price = (fromDay: string, text_in: number) =>
      sql`insert into model_price (provider, model_id, from_day, text_in, text_out)
          values ('openai', 'gpt-5.2', ${fromDay}, ${text_in}, 1)`.execute(db);
    await price('2020-01-01', 5_000_000);
    await price('2199-01-01', 9_000_000);
    expect(await record(generationId, asked, { inputTokens: 1_000_000 })).toBe(5_000_000);
  });

  async function record(
    generationId: string,
    { provider, modelId }: { provider: 'google' | 'openai'; modelId: string },
    usage: Partial<Parameters<typeof recordProviderCall>[2]>,
    answeredBy: string | null = null,
  ): Promise<number | null> {
    const { microusd } = await recordProviderCall(
      db,
      {
        generation_id: generationId,
        purpose: 'preview',
        provider,
        model_id: modelId,
        answered_by: answeredBy,
        failure: null,
        duration_ms: 1,
      },
      {
        inputTokens: 0,
        cachedTokens: 0,
        cacheWriteTokens: 0,
        imageInputTokens: 0,
        outputTokens: 0,
        imageOutputTokens: 0,
        images: 0,
        ...usage,
      },
    );
    return microusd;
  }
});
