import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ProviderBalancesResponse,
  type ProviderBalance,
} from '@sachet/shared/models/contracts/admin-balances';
import { AdminNoticesResponse } from '@sachet/shared/admin/contracts/admin-notices';
import type { InboxAnswer } from '@sachet/dev/sandbox/inbox';
import { createCustomer, somePrompt, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { impatient, openStack, type OpenStack } from '../testing/stack.ts';
import { createSuperAdmin } from '../testing/super-admin.ts';

const poll = { timeout: 60_000, interval: 50 };

// All tests share the two balance rows: they run one after another, and each starts without balances.
let open: OpenStack;
let admin: Customer;
let other: Customer;
/** Addresses that only this file uses, because the sandbox counts refusals by address and subject. */
let addresses: Record<'ops' | 'busy' | 'refuses', string>;
beforeAll(async () => {
  const own = randomBytes(6).toString('hex');
  addresses = {
    ops: `${own}-ops@people.test`,
    busy: `${own}+mail-busy-2@people.test`,
    refuses: `${own}+mail-refuse@people.test`,
  };
  open = await openStack({
    queue: 'postgres',
    limits: impatient,
    env: {
      ADMIN_NOTICE_EMAILS: Object.values(addresses).join(', '),
      OPENAI_API_KEY: '',
    },
  });
  [admin, other] = await Promise.all([createSuperAdmin(open), createSuperAdmin(open)]);
});
afterAll(async () => {
  // The worker has already summed the days of these calls; without the sums it computes them again.
  await open?.books.query('delete from provider_cost_day');
  await open?.stop();
});
beforeEach(async () => {
  await open.books.query(
    `update provider_balance set balance_cents = null, balance_entered_at = null,
            threshold_cents = null, notes = '', updated_at = null, updated_by = null`,
  );
  await open.books.query(
    `update admin_notice set resolved_at = coalesce(resolved_at, now()),
            raised_at = raised_at - interval '2 hours'`,
  );
});

const path = '/api/admin/provider-balances';
const read = async () => ProviderBalancesResponse.parse((await admin.send(path)).body);
async function save(json: object, by = admin): Promise<ProviderBalancesResponse> {
  const { status, body } = await by.send<ProviderBalancesResponse>(path, { json });
  expect([status, body]).toMatchObject([200, {}]);
  return body;
}
const notices = async () =>
  AdminNoticesResponse.parse((await admin.send('/api/admin/notices')).body).notices;

/** Books `usd` of spending on Gemini, `daysAgo` days ago. */
async function spend(usd: number, daysAgo = 0): Promise<void> {
  const { generationId } = await (await someone()).preview({ mode: 'general' });
  const { query } = open.books;
  await query('delete from provider_call where generation_id = $1', [generationId]);
  await query(
    `insert into provider_call (at, generation_id, purpose, provider, model_id, duration_ms,
                                input_tokens, output_tokens, images, cost_microusd)
     values (clock_timestamp() - make_interval(days => $2), $1, 'preview', 'google',
             'gemini-3.5-flash-lite', 1, 1, 1, 0, $3)`,
    [generationId, daysAgo, Math.round(usd * 1e6)],
  );
}

let customer: Promise<Customer> | undefined;
const someone = () => (customer ??= createCustomer(open.stack));

const nothing: ProviderBalance = {
  balanceUSD: null,
  thresholdUSD: null,
  notes: '',
  updatedAt: null,
  updatedBy: null,
  apiKeyPresent: true,
  balanceEnteredAt: null,
  spentUSD: 0,
  unpricedCalls: 0,
  remainingUSD: null,
  spentPerDayUSD: 0,
  daysLeft: null,
  belowThreshold: false,
};

describe('balances', () => {
  test('balances are empty at first, and the list says whether each provider has a key', async () => {
    expect(await read()).toEqual({
      gemini: nothing,
      openai: { ...nothing, apiKeyPresent: false },
    });
  });

  test('balances are saved for both providers, and the audit trail records what changed', async () => {
    const saved = await save({
      openai: { balanceUSD: 120.55, thresholdUSD: 20, notes: '  card ending 42 ' },
      gemini: { balanceUSD: 0.01, thresholdUSD: '', notes: '' },
    });
    const entered = { updatedBy: admin.email, updatedAt: expect.any(String) };
    expect(saved.openai).toMatchObject({
      ...entered,
      balanceUSD: 120.55,
      remainingUSD: 120.55,
      thresholdUSD: 20,
      notes: 'card ending 42',
      belowThreshold: false,
    });
    expect(saved.gemini).toMatchObject({ ...entered, balanceUSD: 0.01, thresholdUSD: null });
    expect(await read()).toEqual(saved);
    const trail = await open.books.query(
      `select actor, details from admin_audit where action = 'update-provider-balance'
        order by id desc limit 2`,
    );
    expect(trail).toEqual([
      {
        actor: `user:${admin.uid}`,
        details: {
          provider: 'openai',
          balanceCents: { from: null, to: 12055 },
          thresholdCents: { from: null, to: 2000 },
          notes: 'changed',
        },
      },
      {
        actor: `user:${admin.uid}`,
        details: { provider: 'google', balanceCents: { from: null, to: 1 } },
      },
    ]);
  });

  test('emptied balance fields are removed, and fields that are not sent stay unchanged', async () => {
    await save({ gemini: { balanceUSD: 50, thresholdUSD: 5, notes: 'prepaid' } });
    const { gemini } = await save({ gemini: { balanceUSD: null } });
    expect(gemini).toMatchObject({
      balanceUSD: null,
      balanceEnteredAt: null,
      remainingUSD: null,
      thresholdUSD: 5,
      notes: 'prepaid',
    });
  });

  test.each<[string, object]>([
    ['openai.balanceUSD', { openai: { balanceUSD: 1.005 } }],
    ['gemini.thresholdUSD', { gemini: { thresholdUSD: -0.01 } }],
    ['gemini.notes', { gemini: { notes: 'x'.repeat(2001) } }],
  ])('a save of balances with an invalid %s is refused as a whole (%#)', async (field, json) => {
    expectRefusal(
      await admin.send(path, { json: { gemini: { notes: 'kept out' }, ...json } }),
      'invalid',
      field,
    );
    expect((await read()).gemini!.notes).toBe('');
  });
});

describe('spending', () => {
  beforeEach(async () => {
    await open.books.query('delete from provider_call');
  });

  test('spending is counted from the time when the balance was entered, at the rate of the last 7 days', async () => {
    await spend(70, 10);
    await spend(14, 2);
    await save({ gemini: { balanceUSD: 100 } });
    await spend(8);
    const { gemini } = await read();
    expect(gemini).toMatchObject({ balanceUSD: 100, spentUSD: 8, remainingUSD: 92 });
    // $22 in 7 days.
    expect(gemini!.spentPerDayUSD).toBeCloseTo(22 / 7, 5);
    expect(gemini!.daysLeft).toBe(29.3);
  });

  test('saving the same balance again does not restart the count of its spending unless it is marked as new', async () => {
    await save({ gemini: { balanceUSD: 100 } });
    await spend(30);
    const again = await save({ gemini: { balanceUSD: 100, notes: 'asked the bank' } });
    expect(again.gemini).toMatchObject({ spentUSD: 30, remainingUSD: 70 });
    const toppedUp = await save({ gemini: { balanceUSD: 100, balanceIsCurrent: true } });
    expect(toppedUp.gemini).toMatchObject({ spentUSD: 0, remainingUSD: 100 });
  });

  test('calls whose cost is not known are counted beside the sum', async () => {
    await save({ gemini: { balanceUSD: 10 } });
    await spend(3);
    await spend(0);
    await open.books.query('update provider_call set cost_microusd = null where cost_microusd = 0');
    expect((await read()).gemini).toMatchObject({ spentUSD: 3, remainingUSD: 7, unpricedCalls: 1 });
  });

  test('the cost of a real call counts as spending', async () => {
    await save({ gemini: { balanceUSD: 10 } });
    const { generationId } = await (await someone()).preview({ mode: 'image' });
    const [call] = await open.books.providerCalls(generationId);
    const { gemini } = await read();
    expect(gemini!.spentUSD).toBe(call!.cost_microusd / 1e6);
    expect(gemini!.spentUSD).toBeGreaterThan(0.03);
  });
});

async function mailsTo(address: string): Promise<InboxAnswer['messages']> {
  const answer = await fetch(`${open.stack.inboxUrl}/api/messages`);
  return ((await answer.json()) as InboxAnswer).messages.filter(({ to }) => to === address);
}

describe('notices', () => {
  beforeEach(async () => {
    await open.books.query('delete from provider_call');
  });

  const low = (remainingUSD: number, thresholdUSD: number) => ({
    kind: 'provider_low',
    subject: 'google',
    data: { provider: 'google', remainingUSD, thresholdUSD },
  });

  test('a balance at its threshold immediately raises a notice, which follows each saved balance and ends when it rises', async () => {
    // The API raises the notice; the worker would also send a mail, and another test counts mails.
    await open.stack.worker.kill('SIGTERM');
    const { gemini } = await save({ gemini: { balanceUSD: 5, thresholdUSD: 5 } });
    expect(gemini!.belowThreshold).toBe(true);
    expect(await notices()).toMatchObject([low(5, 5)]);
    await save({ gemini: { balanceUSD: 4.5, thresholdUSD: 6 } });
    expect(await notices()).toMatchObject([low(4.5, 6)]);
    await Promise.all([1, 2, 3, 4].map((balanceUSD) => save({ gemini: { balanceUSD } }, other)));
    expect(await notices()).toHaveLength(1);
    await save({ gemini: { balanceUSD: 6.01 } });
    expect(await notices()).toEqual([]);
    await open.stack.worker.start();
  });

  test('spending that reaches the threshold raises one notice, and every operator is mailed once', async () => {
    await save({ gemini: { balanceUSD: 30, thresholdUSD: 10 } });
    await spend(21);
    await expect.poll(notices, poll).toMatchObject([low(9, 10)]);
    await expect.poll(() => open.books.query('select from mail'), poll).toEqual([]);
    for (const address of [addresses.ops, addresses.busy]) {
      expect(await mailsTo(address)).toMatchObject([
        {
          subject: 'Sachet: Gemini balance is low',
          link: expect.stringMatching(/\/admin\/billing$/),
        },
      ]);
    }
    expect(await mailsTo(addresses.refuses)).toEqual([]);
  });

  test('a notice that returns within an hour is not mailed again', async () => {
    await save({ openai: { balanceUSD: 1, thresholdUSD: 2 } });
    const subject = 'Sachet: OpenAI balance is low';
    const mails = async () =>
      (await mailsTo(addresses.ops)).filter((mail) => mail.subject === subject).length;
    await expect.poll(mails, poll).toBe(1);
    await save({ openai: { balanceUSD: 3 } });
    await save({ openai: { balanceUSD: 2 } });
    const readLater = () =>
      open.books.query(`select from mail where due_at > now() + interval '50 minutes'`);
    await expect.poll(readLater, poll).toHaveLength(1);
    await open.books.query('update mail set due_at = now()');
    await expect.poll(mails, poll).toBe(2);
  });

  test('a provider that refuses for its quota raises a notice, which ends when it answers again', async () => {
    const person = await someone();
    const order = { mode: 'general', provider: 'google', quality: 'quality' } as const;
    for (let i = 0; i < 2; i += 1) {
      await person.generate({ ...order, prompt: somePrompt('[[fail:quota]]') });
    }
    await expect.poll(notices, poll).toMatchObject([
      {
        kind: 'provider_refuses',
        subject: 'google:capacity:gemini-3.8-flash',
        data: { provider: 'google', cause: 'capacity', modelId: 'gemini-3.8-flash', status: 429 },
      },
    ]);
    await person.preview(order);
    await expect.poll(notices, poll).toEqual([]);
  });
});
