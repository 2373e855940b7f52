// Refusals, endings and counts of real providers, repeated by the sandbox: what the person gets, what is
// charged, what is booked, and which notices are raised. First the balances at the providers, with their notices and
// mails. Models rest here and notices are counted, so the stack is not shared.
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InboxAnswer } from '@sachet/dev/sandbox/inbox';
import {
  AdminNoticesResponse,
  type AdminNotice,
} from '@sachet/shared/admin/contracts/admin-notices';
import { failureText } from '@sachet/shared/studio/failure';
import {
  ProviderBalancesResponse,
  type ProviderBalance,
} from '@sachet/shared/models/contracts/admin-balances';
import { chatBlockPriceRupees } from '@sachet/shared/models/rate-card';
import { hourMs } from '@sachet/shared/time';
import { conversationBeforeBlock, hearOut } from '../testing/chat.ts';
import { createCustomer, somePrompt, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { impatient, openStack, type OpenStack } from '../testing/stack.ts';
import { createSuperAdmin } from '../testing/super-admin.ts';

const poll = { timeout: 60_000, interval: 50 };

let open: OpenStack;
let admin: Customer;
let customer: Customer;
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
    // Notices end with the watch of the providers, every twentieth sweep.
    limits: { ...impatient, sweepEveryMs: 250 },
    env: { PROMPT_CHECK: 'on', ADMIN_NOTICE_EMAILS: Object.values(addresses).join(', ') },
  });
  admin = await createSuperAdmin(open);
});
afterAll(async () => {
  // The worker has already summed the days of deleted calls; without the sums it computes them again.
  await open?.books.query('delete from provider_cost_day');
  await open?.stop();
});
beforeEach(async () => {
  customer = await createCustomer(open.stack);
});
afterEach(() => open.books.expectToBeSound());

// All of them share the two balance rows: they run one after another, and each starts without balances.
describe('balances at the providers', () => {
  let other: Customer;
  beforeAll(async () => {
    other = await createSuperAdmin(open);
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
    const { generationId } = await customer.preview({ mode: 'general' });
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
    test('balances are empty at first', async () => {
      expect(await read()).toEqual({ gemini: nothing, openai: nothing });
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
      await open.books.query(
        'update provider_call set cost_microusd = null where cost_microusd = 0',
      );
      expect((await read()).gemini).toMatchObject({
        spentUSD: 3,
        remainingUSD: 7,
        unpricedCalls: 1,
      });
    });

    test('the cost of a real call counts as spending', async () => {
      await save({ gemini: { balanceUSD: 10 } });
      const { generationId } = await customer.preview({ mode: 'image' });
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
      const order = { mode: 'general', provider: 'google', quality: 'quality' } as const;
      for (let i = 0; i < 2; i += 1) {
        await customer.generate({ ...order, prompt: somePrompt('[[fail:quota]]') });
      }
      await expect.poll(notices, poll).toMatchObject([
        {
          kind: 'provider_refuses',
          subject: 'google:capacity:gemini-3.8-flash',
          data: { provider: 'google', cause: 'capacity', modelId: 'gemini-3.8-flash', status: 429 },
        },
      ]);
      await customer.preview(order);
      await expect.poll(notices, poll).toEqual([]);
    });
  });
});

const readNotices = async (kind: AdminNotice['kind']) => {
  const { body } = await admin.send('/api/admin/notices');
  return AdminNoticesResponse.parse(body).notices.filter((notice) => notice.kind === kind);
};
const subjects = async () =>
  (await readNotices('provider_refuses')).map(({ subject }) => subject).toSorted();
const readKinds = async () => {
  const { SignupBonusCredited: _, ...kinds } = await open.books.kinds(
    (await customer.wallet()).walletId,
  );
  return kinds;
};
const readFinals = async (generationId: string) =>
  (await open.books.providerCalls(generationId)).filter(({ purpose }) => purpose === 'final');

