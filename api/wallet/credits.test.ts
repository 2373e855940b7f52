import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminUserDetail } from '@sachet/shared/admin/contracts/admin-users';
import { createCustomer, type Customer } from '../testing/client.ts';
import { addMember, foundOrganization } from '../testing/organization.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

let open: AdministeredStack;
beforeAll(async () => {
  open = await openAdministeredStack();
});
afterAll(async () => {
  await open?.books.expectToBeSound();
  await open?.stop();
});

const credits = (uid: string, amount: unknown, more: object = {}) => ({
  uid,
  action: 'add-credits' as const,
  amount,
  reason: 'goodwill',
  ...more,
});

const adjustments = (walletId: string) =>
  open.books.query<{
    amount_paise: number;
    actor: string;
    reason: string;
    idempotency_key: string;
  }>(
    `select amount_paise, actor, reason, idempotency_key from ledger_event
      where wallet_id = $1 and kind = 'AdjustedByAdmin' order by seq`,
    [walletId],
  );

async function readWalletId(customer: Customer): Promise<string> {
  return (await customer.wallet()).walletId;
}

describe('add-credits', () => {
  test('add-credits adds and deducts decimals, each as one event with an audit row', async () => {
    const customer = await createCustomer(open.stack);
    const { uid } = customer;
    const walletId = await readWalletId(customer);
    expect(await open.done(credits(uid, 10.55))).toMatchObject({ walletBalance: 260.55 });
    expect(await open.done(credits(uid, -260.55))).toMatchObject({ walletBalance: 0 });
    const below = await open.act(credits(uid, -0.01));
    expectRefusal(below, 'insufficient_funds', 'amount');
    expect((await customer.wallet()).walletBalance).toBe(0);

    const events = await adjustments(walletId);
    const actor = `admin:${open.admins[0].uid}`;
    expect(events).toMatchObject([
      { amount_paise: 1055, actor, reason: 'goodwill' },
      { amount_paise: -26055, actor, reason: 'goodwill' },
    ]);
    const details = events.map(
      ({ amount_paise: amountPaise, idempotency_key: idempotencyKey }) => ({
        walletId,
        amountPaise,
        idempotencyKey,
      }),
    );
    expect(await open.trail(uid)).toEqual(
      details.map((each) => ({
        actor: `user:${open.admins[0].uid}`,
        action: 'add-credits',
        details: each,
      })),
    );
  });

  test.each([
    ['zero', 0, 'amount'],
    ['three decimals', 1.005, 'amount'],
    ['a trillion', 1e12, 'amount'],
  ])('add-credits refuses %s as an amount', async (_name, amount, field) => {
    const [admin] = open.admins;
    expectRefusal(await open.act(credits(admin.uid, amount)), 'invalid', field);
  });

  test('add-credits refuses an invalid idempotency key', async () => {
    const customer = await createCustomer(open.stack);
    for (const key of ['', 'x'.repeat(101), 'two words']) {
      const answer = await open.act(credits(customer.uid, 5), { key });
      expectRefusal(answer, 'invalid', 'Idempotency-Key');
    }
    expect((await customer.wallet()).walletBalance).toBe(250);
  });

  test('add-credits with a key is applied once, however often and concurrently it is sent', async () => {
    const customer = await createCustomer(open.stack);
    const { uid } = customer;
    const key = `key-${uid}`;
    const same = Array.from({ length: 8 }, () => open.done(credits(uid, 5), { key }));
    const answers = await Promise.all(same);
    expect(new Set(answers.map(({ walletBalance }) => walletBalance))).toEqual(new Set([255]));
    expectRefusal(await open.act(credits(uid, 6), { key }), 'idempotency_conflict');
    // The same key from another admin is a different key.
    await open.done(credits(uid, 5), { key, admin: open.admins[1] });
    expect((await customer.wallet()).walletBalance).toBe(260);
    expect(await open.trail(uid)).toHaveLength(2);

    // The same key does not pay a second wallet.
    const founder = await foundOrganization(open.stack);
    const { organizationId } = founder;
    await open.move({ uid, role: 'user', organizationId });
    expectRefusal(await open.act(credits(uid, 5), { key }), 'idempotency_conflict');
    expect((await founder.organization()).walletBalance).toBe(250);
  });

  test('the credits limit of one admin counts all adjustments in 24 hours together', async () => {
    const customer = await createCustomer(open.stack);
    const { uid } = customer;
    const walletId = await readWalletId(customer);
    const [, second, admin] = open.admins;
    const left = async () => {
      const { body } = await admin.send<AdminUserDetail>(`/api/admin/user-detail?uid=${uid}`);
      return body.wallet!.withoutApproval;
    };
    expect(await left()).toBe(5000);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => open.act(credits(uid, 1000), { admin })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(7).fill(202)]);
    expect(await adjustments(walletId)).toHaveLength(5);
    expect((await customer.wallet()).walletBalance).toBe(5250);
    expect(await left()).toBe(0);
    // Deductions count toward the limit too; otherwise an admin could alternate additions and deductions
    // without limit.
    expect((await open.act(credits(uid, -0.01), { admin })).status).toBe(202);
    expect((await open.act(credits(uid, 4000), { admin: second })).status).toBe(200);
  });

  test("add-credits goes to the organization's wallet or to the member's own", async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    const { uid } = member;
    expect(await open.done(credits(uid, 1))).toMatchObject({ walletBalance: 251 });
    const toOrganization = credits(uid, 1, { target: 'organization' });
    expect(await open.done(toOrganization)).toMatchObject({ walletBalance: 252 });
    const toUser = credits(uid, 7, { target: 'user' });
    expect(await open.done(toUser)).toMatchObject({ walletBalance: 257 });
    expect((await founder.organization()).walletBalance).toBe(252);
    expect((await open.detail(uid)).wallet).toMatchObject({
      paysFrom: 'organization',
      user: { balance: 257 },
    });
    const individual = await createCustomer(open.stack);
    const nowhere = credits(individual.uid, 1, { target: 'organization' });
    expectRefusal(await open.act(nowhere), 'invalid', 'target');
  });
});

