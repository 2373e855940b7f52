// When the day's free work is used up, free users must wait until tomorrow and paying users continue. Each kind
// of user has a share. db/studio/free-work.test.ts has the crowds.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdminNoticesResponse } from '@sachet/shared/admin/contracts/admin-notices';
import { istDay } from '@sachet/shared/time';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import { signUpWithEmail } from '../../dev/local/testing/people.ts';
import { startCable, type Cable } from '../testing/cable.ts';
import { hearOut, readRefusal } from '../testing/chat.ts';
import {
  asCustomer,
  createCustomer,
  previewOrder,
  respondAsync,
  type Answer,
  type AnyBody,
  type Customer,
  type PreviewOrder,
} from '../testing/client.ts';
import { addMember, foundOrganization } from '../testing/organization.ts';
import { createPayer, openCounter, toCallback } from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { adjustBalance } from '../testing/spending.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';
import { createSuperAdmin } from '../testing/super-admin.ts';

const slowly = { timeout: 180_000 };
const poll = { timeout: 60_000, interval: 50 };
const perDayMicrousd = 2_000_000;
const account = { accountType: 'individual', firstName: 'Asha', lastName: 'Rao' };

let open: OpenStack;
/** The connections to the providers, which a test can cut. */
let cables: Cable[];
beforeAll(async () => {
  cables = await Promise.all(
    ['TEST_GEMINI_URL', 'TEST_OPENAI_URL'].map((name) => startCable(coordinate(name))),
  );
  const [gemini, openai] = cables.map(({ url }) => url.replace(/\/$/, ''));
  open = await openStack({
    env: { FREE_WORK_USD_PER_DAY: '2', GEMINI_BASE_URL: gemini!, OPENAI_BASE_URL: openai! },
  });
});
afterAll(async () => {
  await open?.books.expectToBeSound();
  await open?.stop();
  for (const cable of cables ?? []) await cable.pull();
});
beforeEach(() => open.books.query('delete from daily_allowance'));

async function createUnverified(): Promise<Customer> {
  const person = asCustomer(open.stack, await signUpWithEmail({ verified: false }));
  expect((await person.send('/api/user', { json: account })).status).toBe(201);
  return person;
}

/** Takes the bonus, so that only people who have paid have money. */
async function withoutBonus<C extends Customer>(customer: C): Promise<C> {
  const { walletId } = await customer.wallet();
  await adjustBalance(open.stack.database, { walletId, amountPaise: -250_00 });
  return customer;
}
const withoutBonusKinds = { SignupBonusCredited: 1, AdjustedByAdmin: 1 };

const createPoor = async () => withoutBonus(await createCustomer(open.stack));

async function topUp(customer: Customer, rupees: number): Promise<void> {
  const payer = createPayer(customer);
  const { orderId } = await payer.order(rupees);
  const paymentId = await openCounter(open.stack.razorpayUrl).pay(orderId);
  expect((await payer.verify(toCallback(orderId, paymentId))).status).toBe(200);
}

/** A customer who has spent all their paid money on a text. */
async function createPaidUp(): Promise<Customer> {
  const customer = await createPoor();
  await topUp(customer, 6);
  const text = await customer.preview({ mode: 'general' });
  expect((await customer.unlockText(text)).status).toBe(200);
  expect(await customer.wallet()).toMatchObject({ available: 0 });
  return customer;
}

const createWealthy = async (): Promise<Customer> => {
  const customer = await createPoor();
  await topUp(customer, 500);
  return customer;
};

const readUsed = async (name: string): Promise<number> => {
  const [row] = await open.books.query<{ used: number }>(
    'select used from daily_allowance where name = $1',
    [name],
  );
  return row?.used ?? 0;
};

/** Each person requests this many pictures concurrently; resolves to the refusals. */
const flood = async (people: readonly Customer[], each: number) =>
  (
    await Promise.all(
      people.flatMap((person) =>
        Array.from({ length: each }, () => person.generate({}, respondAsync)),
      ),
    )
  ).filter(({ status }) => status !== 202);

const setUsed = (name: string, share: number) =>
  open.books.query(
    `insert into daily_allowance (day, name, used, most)
     values ((now() at time zone 'Asia/Kolkata')::date, $1, $2, $2)
     on conflict (day, name) do update set used = excluded.used, most = excluded.most`,
    [name, Math.floor(perDayMicrousd * share)],
  );

