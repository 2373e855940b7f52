import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import type { UserProfile } from '@sachet/shared/contracts/user';
import { changeAccount } from '../../local/sign-in.ts';
import { signUpByPhone, signUpWithEmail, withFreshToken } from '../../local/testing/people.ts';
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
  const broken = 'This contains a character that can’t be stored.';
  const organization = { ...account, accountType: 'organization', orgName: 'Kites Ltd' };

  test.each([
    ['no first name', { ...account, firstName: undefined }, 'firstName', missing],
    ['a first name that is not a text', { ...account, firstName: 7 }, 'firstName', missing],
    ['a blank first name', { ...account, firstName: ' \u00a0\t' }, 'firstName', missing],
    ['a blank last name', { ...account, lastName: '' }, 'lastName', missing],
    ['an invisible name', { ...account, firstName: '\u200b\u200d' }, 'firstName', missing],
    [
      '10,000 letters',
      { ...account, firstName: 'x'.repeat(10_000) },
      'firstName',
      'At most 80 characters.',
    ],
    ['81 emoji', { ...account, lastName: '🪁'.repeat(81) }, 'lastName', 'At most 80 characters.'],
    ['a NUL character', { ...account, lastName: 'a\u0000b' }, 'lastName', broken],
    ['a line break', { ...account, firstName: 'a\nb' }, 'firstName', strange],
    ['an escape', { ...account, firstName: 'a\u001b[2J' }, 'firstName', strange],
    ['a right-to-left override', { ...account, firstName: 'a\u202eb' }, 'firstName', strange],
    ['Hangul fillers', { ...account, firstName: '\u3164\u115f' }, 'firstName', strange],
    ['a Hangul filler in a name', { ...account, lastName: 'Ra\uffa0o' }, 'lastName', strange],
    ['a blank Braille pattern', { ...account, firstName: '\u2800' }, 'firstName', strange],
    ['a zero-width space', { ...account, firstName: 'As\u200bha' }, 'firstName', strange],
    ['tags', { ...account, firstName: 'Asha\u{e0041}' }, 'firstName', strange],
    ['a phone number', { ...account, lastName: 'Rao ९८४८८ ९६७३४' }, 'lastName', number],
    [
      'an organisation with a phone number',
      { ...organization, orgName: 'Prize desk 98488 dash 96734' },
      'orgName',
      number,
    ],
    ['half an emoji', { ...account, firstName: 'a\ud83e' }, 'firstName', broken],
    ['no organisation', { ...organization, orgName: undefined }, 'orgName', noOrganization],
    ['a blank organisation', { ...organization, orgName: '   ' }, 'orgName', noOrganization],
    ['an empty organisation', { ...organization, orgName: '' }, 'orgName', noOrganization],
    [
      'an organisation with a line break',
      { ...organization, orgName: 'a\r\nBcc: b' },
      'orgName',
      strange,
    ],
    [
      'an organisation of 121 letters',
      { ...organization, orgName: 'x'.repeat(121) },
      'orgName',
      'At most 120 characters.',
    ],
  ])('a profile with %s is refused', async (_name, json, field, words) => {
    const answer = await stranger.send('/api/user', { json });
    expectRefusal(answer, 'invalid', field);
    expect(answer.body.error).toBe(words);
    expectRefusal(await stranger.send('/api/user'), 'not_found');
  });

  test.each([
    ['emoji', '🪁 Asha 👩🏽‍🎨', '🇮🇳'],
    ['80 emoji', '🪁'.repeat(80), 'Rao'],
    ['Devanagari with joiners', 'क्ष‍मा', 'श्री'],
    ['signs that choose a style', 'Asha ❤️', '1️⃣ Rao'],
    ['from right to left', 'محمد', 'שלום'],
    ['marks of all kinds', "O'Brien-Łukasz <b>", '"; drop table user_profile; --'],
  ])('names with %s are kept unchanged', async (_name, firstName, lastName) => {
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

describe('a token that was valid', () => {
  test('a token is refused after its account was deleted', async () => {
    const { host, projectId } = open.stack.emulator;
    const person = await signUpByPhone();
    const answer = await fetch(
      `http://${host}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:delete`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
        body: JSON.stringify({ localId: person.uid }),
      },
    );
    expect(answer.status).toBe(200);
    const gone = asCustomer(open.stack, person);
    expectRefusal(await gone.send('/api/user', { json: account }), 'unauthenticated');
  });

  test('a token is refused after its sessions were revoked', async () => {
    const { host, projectId } = open.stack.emulator;
    const person = await signUpByPhone();
    const { iat } = JSON.parse(
      Buffer.from(person.token.split('.')[1]!, 'base64url').toString(),
    ) as { iat: number };
    const answer = await fetch(
      `http://${host}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
        body: JSON.stringify({ localId: person.uid, validSince: String(iat + 60) }),
      },
    );
    expect(answer.status).toBe(200);
    const revoked = asCustomer(open.stack, person);
    expectRefusal(await revoked.send('/api/user', { json: account }), 'unauthenticated');
  });

  test('a token is refused after its account was disabled', async () => {
    const { host, projectId } = open.stack.emulator;
    const person = await signUpByPhone();
    await changeAccount(host, projectId, person.uid, { disableUser: true });
    const disabled = asCustomer(open.stack, person);
    expectRefusal(await disabled.send('/api/user', { json: account }), 'account_disabled');
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
