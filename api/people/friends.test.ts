// Bringing friends and gift codes through the API, to the ledger.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLedger } from '@sachet/db/ledger/ledger';
import type {
  AdminGrowth,
  FriendLink,
  Friends,
  GiftCode,
  ChangedCampaign,
  MadeGiftCode,
} from '@sachet/shared/people/contracts/growth';
import type { CreateUserRequest } from '@sachet/shared/people/contracts/user';
import { dayMs } from '@sachet/shared/time';
import { createCustomer, send, type Customer } from '../testing/client.ts';
import { createPayer, openCounter, toCallback } from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { impatient } from '../testing/stack.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

let open: AdministeredStack;
beforeAll(async () => {
  open = await openAdministeredStack({ withoutWorker: false, limits: impatient });
});
afterAll(async () => {
  await open?.books.expectToBeSound();
  await open?.stop();
});

const named = (firstName: string, more: object = {}) =>
  ({ accountType: 'individual', firstName, lastName: 'Rao', ...more }) as CreateUserRequest;

async function readFriends(customer: Customer): Promise<Friends> {
  const { status, body } = await customer.send<Friends>('/api/friends');
  expect(status).toBe(200);
  return body;
}

async function spend(customer: Customer, rupees: number): Promise<void> {
  const ledger = createLedger({ connectionString: open.stack.database.appUrl });
  const [wallet] = await open.books.query<{ id: string }>(
    'select wallet_id as id from user_profile where uid = $1',
    [customer.uid],
  );
  const outcome = await ledger.append({
    type: 'Charge',
    walletId: wallet!.id,
    idempotencyKey: 'spent',
    actor: `user:${customer.uid}`,
    amountPaise: rupees * 100,
    tool: 'general',
    memberUid: customer.uid,
  });
  expect(outcome.ok).toBe(true);
  await ledger.close();
}

async function topUp(customer: Customer, rupees: number): Promise<void> {
  const payer = createPayer(customer);
  const { orderId } = await payer.order(rupees);
  const paymentId = await openCounter(open.stack.razorpayUrl).pay(orderId);
  expect((await payer.verify(toCallback(orderId, paymentId))).status).toBe(200);
}

test('a friend gets ₹50 after the refund window, and the inviter once it is spent, as `ReferralCredited` events', async () => {
  const inviter = await createCustomer(open.stack, named('Asha'));
  const { code, terms, friends } = await readFriends(inviter);
  expect(friends).toEqual([]);
  expect(terms).toMatchObject({ isOn: true, friendGets: 50, minimumTopUp: 200, windowDays: 14 });
  const link = await send<FriendLink>(`${open.stack.apiUrl}/api/friend-link?code=${code}`);
  expect(link.body).toEqual({ firstName: 'Asha', terms });

  const friend = await createCustomer(open.stack, named('Ravi', { friendCode: code }));
  expect((await readFriends(friend)).broughtBy).toMatchObject({
    firstName: 'Asha',
    state: 'joined',
  });
  await topUp(friend, 300);
  await spend(friend, 500);
  const [waiting] = (await readFriends(inviter)).friends;
  expect(waiting).toMatchObject({ firstName: 'Ravi', state: 'waiting', amount: 50 });
  const days = (Date.parse(waiting!.creditOn!) - Date.now()) / dayMs;
  expect(days).toBeGreaterThan(13.9);
  expect(JSON.stringify(waiting)).not.toContain(friend.uid);

  await open.books.query(
    `update referral set due_at = now() - interval '1 s', next_look_at = now() - interval '1 s'
      where friend_uid = $1`,
    [friend.uid],
  );
  await expect.poll(async () => (await readFriends(inviter)).friends[0]?.state).toBe('credited');
  expect((await readFriends(inviter)).earned).toEqual({ friends: 1, amount: 50 });
  const events = await open.books.query(
    `select w.owner_id, e.kind, e.amount_paise, e.counter_account, e.actor from ledger_event e
       join wallet w on w.id = e.wallet_id where e.kind = 'ReferralCredited' order by e.position`,
  );
  const gift = {
    kind: 'ReferralCredited',
    amount_paise: 50_00,
    counter_account: 'promotions',
    actor: 'worker',
  };
  expect(events).toEqual([
    { owner_id: friend.uid, ...gift },
    { owner_id: inviter.uid, ...gift },
  ]);
  expect(await inviter.wallet()).toMatchObject({ available: 300 });
  const { body } = await inviter.send<{ items: { kind: string; amount: number }[] }>(
    '/api/statement',
  );
  expect(body.items[0]).toMatchObject({ kind: 'ReferralCredited', amount: 50 });
});