const captions: PreviewOrder = {
  mode: 'instagram',
  provider: 'google',
  prompt: 'three captions for a kite shop',
};

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
      const before = await readUsed('free_work');
      const asked = providers.map((provider) =>
        customer.preview({ mode, provider, prompt: 'four ideas for a kite shop' }),
      );
      for (const { cost, unlocked } of await Promise.all(asked)) {
        expect({ cost, unlocked }).toEqual({ cost: 0, unlocked: true });
      }
      return (await readUsed('free_work')) - before;
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
    const [before, callsBefore] = [await readUsed('free_work'), (await calls()).length];
    expect((await improve(prompt)).status).toBe(502);
    return {
      microusd: (await readUsed('free_work')) - before,
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

test('concurrent captions begin until the free work is used up, and paid work continues after that', async () => {
  const [customer, ...others] = await Promise.all(
    Array.from({ length: 5 }, () => createCustomer(open.stack)),
  );
  const [image, words] = [await customer!.preview(), await customer!.preview(text)];
  const full = await talk(customer!, 5);
  const before = await readUsed('free_work');
  await customer!.preview(captions);
  const perCall = (await readUsed('free_work')) - before;
  expect(perCall).toBeGreaterThan(0);
  await open.books.query(`update daily_allowance set used = $1 where name = 'free_work'`, [
    perDayMicrousd - 4 * perCall,
  ]);

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => (others[i % 4] ?? customer!).generate(captions)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  for (const answer of answers) if (answer.status !== 200) expectUsedUp(answer);
  expect(await readUsed('free_work')).toBe(perDayMicrousd);
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
    { kind: 'daily_budget_used', data: { budget: 'free_work', limit: 2 } },
  ]);
});

test('unverified accounts together can use only a fifth of the free work, and all other users continue', async () => {
  const throwaways = await Promise.all(Array.from({ length: 3 }, createUnverified));
  await throwaways[0]!.startPreview();
  const used = await readUsed('unverified_free_work');
  expect(used).toBeGreaterThan(0);
  expect(await readUsed('free_work')).toBe(used);
  await setUsed('unverified_free_work', 0.2);
  const refused = await flood(throwaways, 2);
  expect(refused).toHaveLength(6);
  for (const answer of refused) expectRefusal(answer, 'free_used_up_unverified');
  expectRefusal(await readRefusal(throwaways[0]!, {}), 'free_used_up_unverified');

  const verified = await createPoor();
  await verified.startPreview();
  const wealthy = await createWealthy();
  await wealthy.startPreview();
  await (await hearOut(open.stack, wealthy)).hears('done');
});

test('people who have not paid cannot use the last three tenths of the free work, which are reserved for people who have', async () => {
  const paidUp = await createPaidUp();
  const verified = await createPoor();
  await verified.startPreview();
  expect(await readUsed('unpaid_free_work')).toBeGreaterThan(0);
  await setUsed('unpaid_free_work', 0.7);
  expectRefusal(await verified.generate(), 'free_used_up_unpaid');
  expectRefusal(await readRefusal(verified, {}), 'free_used_up_unpaid');
  await paidUp.preview(captions);
  await paidUp.startPreview();
  await (await hearOut(open.stack, paidUp)).hears('done');
  expect(await open.books.kinds((await paidUp.wallet()).walletId)).toEqual({
    ...withoutBonusKinds,
    TopUpCredited: 1,
    Charged: 1,
  });
});

test(
  'a wallet that could buy the picture gets its preview when all free work is used up',
  slowly,
  async () => {
    const [wealthy, paidUp] = [await createWealthy(), await createPaidUp()];
    const unverified = await createUnverified();
    await topUp(unverified, 100);
    await setUsed('free_work', 1);
    expectRefusal(await paidUp.generate(), 'free_used_up');
    // Captions have no price that a wallet could pay.
    expectRefusal(await wealthy.generate(captions), 'free_used_up');

    const refused = await flood([wealthy], 3);
    expect(refused).toEqual([]);
    await (await hearOut(open.stack, wealthy)).hears('done');
    await unverified.startPreview();
    const preview = await wealthy.preview();
    expect((await wealthy.unlock(preview)).status).toBe(200);
    expect(await open.books.kinds((await wealthy.wallet()).walletId)).toEqual({
      ...withoutBonusKinds,
      TopUpCredited: 1,
      HoldPlaced: 1,
      HoldCaptured: 1,
    });
    expect(await readUsed('free_work')).toBe(perDayMicrousd);
  },
);

