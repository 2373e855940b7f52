// The sign-up bonus through the API that the browser uses.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserProfile } from '@sachet/shared/people/contracts/user';
import { changeAccount } from '../../dev/local/sign-in.ts';
import { signUpWithEmail, withFreshToken, type Person } from '../../dev/local/testing/people.ts';
import { asCustomer, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
beforeAll(async () => {
  open = await shareStack();
});
afterAll(() => open?.stop());

const account = { accountType: 'individual', firstName: 'Asha', lastName: 'Rao' };

/** Signs up a user whose address is not verified. */
async function enter(email?: string): Promise<{ customer: Customer; profile: UserProfile }> {
  const person = await signUpWithEmail({ email, verified: false });
  const customer = asCustomer(open.stack, person);
  const { status, body } = await customer.send('/api/user', { json: account });
  expect(status).toBe(201);
  return { customer, profile: body.profile };
}

async function verify(person: Person): Promise<Customer> {
  const { host, projectId } = open.stack.emulator;
  await changeAccount(host, projectId, person.uid, { emailVerified: true });
  return asCustomer(open.stack, await withFreshToken(person, open.stack.emulator));
}

test('an unverified user buys a picture from the bonus, and sees the whole of it as available', async () => {
  const { customer } = await enter();
  expect(await customer.wallet()).toMatchObject({ available: 250, locked: 0 });
  const image = await customer.preview();
  expect((await customer.unlock(image, 1024)).status).toBe(200);
  const { walletId, ...money } = await customer.wallet();
  const left = 250 - image.prices!['1024']!;
  expect(money).toMatchObject({ walletBalance: left, held: 0, available: left, locked: 0 });
  expect(await open.books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
    BonusReleased: 1,
    HoldPlaced: 1,
    HoldCaptured: 1,
  });
});

/** Runs `work` while the day's allowance for unverified spending is used up. */
async function whileUsedUp(work: () => Promise<void>): Promise<void> {
  const all = 1_000_000_00;
  await open.books.query(
    `insert into daily_allowance (day, name, used, most)
     values ((now() at time zone 'Asia/Kolkata')::date, 'unverified_spending', $1, $1)
     on conflict (day, name) do update set used = daily_allowance.used + $1, most = 2 * $1`,
    [all],
  );
  try {
    await work();
  } finally {
    await open.books.query(
      `update daily_allowance set used = used - $1 where name = 'unverified_spending'`,
      [all],
    );
  }
}

test('a purchase after the allowance is used up is paid from the bonus after the address is verified', async () => {
  const { customer } = await enter();
  const image = await customer.preview();
  const key = { 'idempotency-key': randomBytes(8).toString('hex') };
  await whileUsedUp(async () => {
    const refused = await customer.unlock(image, 1024, key);
    expectRefusal(refused, 'allowance_used_up');
    expect(refused.body.error).toBe(
      'Today’s limit for unverified accounts is reached. Verify your email to spend your bonus now.',
    );
  });
  const verified = await verify(customer);
  const paid = await verified.unlock(image, 1024, key);
  expect(paid.status).toBe(200);
  const { walletId, ...money } = await verified.wallet();
  const left = 250 - image.prices!['1024']!;
  expect(money).toMatchObject({ walletBalance: left, held: 0, available: left, locked: 0 });
  expect(await open.books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
    BonusReleased: 1,
    HoldPlaced: 1,
    HoldCaptured: 1,
  });
});

test('the profile says why a second spelling of a mailbox or a disposable address has no bonus', async () => {
  const name = randomBytes(6).toString('hex');
  expect((await enter(`${name}@gmail.com`)).profile).toMatchObject({
    walletBalance: 250,
    bonusWithheld: null,
  });
  const [again, disposable] = await Promise.all([
    enter(`${name.slice(0, 3)}.${name.slice(3)}+2@googlemail.com`),
    enter(`${name}@inbox.mailinator.com`),
  ]);
  expect(again.profile).toMatchObject({ walletBalance: 0, bonusWithheld: 'claimed' });
  expect(disposable.profile).toMatchObject({
    walletBalance: 0,
    bonusWithheld: 'disposable_address',
  });
  const { body } = await again.customer.send<UserProfile>('/api/user');
  expect(body.bonusWithheld).toBe('claimed');
});