test('only super admins change the campaign, with an audit row, and friends keep what was promised', async () => {
  const inviter = await createCustomer(open.stack, named('Asha'));
  const { code } = await readFriends(inviter);
  const friend = await createCustomer(open.stack, named('Ravi', { friendCode: code }));
  const [admin] = open.admins;
  const campaign = {
    isOn: true,
    friendGets: 20,
    inviterGets: 30,
    minimumTopUp: 100,
    friendsAtMost: 5,
    dailyBudget: 1000,
  };
  const path = '/api/admin/campaign';
  expectRefusal(await inviter.send(path, { json: campaign }), 'forbidden');
  const poor = { ...campaign, minimumTopUp: 49 };
  expectRefusal(await admin.send(path, { json: poor }), 'invalid', 'minimumTopUp');
  expect((await admin.send(path, { json: campaign })).body).toEqual({ campaign, proposal: null });
  expect((await admin.send<AdminGrowth>('/api/admin/growth')).body).toMatchObject({ campaign });
  expect((await readFriends(friend)).broughtBy).toMatchObject({ amount: 50, minimumTopUp: 200 });
  const rows = await open.books.query(
    `select actor, details from admin_audit where action = 'set-campaign'`,
  );
  expect(rows).toMatchObject([{ actor: `user:${admin.uid}`, details: { friend_paise: 20_00 } }]);
});

test('a gift code is shown once, redeemed once per account, and ended', async () => {
  const [admin] = open.admins;
  const made = await admin.send<MadeGiftCode>('/api/admin/gift-codes', {
    json: { amount: 75, uses: 2, days: 30, note: 'Diwali fair' },
  });
  expect(made.status).toBe(201);
  const { code, giftCode } = made.body;
  expect(giftCode).toMatchObject({ amount: 75, uses: 2, used: 0, state: 'open' });
  const listed = await admin.send<AdminGrowth>('/api/admin/growth');
  expect(JSON.stringify(listed.body)).not.toContain(code);

  const person = await createCustomer(open.stack);
  const redeem = (who: Customer, which = code) =>
    who.send('/api/gift-code', { json: { code: which } });
  expect((await redeem(person)).body).toEqual({ amount: 75, walletBalance: 325 });
  expectRefusal(await redeem(person), 'gift_redeemed', 'code');
  expectRefusal(await redeem(person, 'aaaa-bbbb-cccc-dddd'), 'gift_unknown', 'code');
  expectRefusal(await redeem(admin), 'gift_own', 'code');

  const end = { json: { id: giftCode!.id } };
  const ended = await admin.send<GiftCode>('/api/admin/gift-codes/end', end);
  expect(ended.body).toMatchObject({ used: 1, state: 'ended' });
  expectRefusal(await redeem(await createCustomer(open.stack)), 'gift_expired', 'code');
  expectRefusal(await person.send('/api/admin/gift-codes/end', end), 'forbidden');

  expect(await open.books.kinds((await person.wallet()).walletId)).toEqual({
    SignupBonusCredited: 1,
    GiftCodeRedeemed: 1,
  });
  const trail = await open.books.query<{ action: string; details: object }>(
    `select action, details from admin_audit where action like '%gift-code' order by id`,
  );
  expect(trail.map(({ action }) => action)).toEqual(['make-gift-code', 'end-gift-code']);
  expect(JSON.stringify(trail)).not.toContain(code);
});

