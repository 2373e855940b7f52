// When the day's free work is used up, free users must wait until tomorrow and paying users continue.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminNoticesResponse } from '@sachet/shared/admin/contracts/admin-notices';
import { istDay } from '@sachet/shared/time';
import { hearOut } from '../testing/chat.ts';
import { createCustomer, type Answer, type AnyBody, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';
import { createSuperAdmin } from '../testing/super-admin.ts';

const perDayMicrousd = 200_000_000;
let open: OpenStack;
beforeAll(async () => {
  open = await openStack({
    queue: 'postgres',
    env: { FREE_WORK_USD_PER_DAY: '200' },
  });
});
afterAll(() => open?.stop());

async function usedMicrousd(): Promise<number> {
  const [row] = await open.books.query<{ used: number }>(
    `select used from daily_allowance where name = 'free_work'`,
  );
  return row?.used ?? 0;
}

const text = { mode: 'general', provider: 'google', prompt: 'a slogan for blue kites' } as const;

function expectUsedUp(answer: Answer<AnyBody>): void {
  expectRefusal(answer, 'free_used_up');
  expect(answer.body.error).toBe('Free previews are used up for today. Come back tomorrow.');
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(24 * 60 * 60);
  expect(istDay(Date.now() + seconds * 1000)).not.toBe(istDay(Date.now()));
}

async function talk(customer: Customer, replies: number): Promise<string> {
  let conversationId: string | undefined;
  for (let reply = 0; reply < replies; reply += 1) {
    const heard = await hearOut(open.stack, customer, { conversationId });
    ({ conversationId } = await heard.hears('conversation'));
  }
  return conversationId!;
}

test("ideas and captions of both providers use two calls' worth of free work and no money", async () => {
  const customer = await createCustomer(open.stack);
  for (const mode of ['instagram_ideas', 'instagram'] as const) {
    const takenBy = async (...providers: ('google' | 'openai')[]) => {
      const before = await usedMicrousd();
      const asked = providers.map((provider) =>
        customer.preview({ mode, provider, prompt: 'four ideas for a kite shop' }),
      );
      for (const { cost, unlocked } of await Promise.all(asked)) {
        expect({ cost, unlocked }).toEqual({ cost: 0, unlocked: true });
      }
      return (await usedMicrousd()) - before;
    };
    const [google, openai] = [await takenBy('google'), await takenBy('openai')];
    expect(Math.min(google, openai)).toBeGreaterThan(0);
    expect(await takenBy('google', 'openai')).toBe(google + openai);
  }
  const { walletId } = await customer.wallet();
  expect(await open.books.kinds(walletId)).toEqual({ SignupBonusCredited: 1 });
});

test("a prompt is not improved by a second provider when only one call's worth of free work is left", async () => {
  const customer = await createCustomer(open.stack);
  const improve = (prompt: string) =>
    customer.send<AnyBody>('/api/improve-prompt', {
      json: { prompt, mode: 'image', language: 'en' },
    });
  const calls = () => open.books.query('select 1 from provider_call where failure is not null');
  const taking = async (prompt: string) => {
    const [before, callsBefore] = [await usedMicrousd(), (await calls()).length];
    expect((await improve(prompt)).status).toBe(502);
    return {
      microusd: (await usedMicrousd()) - before,
      calls: (await calls()).length - callsBefore,
    };
  };
  const both = await taking('a kite [[fail:safety]]');
  // The second provider's refusal is not billed, and its free work was returned.
  expect(both).toMatchObject({ calls: 2 });
  await open.books.query(`update daily_allowance set used = $1 where name = 'free_work'`, [
    perDayMicrousd - both.microusd,
  ]);
  expect(await taking('a kite [[fail:safety]]')).toMatchObject({ calls: 1 });
  await open.books.query(`update daily_allowance set used = 0 where name = 'free_work'`);
  const { walletId } = await customer.wallet();
  expect(await open.books.kinds(walletId)).toEqual({ SignupBonusCredited: 1 });
});

const captions = { mode: 'instagram', provider: 'google', prompt: 'captions for a kite' } as const;

test('concurrent captions begin until the free work is used up, and paid work continues after that', async () => {
  const [customer, ...others] = await Promise.all(
    Array.from({ length: 5 }, () => createCustomer(open.stack)),
  );
  const [image, words] = [await customer!.preview(), await customer!.preview(text)];
  const full = await talk(customer!, 5);
  const before = await usedMicrousd();
  await customer!.preview(captions);
  const perCall = (await usedMicrousd()) - before;
  expect(perCall).toBeGreaterThan(0);
  await open.books.query(`update daily_allowance set used = $1 where name = 'free_work'`, [
    perDayMicrousd - 4 * perCall,
  ]);

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => (others[i % 4] ?? customer!).generate(captions)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  for (const answer of answers) if (answer.status !== 200) expectUsedUp(answer);
  expect(await usedMicrousd()).toBe(perDayMicrousd);
  const rows = await open.books.query(`select 1 from generation where prompt = $1`, [
    captions.prompt,
  ]);
  expect(rows).toHaveLength(5);
  expectUsedUp(await customer!.generate({ mode: 'instagram_ideas' }));

  expect((await customer!.unlockText(words)).status).toBe(200);
  expect((await customer!.unlock(image)).status).toBe(200);
  const block = await hearOut(open.stack, customer!, { conversationId: full });
  expect(await block.hears('billing')).toMatchObject({ inr: 15 });
  const second = await hearOut(open.stack, customer!, { conversationId: full });
  expect(await second.hears('done')).toMatchObject({ turnCount: 7 });
  const { walletId } = await customer!.wallet();
  expect(await open.books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
    Charged: 1,
    HoldPlaced: 2,
    HoldCaptured: 2,
  });
  await open.books.expectToBeSound();

  const admin = await createSuperAdmin(open);
  const { body } = await admin.send<AdminNoticesResponse>('/api/admin/notices');
  expect(body.notices).toMatchObject([
    { kind: 'daily_budget_used', data: { budget: 'free_work', limit: 200 } },
  ]);
});
