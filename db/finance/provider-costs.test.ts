// The costs of providers on an Indian day, and the dollar rate of that day.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs, startOfIstDay } from '@sachet/shared/time';
import { createTestLedger, verifyLines, type TestLedger } from '../testing/ledger-story.ts';
import { readBooks } from './figures.ts';
import { recordUsdRate, sumProviderCosts } from './provider-costs.ts';

let open: TestLedger;
beforeAll(async () => {
  open = await createTestLedger();
});
afterAll(async () => {
  await open.close();
  await open.database.drop();
});

/** Inserts a call without its generation and model. */
async function called(provider: string, atMs: number, microusd: number | null): Promise<void> {
  const client = await open.owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into provider_call (at, generation_id, purpose, provider, model_id, duration_ms,
         input_tokens, output_tokens, images, cost_microusd)
       values ($1, 'gen', 'preview', $2, 'm', 1, 0, 0, 1, $3)`,
      [new Date(atMs), provider, microusd],
    );
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}

const noon = (day: string) => startOfIstDay(day) + 12 * hourMs;
const read = async () => {
  const { rows } = await open.owner.query(
    'select * from provider_cost_day where calls > 0 order by day, provider',
  );
  return rows.map(({ day, provider, calls, cost_microusd }) =>
    [day, provider, calls, cost_microusd].join(' '),
  );
};

test('calls are summed by provider and Indian day, including late ones, and verify checks the sums', async () => {
  await sumProviderCosts(open.db, noon('2026-03-05'));
  expect(await read()).toEqual([]);
  await called('google', startOfIstDay('2026-01-02') - 1, 5);
  await called('google', startOfIstDay('2026-01-02'), 7);
  await called('google', noon('2026-01-02'), 11);
  await called('openai', noon('2026-03-04'), 13);
  await sumProviderCosts(open.db, noon('2026-03-05'));
  const first = ['2026-01-01 google 1 5', '2026-01-02 google 2 18', '2026-03-04 openai 1 13'];
  expect(await read()).toEqual(first);

  // One call began before midnight and was committed after it; the other is of today.
  await called('openai', startOfIstDay('2026-03-05') - 1, 17);
  await called('google', noon('2026-03-05'), 19);
  await sumProviderCosts(open.db, noon('2026-03-05'));
  await sumProviderCosts(open.db, noon('2026-03-08'));
  expect(await read()).toEqual([
    ...first.slice(0, 2),
    '2026-03-04 openai 2 30',
    '2026-03-05 google 1 19',
  ]);
  expect(await verifyLines(open.database)).toEqual([]);

  await open.owner.query(`update provider_cost_day set cost_microusd = 1 where cost_microusd = 18`);
  expect(await verifyLines(open.database)).toEqual([
    'provider_costs_differ 2026-01-02 google: differs from the calls',
  ]);
  await open.owner.query(`delete from provider_cost_day`);
  await sumProviderCosts(open.db, noon('2026-03-08'));
  expect(await read()).toHaveLength(4);
});

test('a rate applies from the day of its change, and the same rate again changes nothing', async () => {
  const record = (day: string, paisePerUsd: number) => recordUsdRate(open.db, { day, paisePerUsd });
  await record('2026-03-01', 90_00);
  await record('2026-03-02', 90_00);
  await record('2026-03-03', 91_50);
  await record('2026-03-03', 92_00);
  await Promise.all([record('2026-03-04', 90_00), record('2026-03-04', 90_00)]);
  const { rows } = await open.owner.query('select * from usd_rate order by from_day');
  expect(rows.map(({ from_day, paise_per_usd }) => `${from_day} ${paise_per_usd}`)).toEqual([
    '2026-03-01 9000',
    '2026-03-03 9200',
    '2026-03-04 9000',
  ]);
});

test('a call whose cost is not known is counted beside the sum', async () => {
  const day = '2026-04-01';
  await called('google', noon(day), 5);
  await called('google', noon(day), null);
  await sumProviderCosts(open.db, noon(day));
  const { costs } = await readBooks(open.db, { from: day, to: day });
  expect(costs).toMatchObject([{ provider: 'google', microusd: 5, unpricedCalls: 1 }]);
});