test("a wallet with less than the picture's lowest price gets no preview beyond the budget", async () => {
  const customer = await createPoor();
  await topUp(customer, 40);
  await setUsed('free_work', 1);
  // A Google picture costs at least ₹45 in Quality and ₹25 in Speed.
  expectRefusal(await customer.generate({ quality: 'quality' }), 'free_used_up');
  expect((await customer.generate({ quality: 'speed' }, respondAsync)).status).toBe(202);
});

test('a member who has bought nothing gets no share of the reserve of their paying organization', async () => {
  const founder = await withoutBonus(await foundOrganization(open.stack));
  await topUp(founder, 100);
  const member = await addMember(open.stack, founder);
  await setUsed('unpaid_free_work', 0.7);
  expectRefusal(await member.generate(captions), 'free_used_up_unpaid');
  await founder.preview(captions);
  const text = await member.preview({ mode: 'general' });
  expect((await member.unlockText(text)).status).toBe(200);
  await member.preview(captions);
});

test('previews that are cancelled before a provider is asked return all of their free work', async () => {
  await open.stack.worker.kill('SIGTERM');
  const people = await Promise.all([createUnverified(), createPoor()]);
  const started = await Promise.all(
    people.flatMap((person) =>
      Array.from({ length: 2 }, async () => ({
        person,
        generation: await person.startPreview(),
      })),
    ),
  );
  expect(await readUsed('free_work')).toBeGreaterThan(0);
  // Each preview is cancelled by two concurrent requests.
  await Promise.all(
    [...started, ...started].map(({ person, generation }) =>
      person.cancel(generation.generationId),
    ),
  );
  for (const name of ['free_work', 'unpaid_free_work', 'unverified_free_work']) {
    expect(await readUsed(name)).toBe(0);
  }
  await open.stack.worker.start();
});

test('a preview that its provider has begun returns no free work when it is cancelled', async () => {
  const customer = await createPoor();
  const { generationId } = await customer.startPreview({ prompt: 'a kite [[fail:hang]]' });
  const readStatus = async () =>
    (
      await open.books.query<{ status: string }>('select status from generation where id = $1', [
        generationId,
      ])
    )[0]!.status;
  await expect.poll(readStatus, poll).toBe('running');
  const used = await readUsed('free_work');
  expect(used).toBeGreaterThan(0);
  expect((await customer.cancel(generationId)).status).toBe(200);
  expect(await readUsed('free_work')).toBe(used);
});

test(
  'free work of every kind is returned when its provider cannot be reached',
  slowly,
  async () => {
    const customer = await createCustomer(open.stack);
    const readSum = () =>
      open.books.query(
        `select name, used from daily_allowance where name like '%free_work' and used > 0`,
      );
    const calls = async () => (await open.books.query('select 1 from provider_call')).length;
    const before = await calls();
    for (const cable of cables) await cable.pull();
    try {
      for (const mode of ['image', 'general', 'instagram'] as const) {
        const { status } = await customer.send('/api/generate', { json: previewOrder({ mode }) });
        expect(status).toBe(502);
      }
      const talk = await hearOut(open.stack, customer);
      expect(await talk.hears('error')).toMatchObject({ code: 'generation_failed' });
      const improved = await customer.send('/api/improve-prompt', {
        json: { prompt: 'a kite', mode: 'image', language: 'en' },
      });
      expect(improved.status).toBe(502);
      // Each call is tried twice, and every attempt is booked.
      await expect.poll(calls, poll).toBe(before + 12);
      await expect.poll(readSum, poll).toEqual([]);
    } finally {
      for (const cable of cables) await cable.plugIn();
    }
  },
);

test('an unverified account waits with the others, and with the customers once it has paid', async () => {
  const person = await createUnverified();
  const readClasses = async () =>
    (
      await open.books.query<{ of: string }>(
        'select applicant_class as of from generation where uid = $1 order by id',
        [person.uid],
      )
    ).map(({ of }) => of);
  await person.startPreview({ mode: 'general' });
  expect(await readClasses()).toEqual(['other']);
  await topUp(person, 6);
  await person.startPreview({ mode: 'general' });
  expect(await readClasses()).toEqual(['other', 'customer']);
});