describe('set-role', () => {
  const role = (uid: string, to: 'user' | 'admin', organizationId?: string | null) => ({
    uid,
    action: 'set-role' as const,
    role: to,
    ...(organizationId === undefined ? {} : { organizationId }),
  });

  test('set-role moves a user into, between and out of organizations, and the payer changes with them', async () => {
    const [one, two] = [await foundOrganization(open.stack), await foundOrganization(open.stack)];
    const customer = await createCustomer(open.stack);
    const { uid } = customer;
    const own = await readWalletId(customer);
    for (const { organizationId, uid: founderUid } of [one, two]) {
      await open.move({ uid, role: 'user', organizationId });
      const { profile, wallet } = await open.detail(uid);
      expect(profile).toMatchObject({ accountType: 'organization', organizationId });
      expect(wallet).toMatchObject({ paysFrom: 'organization', user: { id: own, balance: 250 } });
      const [founder] = await open.books.query<{ wallet_id: string }>(
        'select wallet_id from user_profile where uid = $1',
        [founderUid],
      );
      expect(await readWalletId(customer)).toBe(founder!.wallet_id);
    }
    expect((await one.organization()).members).toHaveLength(1);
    await open.move({ uid, role: 'admin', organizationId: two.organizationId });
    expect((await customer.send('/api/organization')).status).toBe(200);
    await open.done(role(uid, 'user', null));
    expect(await readWalletId(customer)).toBe(own);
    expect((await open.detail(uid)).profile).toMatchObject({
      accountType: 'individual',
      organizationId: null,
    });
    const trail = await open.trail(uid);
    const changes = trail.filter(({ action }) => ['set-role', 'approve-role'].includes(action));
    expect(changes.map(({ details }) => details)).toMatchObject([
      moved(['user', 'user'], [null, one.organizationId]),
      moved(['user', 'user'], [one.organizationId, two.organizationId]),
      moved(['user', 'admin'], [two.organizationId, two.organizationId]),
      moved(['admin', 'user'], [two.organizationId, null]),
    ]);
  });

  const moved = (roles: string[], organizations: (string | null)[]) => ({
    role: { from: roles[0], to: roles[1] },
    organizationId: { from: organizations[0], to: organizations[1] },
  });

  test('set-role keeps an admin in every organization when requests race', async () => {
    const founder = await foundOrganization(open.stack);
    const { organizationId, uid } = founder;
    expectRefusal(await open.act(role(uid, 'user')), 'wrong_state');
    expectRefusal(await open.act(role(uid, 'user', null)), 'wrong_state');
    const member = await addMember(open.stack, founder);
    await open.done(role(member.uid, 'admin', organizationId));
    const answers = await Promise.all([
      open.act(role(uid, 'user'), { admin: open.admins[0] }),
      open.act(role(member.uid, 'user'), { admin: open.admins[1] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const admins = await open.books.query(
      `select uid from user_profile where organization_id = $1 and role = 'admin'`,
      [organizationId],
    );
    expect(admins).toHaveLength(1);
  });

  test('set-role removes the budget of a new admin, because no one could change it', async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    await founder.setBudget(member.uid, 20);
    await open.done(role(member.uid, 'admin'));
    expect((await open.detail(member.uid)).profile).toMatchObject({ role: 'admin', budget: 0 });
  });

  test('set-role refuses an unknown organization, and an admin without an organization', async () => {
    const customer = await createCustomer(open.stack);
    const { uid } = customer;
    expectRefusal(await open.act(role(uid, 'user', 'org_none')), 'invalid', 'organizationId');
    expectRefusal(await open.act(role(uid, 'admin')), 'invalid', 'organizationId');
    expectRefusal(await open.act({ ...role(uid, 'user'), role: 'owner' }), 'invalid', 'role');
    expect(await open.trail(uid)).toEqual([]);
  });
});
