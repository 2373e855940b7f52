import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '@sachet/db/connect';
import { createCustomer, type Customer } from '../testing/client.ts';
import { shareStack, type SharedStack } from '../testing/stack.ts';

let open: SharedStack;
let customer: Customer;
beforeAll(async () => {
  open = await shareStack();
  customer = await createCustomer(open.stack);
});
afterAll(() => open.stop());

const improve = (by: Customer, prompt: string, more: object = {}) =>
  by.send<{ prompt: string; code?: string; field?: string }>('/api/improve-prompt', {
    json: { prompt, mode: 'image', language: 'en', ...more },
  });

async function ask<Row>(statement: string, values: readonly unknown[]): Promise<Row[]> {
  const pool = createPool(open.stack.database.ownerUrl, { max: 1 });
  const { rows } = await pool.query(statement, [...values]);
  await pool.end();
  return rows as Row[];
}
const readCalls = (uid: string) =>
  ask<{ failure: string | null; cost: number; charged: number }>(
    `select failure, cost_microusd as cost from provider_call
       join prompt_improvement p on p.id = prompt_improvement_id where p.uid = $1`,
    [uid],
  );

describe('POST /api/improve-prompt', () => {
  test('an improved prompt keeps and extends the text in its language, and costs nothing', async () => {
    const english = await improve(customer, 'a red kite over Jaipur');
    expect(english.status).toBe(200);
    expect(english.body.prompt).toMatch(/^a red kite over Jaipur, .+/);
    const hindi = await improve(customer, 'जयपुर पर लाल पतंग', { language: 'hi' });
    expect(hindi.body.prompt).toMatch(/^जयपुर पर लाल पतंग, [\u0900-\u097f]/);
    const { walletId, walletBalance, held } = await customer.wallet();
    expect([walletBalance, held]).toEqual([250, 0]);
    expect(await open.books.kinds(walletId)).toEqual({ SignupBonusCredited: 1 });
  });

  test('improving a prompt books our cost of each call', async () => {
    const calls = await readCalls(customer.uid);
    expect(calls.map(({ failure }) => failure)).toEqual([null, null]);
    for (const { cost } of calls) expect(cost).toBeGreaterThan(0);
  });

  test.each([
    ['no prompt', '', {}, 'prompt'],
    ['a long prompt', 'x'.repeat(1_001), {}, 'prompt'],
    ['a mode without a picture', 'a kite', { mode: 'general' }, 'mode'],
  ])('improving refuses %s', async (_what, prompt, more, field) => {
    const answer = await improve(customer, prompt, more);
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'invalid', field]);
  });

  test('improving asks the other provider when one refuses, keeps the prompt when both do, and books each call', async () => {
    const unlucky = await createCustomer(open.stack);
    const [first, second] = await Promise.all(
      (['google', 'openai'] as const).map((provider) =>
        improve(unlucky, `a kite [[fail:safety@${provider}]]`),
      ),
    );
    expect([first!.status, second!.status]).toEqual([200, 200]);
    const failures = async () =>
      (await readCalls(unlucky.uid)).map(({ failure }) => failure).sort();
    // The provider that was asked first has refused once; the other was asked only for the refused prompt.
    expect(await failures()).toEqual([null, null, 'safety'].sort());
    const neither = await improve(unlucky, 'a kite [[fail:safety]]');
    expect([neither.status, neither.body.code]).toEqual([502, 'generation_failed']);
    expect((await failures()).filter((failure) => failure === 'safety')).toHaveLength(3);
  });

  test('six of twenty concurrent improvements of one user are served, and the others wait a minute', async () => {
    const eager = await createCustomer(open.stack);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => improve(eager, `a kite number ${i}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(14);
    expect(refused[0]!.headers.get('retry-after')).toBe('60');
    expect(await readCalls(eager.uid)).toHaveLength(6);
  });

  test('the call for a user who left before the answer is aborted and booked', async () => {
    const leaver = await createCustomer(open.stack);
    open.gates.google.shut();
    open.gates.openai.shut();
    const left = new AbortController();
    const asked = open.gates.google.asked.length;
    const answer = fetch(`${open.stack.apiUrl}/api/improve-prompt`, {
      method: 'POST',
      headers: { ...leaver.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'a kite', mode: 'image', language: 'en' }),
      signal: left.signal,
    }).catch(() => 'left');
    await expect.poll(() => open.gates.google.asked.length).toBeGreaterThan(asked);
    left.abort();
    expect(await answer).toBe('left');
    await expect.poll(() => readCalls(leaver.uid)).toMatchObject([{ failure: 'cancelled' }]);
    open.gates.google.open();
    open.gates.openai.open();
  });
});
