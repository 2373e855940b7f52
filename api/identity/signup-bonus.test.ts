// The sign-up bonus through the API that the browser uses.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserProfile } from '@sachet/shared/contracts/user';
import { changeAccount } from '../../local/sign-in.ts';
import { signUpWithEmail, withFreshToken, type Person } from '../../local/testing/people.ts';
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

const text = { mode: 'general', provider: 'google' } as const;

test('fifty users with unverified addresses spend nothing, and each can verify', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => enter()));
  const answers = await Promise.all(
    people.map(async ({ customer }) => customer.unlockText(await customer.preview(text))),
  );
  for (const answer of answers) expectRefusal(answer, 'email_unverified');
  const { customer } = people[0]!;
  expectRefusal(await customer.unlock(await customer.preview()), 'email_unverified');
  const spent = await open.books.query(
    `select 1 from ledger_event e join wallet w on w.id = e.wallet_id
      where e.kind <> 'SignupBonusCredited' and w.owner_id = any($1)`,
    [people.map((each) => each.customer.uid)],
  );
  expect(spent).toEqual([]);
  expect(await customer.wallet()).toMatchObject({ walletBalance: 250, available: 0, locked: 250 });
  await open.books.expectToBeSound();
});

test('a refused unlock is paid from the bonus after the address is verified', async () => {
  const { customer } = await enter();
  const image = await customer.preview();
  const key = { 'idempotency-key': randomBytes(8).toString('hex') };
  expectRefusal(await customer.unlock(image, 1024, key), 'email_unverified');
  const verified = await verify(customer);
  const paid = await verified.unlock(image, 1024, key);
  expect(paid.status).toBe(200);
  const { walletId, ...money } = await verified.wallet();
  const left = 250 - image.prices!['1024']!;
  expect(money).toMatchObject({ walletBalance: left, held: 0, available: left, locked: 0 });
  expect(await open.books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
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

test.each([
  ['Proton', ['.x@proton.me', '-x@pm.me', '_x@protonmail.com', 'x+1@proton.me']],
  ['iCloud', ['@icloud.com', '@me.com', '@mac.com', '+1@icloud.com']],
  ['Yahoo', ['@yahoo.com', '-1@yahoo.com', '-shop@yahoo.com', '+1@yahoo.com']],
  ['Yandex', ['.x@yandex.ru', '-x@ya.ru', '.x@yandex.com', '-x@yandex.by']],
  ['Fastmail', ['@fastmail.com', '+1@fastmail.com', '.fastmail.com', '.fastmail.com']],
  ['a domain in two scripts', ['@डाटामेल.भारत', '@xn--c2bd4bq1db8d.xn--h2brj9c', '+1@डाटामेल.भारत']],
])('concurrent sign-ups with spellings of one mailbox book one bonus: %s', async (_, ends) => {
  const name = randomBytes(6).toString('hex');
  const addresses = ends.map((end, i) => `${end.startsWith('.f') ? `shop${i}@` : ''}${name}${end}`);
  const people = await Promise.all(addresses.map((address) => enter(address)));
  const credited = await open.books.query(
    `select e.amount_paise from ledger_event e join wallet w on w.id = e.wallet_id
      where e.kind = 'SignupBonusCredited' and w.owner_id = any($1)`,
    [people.map(({ customer }) => customer.uid)],
  );
  expect(credited).toEqual([{ amount_paise: 250_00 }]);
  await open.books.expectToBeSound();
});
