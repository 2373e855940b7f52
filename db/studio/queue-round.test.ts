import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { hourMs } from '@sachet/shared/time';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { signUp } from '../../flows/people/sign-up.ts';
import { addGeneration } from '../../flows/testing/somebody.ts';
import { createKysely, createPool } from '../connect.ts';
import { type Generation, readOverdueGenerations, readStrandedGenerations } from './generations.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import { readProfile } from '../people/profiles.ts';
import type { Database } from '../tables.ts';
import { loadUnlock, unlockStatements } from './unlocks.ts';

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
afterEach(() => db.updateTable('generation').set({ status: 'ready' }).execute());
afterEach(() => db.updateTable('unlock').set({ status: 'done' }).execute());

interface User {
  readonly uid: string;
  readonly walletId: string;
}

async function someUser(): Promise<User> {
  const uid = randomBytes(8).toString('hex');
  const name = { firstName: 'Asha', lastName: 'Rao', organizationName: null };
  const email = { email: `${uid}@people.test`, emailVerified: true };
  await signUp(
    { db, ledger },
    {
      uid,
      ...name,
      ...email,
      phoneNumber: null,
    },
  );
  return { uid, walletId: (await readProfile(db, uid))!.wallet_id };
}

interface Asked {
  readonly id: string;
  readonly uid: string;
  readonly round: number;
}

async function ask(
  { uid, walletId }: User,
  provider: Provider = 'google',
  lane: Partial<Pick<Generation, 'mode' | 'applicant_class'>> = {},
): Promise<Asked> {
  const model_id = provider === 'google' ? 'gemini-3.5-flash-lite' : 'gpt-6-luna';
  const facts = {
    mode: 'general',
    quality: 'speed',
    status: 'queued',
    provider,
    model_id,
  } as const;
  const { id, queueRound } = await addGeneration(db, { uid, walletId }, { ...facts, ...lane });
  return { id, uid, round: queueRound };
}

const times = async <T>(count: number, task: () => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  for (let i = 0; i < count; i++) all.push(await task());
  return all;
};

const end = (id: string, status: 'ready' | 'cancelled' = 'ready') =>
  db.updateTable('generation').set({ status }).where('id', '=', id).execute();

describe('the round of a preview', () => {
  test('concurrent previews of one user get consecutive rounds', async () => {
    const asha = await someUser();
    const asked = await Promise.all(Array.from({ length: 12 }, () => ask(asha)));
    const rounds = asked.map(({ round }) => round).toSorted((a, b) => a - b);
    expect(rounds).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
  });

  test("a later user's preview gets an early round, and each provider counts separately", async () => {
    const [asha, ravi] = [await someUser(), await someUser()];
    const [first] = await times(5, () => ask(asha));
    expect((await ask(ravi)).round).toBe(2);
    expect((await ask(ravi)).round).toBe(3);
    expect((await ask(asha)).round).toBe(6);
    expect((await ask(asha, 'openai')).round).toBe(1);
    await end(first!.id);
    expect((await ask(await someUser())).round).toBe(3);
  });

  test('texts and pictures, and customers and others, count separately', async () => {
    const asha = await someUser();
    await times(3, () => ask(asha));
    expect((await ask(asha, 'google', { applicant_class: 'other' })).round).toBe(1);
    expect((await ask(asha, 'google', { mode: 'image' })).round).toBe(1);
    expect((await ask(asha, 'google', { mode: 'edit_image' })).round).toBe(2);
    expect((await ask(asha)).round).toBe(4);
  });

  test("cancelled previews neither delay their user's next round nor the rounds of others", async () => {
    const [asha, ravi] = [await someUser(), await someUser()];
    const waiting = await ask(ravi);
    for (const { id } of await times(8, () => ask(asha))) await end(id, 'cancelled');
    expect((await ask(asha)).round).toBe(2);
    expect((await ask(await someUser())).round).toBe(waiting.round + 1);
  });

  test('a user with many previews is served even if a new user arrives with every call that ends', async () => {
    const asha = await someUser();
    const waiting = await times(5, () => ask(asha));
    const served: Asked[] = [];
    // Overloads the lane: each call that ends brings a new user, so each round is longer than the previous
    // one.
    for (let calls = 0; calls < 1 + 2 + 3 + 4 + 5; calls++) {
      waiting.push(await ask(await someUser()));
      // Sorts as the queue does: the lowest round first, and within a round the oldest.
      waiting.sort((a, b) => a.round - b.round);
      const next = waiting.shift()!;
      await end(next.id);
      served.push(next);
    }
    expect(served.filter(({ uid }) => uid === asha.uid)).toHaveLength(5);
  });
});

test("unfinished previews are read round by round, so that one user's many previews do not fill a sweep", async () => {
  const [asha, ravi] = [await someUser(), await someUser()];
  const [first, ...others] = await times(6, () => ask(asha));
  const late = await ask(ravi);
  const before = new Date(Date.now() + 1_000);
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const three = ids(await readStrandedGenerations(db, { before, limit: 3 }));
  expect(three).toEqual([first!.id, others[0]!.id, late.id]);

  const oneHourAgo = new Date(Date.now() - hourMs);
  const old = others.at(-1)!.id;
  await sql`update generation set created_at = now() - interval '2 hours' where id = ${old}`.execute(
    db,
  );
  const overdue = { createdBefore: oneHourAgo, limit: 3 };
  expect(ids(await readOverdueGenerations(db, { before, ...overdue }))).toEqual([old]);
  expect(await readOverdueGenerations(db, { before: oneHourAgo, ...overdue })).toEqual([]);
});

test('each unlock gets its own round, even if unlocks are concurrent', async () => {
  const [asha, ravi] = [await someUser(), await someUser()];
  const buy = async (user: User, { id }: Asked) => {
    const holdId = `hold_${id}`;
    const outcome = await ledger.append(
      {
        type: 'PlaceHold',
        walletId: user.walletId,
        idempotencyKey: holdId,
        actor: `user:${user.uid}`,
        holdId,
        amountPaise: 1_00,
        tool: 'image',
        memberUid: user.uid,
        generationId: id,
        expiresAtMs: Date.now() + 60_000,
      },
      unlockStatements(db, {
        hold_id: holdId,
        generation_id: id,
        uid: user.uid,
        wallet_id: user.walletId,
        attempt: 1,
        final_size: 1024,
        price_paise: 1_00,
        model_id: 'gemini-nano-banana-2.1',
        status: 'pending',
      }),
    );
    expect(outcome.ok).toBe(true);
    return (await loadUnlock(db, holdId))!.queue_round;
  };
  const previews = await times(10, () => ask(asha));
  const rounds = await Promise.all(previews.map((preview) => buy(asha, preview)));
  expect(rounds.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, i) => i + 1));
  expect(await buy(ravi, await ask(ravi))).toBe(2);
  expect(await buy(ravi, await ask(ravi, 'openai'))).toBe(1);
});