describe('a refusal that only an admin can end', () => {
  test.each([
    ['openai', 'billing', 'billing', 'Billing hard limit has been reached.'],
    ['openai', 'inactive', 'billing', 'Your account is not active'],
    ['google', 'leaked', 'leaked_key', 'Your API key was reported as leaked.'],
    ['openai', 'region', 'region', 'Country, region, or territory'],
    ['google', 'region', 'region', 'location'],
  ] as const)(
    'a picture that %s refuses by %s is ours to fix: one call, the price released, a notice with the cause %s',
    async (provider, kind, cause, words) => {
      const prompt = somePrompt(`[[fail:${kind}#premium]]`);
      const preview = await customer.preview({ provider, prompt, quality: 'quality' });
      const { body } = await customer.unlock(preview, 1024);
      expect(body).toMatchObject({ errorCategory: 'access', error: failureText.access });
      expect(await customer.wallet()).toMatchObject({ walletBalance: 250, held: 0 });
      expect(await readKinds()).toEqual({ HoldPlaced: 1, HoldVoided: 1 });
      expect(await readFinals(preview.generationId)).toMatchObject([
        { failure: 'access', cost_microusd: 0 },
      ]);
      await expect
        .poll(() => readNotices('provider_refuses'), poll)
        .toMatchObject([
          {
            subject: `${provider}:${cause}:picture`,
            data: { provider, cause, detail: expect.stringContaining(words) },
          },
        ]);
      // A picture of the provider ends it, whichever model makes it.
      await customer.preview({ provider, mode: 'image' });
      await expect.poll(subjects, poll).toEqual([]);
    },
  );

  test('an open notice hides no worse one, and each ends when its cause has ended', async () => {
    const ask = (marker: string) =>
      customer.generate({ mode: 'image', provider: 'openai', prompt: somePrompt(marker) });
    await ask('[[fail:access]]');
    await ask('[[fail:key]]');
    await expect
      .poll(subjects, poll)
      .toEqual(['openai:key:picture', expect.stringMatching(/^openai:verification:gpt-image/)]);
    // A text ends the notice about a text and neither of those about pictures.
    const text = { mode: 'general', provider: 'openai' } as const;
    await customer.generate({ ...text, prompt: somePrompt('[[fail:billing]]') });
    await expect.poll(subjects, poll).toContain('openai:billing:text');
    await customer.preview(text);
    await expect
      .poll(subjects, poll)
      .toEqual(['openai:key:picture', expect.stringMatching(/^openai:verification:gpt-image/)]);
    await customer.preview({ provider: 'openai', mode: 'image' });
    await expect.poll(subjects, poll).toEqual([]);
  });

  test('prompts pass unchecked while the check is rejected, with a notice that ends when it answers', async () => {
    await customer.preview({ mode: 'instagram', prompt: somePrompt('[[moderate:401]]') });
    expect(await readNotices('prompts_unchecked')).toMatchObject([
      { data: { provider: 'openai', cause: 'key', status: 401 } },
    ]);
    await customer.preview({ mode: 'instagram' });
    expect(await readNotices('prompts_unchecked')).toEqual([]);
  });
});

test.each(['openai', 'google'] as const)(
  'a paid picture of %s is made without a parameter that is refused, charged once, and admins get a notice',
  async (provider) => {
    const prompt = somePrompt('[[fail:parameter#premium]]');
    const preview = await customer.preview({ provider, prompt, quality: 'quality' });
    const { body } = await customer.unlock(preview, 1024);
    expect(body.charged).toBe(preview.prices![1024]);
    expect(await readKinds()).toEqual({ HoldPlaced: 1, HoldCaptured: 1 });
    const finals = await readFinals(preview.generationId);
    expect(finals.map(({ failure, cost_microusd: cost }) => [failure, cost > 0])).toEqual([
      ['access', false],
      [null, true],
    ]);
    const parameter = provider === 'openai' ? 'quality' : 'aspectRatio';
    expect(await readNotices('parameter_refused')).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ provider, parameter }) }),
    );
    expect(await subjects()).toEqual([]);
  },
);

test('a text is written without the parameters that a server does not know', async () => {
  const prompt = somePrompt('[[fail:parameter]]');
  const { generationId } = await customer.preview({ mode: 'general', provider: 'openai', prompt });
  const calls = await open.books.providerCalls(generationId);
  expect(calls.map(({ failure }) => failure)).toEqual(['access', 'access', null]);
});

describe('a chat reply that opens a paid block', () => {
  test.each([
    ['openai', 'no_finish'],
    ['openai', 'late_break'],
    ['openai', 'tool_calls'],
    ['openai', 'zero_usage'],
    ['openai', 'think'],
    ['google', 'no_finish'],
    ['google', 'late_break'],
    ['google', 'zero_usage'],
  ] as const)('a whole reply of %s by %s is done and charged once', async (provider, kind) => {
    const price = chatBlockPriceRupees(provider);
    const conversationId = await conversationBeforeBlock(open, customer, provider);
    const prompt = `Continue. [[fail:${kind}]]`;
    const talk = await hearOut(open.stack, customer, { conversationId, provider, prompt });
    expect(await talk.hears('done')).toMatchObject({ status: 'done', turnCount: 6 });
    expect(talk.told.filter(({ event }) => event === 'error')).toEqual([]);
    expect(talk.text).toMatch(/^[^<]+$/);
    expect(await customer.wallet()).toMatchObject({ walletBalance: 250 - price, held: 0 });
    expect(await readKinds()).toEqual({ HoldPlaced: 1, HoldCaptured: 1 });
    const [call] = await open.books.query<{ cost: number }>(
      `select c.cost_microusd as cost from provider_call c
         join chat_turn t on t.id = c.chat_turn_id
        where t.conversation_id = $1 order by c.id desc limit 1`,
      [conversationId],
    );
    expect(call!.cost).toBeGreaterThan(0);
  });
});

