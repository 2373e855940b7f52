import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  OrganizationMember,
  OrganizationUsage,
} from '@sachet/shared/organizations/contracts/organization';
import { createCustomer, type Customer } from '../testing/client.ts';
import { addMember, foundOrganization, someEmail, type Founder } from '../testing/organization.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
beforeAll(async () => {
  open = await shareStack();
});
afterAll(() => open?.stop());

const denied = 'Access Denied. You are not an admin.';

describe('inviting', () => {
  let founder: Founder;
  beforeAll(async () => {
    founder = await foundOrganization(open.stack);
  });

  test.each(['a@b', 'a@people.test\nBcc: b@people.test', undefined])(
    'inviting %j is refused',
    async (email) => {
      const json = { action: 'invite', email, organizationId: founder.organizationId };
      const answer = await founder.send('/api/organization', { json });
      expectRefusal(answer, 'invalid', 'email');
      expect(answer.body.error).toBe('Please enter a valid email address.');
    },
  );
});

test('the usage of a member counts a picture once, even if several sizes of it were bought', async () => {
  const founder = await foundOrganization(open.stack);
  const member = await addMember(open.stack, founder);
  await founder.setBudget(member.uid, 0);
  const picture = await member.preview();
  for (const size of [512, 1024] as const) {
    expect((await member.unlock(picture, size)).status).toBe(200);
  }
  expect((await member.unlock(await member.preview(), 512)).status).toBe(200);
  const answer = await member.preview({ mode: 'general', provider: 'openai' });
  expect((await member.unlockText(answer)).status).toBe(200);
  const { body } = await founder.send('/api/organization/usage');
  expect(OrganizationUsage.parse(body).members).toEqual([
    {
      uid: member.uid,
      spent: { image: 75 + 45, general: answer.cost },
      bought: { image: 2, general: 1 },
    },
  ]);
});

test('the usage of a member does not count a picture whose whole price was refunded', async () => {
  const founder = await foundOrganization(open.stack);
  const member = await addMember(open.stack, founder);
  await founder.setBudget(member.uid, 0);
  for (const _picture of [1, 2]) {
    expect((await member.unlock(await member.preview(), 512)).status).toBe(200);
  }
  const finance = await createCustomer(open.stack);
  await open.books.query('insert into finance_user (uid) values ($1)', [finance.uid]);
  const { walletId: wallet } = await founder.wallet();
  const [charge] = await open.books.query<{ seq: number }>(
    'select seq from charge where wallet_id = $1 order by seq limit 1',
    [wallet],
  );
  const refund = (amount: number) =>
    finance.send('/api/admin/ledger/refund-charge', {
      json: { wallet, seq: charge!.seq, amount, reason: 'The picture was blank' },
      headers: { 'idempotency-key': randomUUID() },
    });
  const readUsage = async () =>
    OrganizationUsage.parse((await founder.send('/api/organization/usage')).body).members;

  expect((await refund(44)).status).toBe(200);
  expect(await readUsage()).toEqual([
    { uid: member.uid, spent: { image: 46 }, bought: { image: 2 } },
  ]);
  expect((await refund(1)).status).toBe(200);
  expect(await readUsage()).toEqual([
    { uid: member.uid, spent: { image: 45 }, bought: { image: 1 } },
  ]);
});

describe('callers without permission', () => {
  let founder: Founder;
  let member: Customer;
  let rival: Founder;
  let individual: Customer;
  beforeAll(async () => {
    founder = await foundOrganization(open.stack);
    member = await addMember(open.stack, founder);
    rival = await foundOrganization(open.stack, 'Kites Ltd');
    individual = await createCustomer(open.stack);
  });
  test('an admin who names another organization is refused, and changes nothing', async () => {
    const email = someEmail();
    await founder.invite(email);
    for (const action of ['invite', 'cancel-invite']) {
      const json = { action, email, organizationId: founder.organizationId };
      const answer = await rival.send('/api/organization', { json });
      expectRefusal(answer, 'forbidden');
      expect(answer.body.error).toBe(denied);
    }
    const { invites } = await founder.organization();
    expect(invites.map((each) => each.email)).toEqual([email]);
  });

  test("an admin cannot set the budget of another organization's member, nor an admin's own", async () => {
    expectRefusal(await rival.setBudget(member.uid, 5), 'not_found');
    expectRefusal(await founder.setBudget(individual.uid, 5), 'not_found');
    expectRefusal(await founder.setBudget('nobody', 5), 'not_found');
    expectRefusal(await founder.setBudget(founder.uid, 5), 'forbidden');
    const { members } = await founder.organization();
    expect(members.map(({ budget }) => budget)).toEqual([0, 1_000]);
  });

  test.each([-1, 0.001])('a budget of %j is refused', async (budget) => {
    expectRefusal(await founder.setBudget(member.uid, budget), 'invalid', 'budget');
  });
});