test('a gift code that is too old for the list can still be ended', async () => {
  const [admin] = open.admins;
  const made = await admin.send<MadeGiftCode>('/api/admin/gift-codes', {
    json: { amount: 1, uses: 1, days: 30, note: 'an old one' },
  });
  const { id } = made.body.giftCode!;
  await open.books.query(
    `update gift_code set made_at = made_at - interval '1 hour' where id = $1`,
    [id],
  );
  await open.books.query(
    `insert into gift_code (id, code_hash, amount_paise, uses, note, made_by, expires_at)
     select 'gift_newer' || n, sha256(n::text::bytea), 100, 1, 'a newer one', $1, now() + interval '1 day'
       from generate_series(1, 100) n`,
    [admin.uid],
  );
  const end = { json: { id } };
  const ended = await admin.send<GiftCode>('/api/admin/gift-codes/end', end);
  expect([ended.status, ended.body.state]).toEqual([200, 'ended']);
});

test('a gift code above what one super admin may give works once another one approves it', async () => {
  const [, admin, second] = open.admins;
  const big = { amount: 1000, uses: 6, days: 30, note: 'a large fair' };
  const made = await admin.send<MadeGiftCode>('/api/admin/gift-codes', { json: big });
  expect(made.status).toBe(202);
  const { code, giftCode, proposal } = made.body;
  expect([giftCode, proposal]).toMatchObject([null, { kind: 'gift_code', amount: 1000, uses: 6 }]);
  const person = await createCustomer(open.stack);
  const redeem = (who: Customer) => who.send('/api/gift-code', { json: { code } });
  expectRefusal(await redeem(person), 'gift_unknown', 'code');
  const approve = { json: { proposalId: proposal!.proposalId, decision: 'approve' } };
  expectRefusal(await admin.send('/api/admin/proposals', approve), 'forbidden');
  expect((await second.send('/api/admin/proposals', approve)).status).toBe(200);
  for (const each of [admin, second]) expectRefusal(await redeem(each), 'gift_own', 'code');
  expect((await redeem(person)).body).toMatchObject({ amount: 1000, walletBalance: 1250 });
});

test('a campaign that may give more in a day than one super admin needs another one', async () => {
  const [admin, second] = open.admins;
  const read = async () => (await admin.send<AdminGrowth>('/api/admin/growth')).body.campaign;
  const before = await read();
  const json = {
    ...before,
    friendGets: 1000,
    inviterGets: 1000,
    minimumTopUp: 2000,
    dailyBudget: 100_000,
  };
  const path = '/api/admin/campaign';
  expectRefusal(await admin.send(path, { json }), 'invalid', 'reason');
  const reason = 'a launch';
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      admin.send<ChangedCampaign>(path, { json: { ...json, reason } }),
    ),
  );
  const ids = answers
    .filter(({ status }) => status === 202)
    .map(({ body }) => body.proposal!.proposalId);
  expect(new Set(ids).size).toBe(1);
  expect(await read()).toEqual(before);
  const another = { json: { ...json, dailyBudget: 90_000, reason } };
  expectRefusal(await second.send(path, another), 'wrong_state');
  const approve = { json: { proposalId: ids[0], decision: 'approve' } };
  expectRefusal(await admin.send('/api/admin/proposals', approve), 'forbidden');
  expect((await second.send('/api/admin/proposals', approve)).status).toBe(200);
  expect(await read()).toEqual(json);
  // Turning it off needs no second person, and turning it on again does.
  expect((await admin.send(path, { json: { ...json, isOn: false } })).status).toBe(200);
  expect((await admin.send(path, { json: { ...json, reason } })).status).toBe(202);
  await expect(
    open.books.query('update referral_campaign set is_on = true, proposal_id = null'),
  ).rejects.toThrow('one admin may offer alone');
});
