import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import type { UserProfile } from '@sachet/shared/people/contracts/user';
import { changeAccount } from '../../dev/local/sign-in.ts';
import { signUpByPhone, signUpWithEmail, withFreshToken } from '../../dev/local/testing/people.ts';
import { asCustomer, createCustomer, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
let ledger: Ledger;
beforeAll(async () => {
  open = await shareStack();
  ledger = createLedger({ connectionString: open.stack.database.appUrl });
});
afterAll(async () => {
  await ledger?.close();
  await open?.stop();
});

const account = { accountType: 'individual', firstName: 'Asha', lastName: 'Rao' };

describe('names', () => {
  let stranger: Customer;
  beforeAll(async () => {
    stranger = asCustomer(open.stack, await signUpByPhone());
  });

  const missing = 'First and last name are required.';
  const noOrganization = 'Organization name is required.';
  const strange = 'This has a character that cannot be shown.';
  const number = 'Please leave out phone numbers.';
  const organization = { ...account, accountType: 'organization', orgName: 'Kites Ltd' };

  test.each([
    ['no first name', { ...account, firstName: undefined }, 'firstName', missing],
    ['41 emoji', { ...account, lastName: '🪁'.repeat(41) }, 'lastName', 'At most 40 characters.'],
    ['a right-to-left override', { ...account, firstName: 'a\u202eb' }, 'firstName', strange],
    ['a phone number', { ...account, lastName: 'Rao ९८४८८ ९६७३४' }, 'lastName', number],
    ['no organisation', { ...organization, orgName: undefined }, 'orgName', noOrganization],
  ])('a profile with %s is refused', async (_name, json, field, words) => {
    const answer = await stranger.send('/api/user', { json });
    expectRefusal(answer, 'invalid', field);
    expect(answer.body.error).toBe(words);
    expectRefusal(await stranger.send('/api/user'), 'not_found');
  });

  test('names with emoji, joiners and marks of all kinds are kept unchanged', async () => {
    const firstName = "🪁 क्ष‍मा O'Brien-Łukasz <b>";
    const lastName = '"; drop table user_profile; --';
    const person = asCustomer(open.stack, await signUpByPhone());
    const { status } = await person.send('/api/user', {
      json: { ...account, firstName: `  ${firstName} `, lastName },
    });
    expect(status).toBe(201);
    expect((await person.send('/api/user')).body).toMatchObject({ firstName, lastName });
  });
});

describe('identity and verification', () => {
  test("the identity comes from the token alone: the body's fields are not read", async () => {
    const person = await signUpByPhone();
    const customer = asCustomer(open.stack, person);
    const json = {
      ...account,
      uid: 'somebody-else',
      phoneNumber: '+911111111111',
      email: 'other@people.test',
      emailVerified: true,
      role: 'admin',
      organizationId: 'org_x',
      walletBalance: 1e6,
    };
    const { body } = await customer.send('/api/user', { json });
    expect(body.profile).toMatchObject({
      uid: person.uid,
      phoneNumber: person.phoneNumber,
      email: null,
      emailVerified: false,
      role: 'user',
      organizationId: null,
      walletBalance: 250,
    });
  });

  test('the profile shows that the address is verified as soon as a token contains it', async () => {
    const { host, projectId } = open.stack.emulator;
    const person = await signUpWithEmail({ verified: false });
    const customer = asCustomer(open.stack, person);
    const created = await customer.send('/api/user', { json: account });
    expect(created.body.profile).toMatchObject({ emailVerified: false, walletBalance: 250 });
    await changeAccount(host, projectId, person.uid, { emailVerified: true });
    const later = asCustomer(open.stack, await withFreshToken(person));
    expect((await later.send('/api/user')).body.emailVerified).toBe(true);
    // An older token is still valid and does not undo the verification.
    expect((await customer.send('/api/user')).body.emailVerified).toBe(true);
  });
});

describe('an unverified address and over ₹1,000 spent', () => {
  const words = 'Please verify your email to continue using paid features.';

  /** Fills the wallet with this amount and then spends all of it. */
  async function spend(person: Customer, amountPaise: number, times: string): Promise<void> {
    const { walletId } = await person.wallet();
    const base = { walletId, actor: 'test', amountPaise };
    const filled = await ledger.append({
      ...base,
      type: 'AdjustByAdmin',
      reason: 'a test',
      idempotencyKey: `fill:${times}`,
    });
    const spent = await ledger.append({
      ...base,
      type: 'Charge',
      tool: 'image',
      memberUid: person.uid,
      idempotencyKey: `spend:${times}`,
    });
    expect([filled.ok, spent.ok]).toEqual([true, true]);
  }

  test('a user with an unverified address who has spent over ₹1,000 cannot use paid image tools until it is verified', async () => {
    const { host, projectId } = open.stack.emulator;
    const unverified = await signUpWithEmail({ verified: false });
    const person = asCustomer(open.stack, unverified);
    await person.send('/api/user', { json: account });
    await spend(person, 1_000_00, 'up to the limit');
    const preview = await person.preview();

    await spend(person, 1, 'over it');
    const mark = await open.books.mark();
    for (const answer of [
      await person.unlock(preview),
      await person.generate(),
      await person.generate({ mode: 'edit_image', sourceGenerationId: preview.generationId }),
    ]) {
      expectRefusal(answer, 'email_unverified');
      expect(answer.body.error).toBe(words);
    }
    expect(await open.books.mark()).toBe(mark);

    await changeAccount(host, projectId, person.uid, { emailVerified: true });
    const verified = asCustomer(open.stack, await withFreshToken(unverified));
    const paid = await verified.unlock(preview);
    expect([paid.status, paid.body.charged]).toEqual([200, 75]);
    await open.books.expectToBeSound();
  });

  test('the verification limit does not apply to a user with a phone and no address', async () => {
    const person = await createCustomer(open.stack);
    await spend(person, 2_000_00, 'by phone');
    expect((await person.unlock(await person.preview())).status).toBe(200);
  });
});

test('accepting the content rules is recorded with the time', async () => {
  const person = await createCustomer(open.stack);
  expect((await person.send('/api/user')).body).toMatchObject({ rulesSeenAt: null });
  const before = Date.now();
  const { status, body } = await person.send<UserProfile>('/api/rules-seen', { method: 'POST' });
  expect(status).toBe(200);
  expect(Date.parse(body.rulesSeenAt!)).toBeGreaterThanOrEqual(before - 1000);
  expect((await person.send('/api/user')).body).toEqual(body);
});