describe('another admin', () => {
  test('an admin makes a member admin, then leaves the organization to them', async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    const leave = () =>
      founder.send('/api/membership/leave', { json: { organizationId: founder.organizationId } });
    expectRefusal(await leave(), 'wrong_state');
    for (const _twice of [1, 2]) {
      const { status, body } = await founder.appoint(member.uid);
      expect(status).toBe(200);
      expect(OrganizationMember.parse(body)).toMatchObject({ uid: member.uid, role: 'admin' });
    }
    expect((await member.send('/api/organization')).status).toBe(200);
    expect((await leave()).status).toBe(200);
    expect((await founder.send('/api/organization')).status).toBe(403);
    const rows = await open.books.query(
      `select action, actor from admin_audit where target_uid = $1 order by id`,
      [member.uid],
    );
    expect(rows).toEqual([
      { action: 'join-organization', actor: `user:${member.uid}` },
      { action: 'set-budget', actor: `user:${member.uid}` },
      { action: 'appoint-admin', actor: `user:${founder.uid}` },
      { action: 'set-budget', actor: `user:${founder.uid}` },
    ]);
  });

  test('only an admin of the same organization appoints admins, and only from members with an enabled account', async () => {
    const founder = await foundOrganization(open.stack);
    const rival = await foundOrganization(open.stack, 'Kites Ltd');
    const member = await addMember(open.stack, founder);
    const json = { uid: member.uid };
    expectRefusal(await member.send('/api/organization/admin', { json }), 'forbidden');
    expectRefusal(await rival.appoint(member.uid), 'not_found');
    expectRefusal(await founder.appoint(rival.uid), 'not_found');
    await open.books.query('update user_profile set disabled_at = now() where uid = $1', [
      member.uid,
    ]);
    expectRefusal(await founder.appoint(member.uid), 'wrong_state', 'uid');
    const { members } = await founder.organization();
    expect(members.map(({ role }) => role)).toEqual(['admin', 'user']);
  });
});

describe('spending', () => {
  /** Prices of 1024 px of `google`, and of the most expensive picture. */
  const picture = 75;

  test('a member spends up to the budget and is refused over it; the admin sees it', async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    const changed = await founder.setBudget(member.uid, 150.5);
    expect(changed.status).toBe(200);
    expect(OrganizationMember.parse(changed.body)).toMatchObject({
      uid: member.uid,
      role: 'user',
      budget: 150.5,
      spentThisMonth: 0,
    });
    for (const times of [1, 2]) {
      const paid = await member.unlock(await member.preview());
      expect([times, paid.status, paid.body.charged]).toEqual([times, 200, picture]);
    }
    const third = await member.preview();
    const before = await open.books.mark();
    const refused = await member.unlock(third);
    expectRefusal(refused, 'budget_exceeded');
    expect(refused.body.error).toBe('budget exceeded');
    expect(await open.books.mark()).toBe(before);

    const { members, walletBalance } = await founder.organization();
    expect(members.map((each) => each.spentThisMonth)).toEqual([0, 150]);
    expect(walletBalance).toBe(100);
    expect((await member.send('/api/user')).body).toMatchObject({
      budget: 150.5,
      spentThisMonth: 150,
      lifetimeSpent: 150,
      walletBalance: 100,
    });
    expect((await founder.setBudget(member.uid, 0)).status).toBe(200);
    expect((await member.unlock(third)).status).toBe(200);
    await open.books.expectToBeSound();
  });

  test('a member sees their own spending in the wallet, but not the spending of others', async () => {
    const founder = await foundOrganization(open.stack);
    const [one, other] = [
      await addMember(open.stack, founder),
      await addMember(open.stack, founder),
    ];
    const preview = await one.preview();
    expect((await one.unlock(preview)).status).toBe(200);
    const own = await one.events();
    expect(own.items.map(({ kind }) => kind)).toEqual(['HoldCaptured', 'HoldPlaced']);
    expect((await other.events()).items).toEqual([]);
    expectRefusal(await other.unlock(preview), 'not_found');
  });
});
