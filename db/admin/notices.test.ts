// The calls of a provider that end a notice about its refusal.
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RefusalCause } from '@sachet/shared/models/contracts/refusal-cause';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createKysely, createPool } from '../connect.ts';
import type { Database } from '../tables.ts';
import { reviewCatalogue } from '../models/review.ts';
import { changeBalances, watchBalances } from '../models/provider-balances.ts';
import {
  noteRefusal,
  readOpenNotices,
  resolveOfUnconfigured,
  resolvePastRefusals,
} from './notices.ts';

let database: TestDatabase;
let owner: pg.Pool;
let db: Kysely<Database>;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = createPool(database.ownerUrl, { max: 1 });
  db = createKysely(createPool(database.appUrl, { max: 2 }));
});
afterAll(async () => {
  await db?.destroy();
  await owner?.end();
  await database?.drop();
});
beforeEach(async () => {
  await owner.query('update admin_notice set resolved_at = now() where resolved_at is null');
  await owner.query('delete from provider_call');
  await owner.query('update model set enabled = false');
  for (const [provider, id, capability] of [
    ['openai', 'draws', 'image'],
    ['openai', 'edits', 'image-edit'],
    ['openai', 'writes', 'text'],
    ['google', 'paints', 'image'],
  ]) {
    await owner.query(
      `insert into model (provider, id, label, tier, capabilities, status, enabled)
       values ($1, $2, $2, 'speed', array[$3], 'enabled', true)
       on conflict (provider, id) do update set enabled = true`,
      [provider, id, capability],
    );
  }
});

/** Inserts a call without its generation. */
async function call(modelId: string, failure: string | null = null, provider = 'openai') {
  const client = await owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into provider_call (at, generation_id, purpose, provider, model_id, failure,
         duration_ms, input_tokens, output_tokens, images)
       values (clock_timestamp(), 'gen', 'final', $2, $1, $3, 1, 0, 0, 0)`,
      [modelId, provider, failure],
    );
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}
const refuse = (cause: RefusalCause, modelId: string | null = 'draws') =>
  noteRefusal(db, { provider: 'openai', cause, status: 400, code: 'no', detail: null, modelId });
async function hasEnded(): Promise<boolean> {
  await resolvePastRefusals(db);
  return (await readOpenNotices(db, { kind: 'provider_refuses', limit: 10 })).length === 0;
}

const byModel = { draws: true, edits: false, writes: false, hears: false, google: false };
const byKind = { ...byModel, edits: true };
const table: Record<RefusalCause, typeof byModel> = {
  billing: byKind,
  key: byKind,
  leaked_key: byKind,
  account: byKind,
  region: byKind,
  verification: byModel,
  model: byModel,
  capacity: byModel,
  parameter: byModel,
  other: byModel,
};

describe('the notice of a refused picture', () => {
  test.each(RefusalCause.options)('with the cause %s ends only by its evidence', async (cause) => {
    const ended: Record<string, boolean> = {};
    for (const evidence of Object.keys(byModel)) {
      await owner.query('update admin_notice set resolved_at = now() where resolved_at is null');
      await owner.query('delete from provider_call');
      await refuse(cause);
      if (evidence === 'google') await call('paints', null, 'google');
      else await call(evidence);
      ended[evidence] = await hasEnded();
    }
    expect(ended).toEqual(table[cause]);
  });

  test.each(RefusalCause.options)(
    'with the cause %s stays while the last call of its kind was refused, and ends with what is on sale',
    async (cause) => {
      await refuse(cause);
      await call('draws');
      await call('draws', 'access');
      expect(await hasEnded()).toBe(false);
      await owner.query("update model set enabled = false where id in ('draws', 'edits')");
      expect(await hasEnded()).toBe(true);
    },
  );
});

test.each(['billing', 'key', 'leaked_key', 'account', 'region'] as const)(
  'pictures, texts and the list refused for %s have a notice each, which ends on its own',
  async (cause) => {
    for (const model of ['draws', 'writes', 'edits', null]) await refuse(cause, model);
    const readSubjects = async () => {
      await resolvePastRefusals(db);
      const open = await readOpenNotices(db, { kind: 'provider_refuses', limit: 10 });
      return open.map(({ subject }) => subject).toSorted();
    };
    const [list, picture, text] = ['list', 'picture', 'text'].map(
      (calls) => `openai:${cause}:${calls}`,
    );
    expect(await readSubjects()).toEqual([list, picture, text]);
    await call('draws');
    expect(await readSubjects()).toEqual([list, text]);
    await call('writes');
    expect(await readSubjects()).toEqual([list]);
  },
);

test('no call ends the notice of a refused list of models', async () => {
  await refuse('key', null);
  for (const model of ['draws', 'writes']) await call(model);
  expect(await hasEnded()).toBe(false);
});

describe('a provider whose key was removed', () => {
  const setConfigured = (isConfigured: boolean) =>
    owner.query(`update provider set is_configured = $1 where id = 'openai'`, [isConfigured]);
  const readAll = () => readOpenNotices(db, { limit: 100 });
  const readKinds = async () => (await readAll()).map(({ kind }) => kind).toSorted();
  beforeEach(async () => {
    await setConfigured(true);
    await owner.query(
      `update model set shutdown_at = now() + interval '5 days' where id = 'draws'`,
    );
  });
  afterAll(() => setConfigured(true));

  const addCauses = async () => {
    await refuse('key', null);
    await refuse('billing');
    await changeBalances(db, {
      changes: { openai: { balanceCents: 1_00, thresholdCents: 2_00, balanceIsCurrent: true } },
      uid: 'admin',
    });
  };

  test('ends its notices and causes no more', async () => {
    await addCauses();
    await reviewCatalogue(db);
    const kinds = ['model_ending', 'provider_low', 'provider_refuses', 'provider_refuses'];
    expect(await readKinds()).toEqual(expect.arrayContaining(kinds));
    await setConfigured(false);
    await resolveOfUnconfigured(db);
    const after = await readAll();
    expect(after.map(({ data }) => data)).not.toContainEqual(
      expect.objectContaining({ provider: 'openai' }),
    );
    await watchBalances(db);
    await reviewCatalogue(db);
    expect(await readAll()).toEqual(after);
  });
});

test('a notice of a provider or kind that this release does not know hides no other', async () => {
  await refuse('key');
  await owner.query(`insert into admin_notice (kind, subject, data)
    values ('provider_low', 'newer', '{"provider":"newer","remainingUSD":1,"thresholdUSD":2}')`);
  expect(await readOpenNotices(db, { limit: 10 })).toMatchObject([{ kind: 'provider_refuses' }]);
});
