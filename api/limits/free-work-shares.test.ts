// Each kind of user has a share of the daily budget of free work. db/studio/free-work.test.ts has the crowds.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../dev/local/ports.ts';
import { signUpWithEmail } from '../../dev/local/testing/people.ts';
import { hearOut, readRefusal } from '../testing/chat.ts';
import {
  asCustomer,
  createCustomer,
  previewOrder,
  respondAsync,
  type Customer,
  type PreviewOrder,
} from '../testing/client.ts';
import { addMember, foundOrganization } from '../testing/organization.ts';
import { createPayer, openCounter, toCallback } from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { adjustBalance } from '../testing/spending.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';

const slowly = { timeout: 180_000 };
const poll = { timeout: 60_000, interval: 50 };
const perDayMicrousd = 2_000_000;
const account = { accountType: 'individual', firstName: 'Asha', lastName: 'Rao' };

let open: OpenStack;
beforeAll(async () => {
  open = await openStack({
    queue: 'postgres',
    env: { FREE_WORK_USD_PER_DAY: '2' },
  });
});
afterAll(async () => {
  await open?.books.expectToBeSound();
  await open?.stop();
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

const captions: PreviewOrder = { mode: 'instagram', prompt: 'three captions for a kite shop' };

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
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const unreached = await openStack({
      queue: 'postgres',
      env: {
        GEMINI_BASE_URL: nobody,
        OPENAI_BASE_URL: nobody,
        FREE_WORK_USD_PER_DAY: '2',
      },
    });
    try {
      const customer = await createCustomer(unreached.stack);
      const readSum = () =>
        unreached.books.query(
          `select name, used from daily_allowance where name like '%free_work' and used > 0`,
        );
      const calls = async () => (await unreached.books.query('select 1 from provider_call')).length;
      for (const mode of ['image', 'general', 'instagram'] as const) {
        const { status } = await customer.send('/api/generate', { json: previewOrder({ mode }) });
        expect(status).toBe(502);
      }
      const talk = await hearOut(unreached.stack, customer);
      expect(await talk.hears('error')).toMatchObject({ code: 'generation_failed' });
      const improved = await customer.send('/api/improve-prompt', {
        json: { prompt: 'a kite', mode: 'image', language: 'en' },
      });
      expect(improved.status).toBe(502);
      // Each call is tried twice, and every attempt is booked.
      await expect.poll(calls, poll).toBe(12);
      await expect.poll(readSum, poll).toEqual([]);
    } finally {
      await unreached.stop();
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