test.each([
  ['google', 'uncounted'],
  ['openai', 'uncounted'],
  ['openai', 'zero_usage'],
] as const)(
  'a picture of %s with the usage %s is charged once, and booked as the usual one',
  async (provider, kind) => {
    const buy = async (marker: string) => {
      const prompt = somePrompt(marker);
      const preview = await customer.preview({ provider, prompt, quality: 'quality' });
      await customer.unlock(preview, 512);
      const [final] = await readFinals(preview.generationId);
      return final!.cost_microusd;
    };
    const usual = await buy('');
    expect(await buy(`[[fail:${kind}#premium]]`)).toBeGreaterThan(usual * 0.5);
    expect(await readKinds()).toEqual({ HoldPlaced: 2, HoldCaptured: 2 });
    expect(await readNotices('cheap_call')).toEqual([]);
  },
);

test('a picture that is booked far below its estimate is sold, and admins get a notice', async () => {
  const prompt = somePrompt('[[fail:odd_usage#premium]]');
  const preview = await customer.preview({ provider: 'openai', prompt, quality: 'quality' });
  await customer.unlock(preview, 1024);
  expect(await readKinds()).toEqual({ HoldPlaced: 1, HoldCaptured: 1 });
  const [notice] = await readNotices('cheap_call');
  expect(notice).toMatchObject({ data: { provider: 'openai' } });
});

test('a reply that breaks off is booked with the usage that was reported before', async () => {
  const prompt = 'Tell me more. [[fail:truncated]]';
  const talk = await hearOut(open.stack, customer, { provider: 'google', prompt });
  await talk.hears('error');
  const { turnId } = await talk.hears('conversation');
  const read = () =>
    open.books.query<{ output_tokens: number; is_estimate: boolean }>(
      'select output_tokens, is_estimate from provider_call where chat_turn_id = $1',
      [turnId],
    );
  // The reply ends for its reader before its cost is booked.
  await expect.poll(async () => (await read()).length, poll).toBe(1);
  const [call] = await read();
  expect(call!.is_estimate).toBe(false);
  expect(call!.output_tokens).toBeGreaterThan(talk.text.length / 4);
  expect(await readKinds()).toEqual({});
});

test('cached tokens are booked at their own price', async () => {
  const ask = async (marker: string) => {
    const order = { mode: 'general', provider: 'openai', prompt: somePrompt(marker) } as const;
    const { generationId } = await customer.preview(order);
    const [call] = await open.books.providerCalls(generationId);
    return call!;
  };
  const [usual, cached] = [await ask(''), await ask('[[fail:cached]]')];
  expect(cached.cached_tokens).toBeGreaterThan(0);
  const toInput = (call: typeof usual) => call.cost_microusd - call.output_tokens * 10;
  expect(toInput(cached)).toBeLessThan(toInput(usual) * 0.5);
});

test('a picture that is sent as an address of another host is not sold, and is booked as made', async () => {
  const prompt = somePrompt('[[fail:url#premium]]');
  const preview = await customer.preview({ provider: 'openai', prompt, quality: 'quality' });
  const { body } = await customer.unlock(preview, 1024);
  expect(body).toMatchObject({ errorCategory: 'generic' });
  expect(await readKinds()).toEqual({ HoldPlaced: 1, HoldVoided: 1 });
  const [final] = await readFinals(preview.generationId);
  expect(final!.cost_microusd).toBeGreaterThan(10_000);
});

test('the words of a model in place of a picture are shown to the person who asked', async () => {
  const prompt = somePrompt('[[fail:says@google]]');
  const { body } = await customer.generate({ mode: 'image', provider: 'google', prompt });
  const said = "I can't draw that person. Describe someone else.";
  expect(body).toMatchObject({ code: 'generation_failed', errorSaid: said });
  expect(await customer.generation(body.generationId)).toMatchObject({ errorSaid: said });
  expect(await readKinds()).toEqual({});
});

// Last, because the model rests from then on.
test.each(['openai', 'google'] as const)(
  'a model of %s that has no capacity for a day is not asked again, and the time is shown',
  async (provider) => {
    const ask = () =>
      customer.generate({ mode: 'image', provider, prompt: somePrompt('[[fail:long_wait]]') });
    const [first, second] = [await ask(), await ask()];
    for (const { body } of [first, second]) {
      expect(body).toMatchObject({ errorCategory: 'quota' });
      const hours = (Date.parse(body.errorUntil!) - Date.now()) / hourMs;
      expect(hours).toBeGreaterThan(23);
    }
    expect(await open.books.providerCalls(first.body.generationId)).toHaveLength(1);
    expect(await open.books.providerCalls(second.body.generationId)).toHaveLength(0);
    expect(await subjects()).toContainEqual(expect.stringMatching(`^${provider}:capacity:`));
  },
);
