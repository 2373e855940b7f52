// Attacks by one super admin, or with a stolen session of one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiError } from '@sachet/shared/contracts/error';
import type { AdminProposal } from '@sachet/shared/contracts/admin-proposals';
import { createCustomer, type Answer, type Customer } from '../testing/client.ts';
import {
  addMember,
  answerInvitation,
  foundOrganization,
  type Founder,
} from '../testing/organization.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

let open: AdministeredStack;
let admin: Customer;
let second: Customer;
let third: Customer;
beforeAll(async () => {
  open = await openAdministeredStack();
  [admin, second, third] = open.admins;
});
afterAll(async () => {
  await open?.books.expectToBeSound();
  await open?.stop();
});

const credits = (uid: string, amount: number, more: object = {}) => ({
  uid,
  action: 'add-credits' as const,
  amount,
  reason: 'goodwill',
  ...more,
});

const decide = (
  by: Customer,
  proposal: AdminProposal,
  decision: 'approve' | 'refuse' | 'withdraw',
): Promise<Answer<AdminProposal & ApiError>> =>
  by.send('/api/admin/proposals', {
    json: {
      proposalId: proposal.proposalId,
      decision,
      ...(decision === 'refuse' && { note: 'not agreed' }),
    },
  });

const readAdjusted = async (by: Customer): Promise<number> => {
  const [row] = await open.books.query<{ sum: number }>(
    `select coalesce(sum(abs(amount_paise)), 0)::int8 as sum from ledger_event
      where kind = 'AdjustedByAdmin' and actor = $1`,
    [`admin:${by.uid}`],
  );
  return row!.sum / 100;
};

async function inviteAndJoin(founder: Founder, person: Customer) {
  expect((await founder.invite(person.email!)).status).toBe(200);
  return answerInvitation(person, 'accept');
}

describe('credits', () => {
  test('credits of one admin add up over all wallets: 40 concurrent requests over 8 wallets apply the limit and propose the rest', async () => {
    const customers = await Promise.all(
      Array.from({ length: 8 }, () => createCustomer(open.stack)),
    );
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        open.act(credits(customers[i % 8]!.uid, i % 2 ? 1_000 : -1), { admin: third }),
      ),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 202]));
    expect(await readAdjusted(third)).toBeLessThanOrEqual(5_000);
    expect(await readAdjusted(third)).toBeGreaterThan(4_000);
    const { uid } = await createCustomer(open.stack);
    expect((await open.act(credits(uid, 5_000), { admin: third })).status).toBe(202);
    const { walletBalance } = await open.done(credits(uid, 5), { admin: second });
    expect(walletBalance).toBe(255);
  });

  test('an admin can neither adjust their own wallet, nor propose or approve an adjustment of it', async () => {
    for (const amount of [1, 6_000, -1]) {
      expectRefusal(await open.act(credits(admin.uid, amount)), 'forbidden');
    }
    const { body } = await open.act(credits(second.uid, 6_000));
    expectRefusal(await decide(second, body.proposal!, 'approve'), 'forbidden');
    expect((await decide(third, body.proposal!, 'approve')).status).toBe(200);
    expect((await second.wallet()).walletBalance).toBe(6_250);
    expect((await admin.wallet()).walletBalance).toBe(250);
  });

  test('an admin never adjusts the wallet of an organization they belong to, or belonged to', async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    expect((await inviteAndJoin(founder, admin)).status).toBe(200);
    const shared = (amount: number) => credits(member.uid, amount, { target: 'organization' });
    for (const amount of [1, 6_000]) expectRefusal(await open.act(shared(amount)), 'forbidden');
    const { body } = await open.act(shared(6_000), { admin: second });
    expectRefusal(await decide(admin, body.proposal!, 'approve'), 'forbidden');
    const json = { organizationId: founder.organizationId };
    expect((await admin.send('/api/membership/leave', { json })).status).toBe(200);
    for (const amount of [1, 6_000]) expectRefusal(await open.act(shared(amount)), 'forbidden');
    expectRefusal(await decide(admin, body.proposal!, 'approve'), 'forbidden');
    expect((await founder.organization()).walletBalance).toBe(250);
  });

  test('an admin who adjusted or approved credits of an organization never joins it', async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    await open.done(credits(member.uid, 1, { target: 'organization' }));
    const { body } = await open.act(credits(member.uid, 6_000, { target: 'organization' }));
    expect((await decide(second, body.proposal!, 'approve')).status).toBe(200);
    for (const each of [admin, second]) {
      expectRefusal(await inviteAndJoin(founder, each), 'forbidden');
    }
    // A pending proposal cannot be approved after its proposer has joined the organization.
    const late = await open.act(credits(member.uid, 7_000, { target: 'organization' }), {
      admin: third,
    });
    expect((await inviteAndJoin(founder, third)).status).toBe(200);
    expectRefusal(await decide(second, late.body.proposal!, 'approve'), 'forbidden');
    expect((await founder.organization()).walletBalance).toBe(6_251);
    await third.send('/api/membership/leave', {
      json: { organizationId: founder.organizationId },
    });
  });

  test('when an admin concurrently adjusts and joins an organization, exactly one of the two succeeds', async () => {
    for (let round = 0; round < 6; round += 1) {
      const founder = await foundOrganization(open.stack);
      const member = await addMember(open.stack, founder);
      await founder.invite(second.email!);
      const [joined, credited] = await Promise.all([
        answerInvitation(second, 'accept'),
        open.act(credits(member.uid, 1, { target: 'organization' }), { admin: second }),
      ]);
      expect([joined.status, credited.status].toSorted()).toEqual([200, 403]);
      const json = { organizationId: founder.organizationId };
      if (joined.status === 200) await second.send('/api/membership/leave', { json });
    }
  });
});

describe('roles', () => {
  const move = (uid: string, role: 'user' | 'admin', organizationId: string | null) => ({
    uid,
    action: 'set-role' as const,
    role,
    organizationId,
    reason: 'asked by phone',
  });

  test.each(['user', 'admin'] as const)(
    'a person becomes %s of another organization only if two other admins agree',
    async (role) => {
      const founder = await foundOrganization(open.stack);
      const { organizationId } = founder;
      const customer = await createCustomer(open.stack);
      const { uid } = customer;
      const { status, body } = await open.act(move(uid, role, organizationId));
      expect([status, body.proposal]).toMatchObject([
        202,
        { kind: 'role', role, organizationId, status: 'waiting', reason: 'asked by phone' },
      ]);
      const proposal = body.proposal!;
      expect((await founder.organization()).members).toHaveLength(1);
      // The same request again returns the same proposal.
      const again = await open.act(move(uid, role, organizationId));
      expect(again.body.proposal!.proposalId).toBe(proposal.proposalId);
      expectRefusal(await decide(admin, proposal, 'approve'), 'forbidden');

      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => decide(i % 2 ? second : third, proposal, 'approve')),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const { members } = await founder.organization();
      const joined = members.find((each) => each.uid === uid);
      expect(joined).toMatchObject({ role, budget: role === 'admin' ? 0 : 1_000 });
      const trail = await open.trail(uid);
      expect(trail.map(({ action }) => action)).toEqual(['propose-role', 'approve-role']);
      expect(trail[1]!.details).toMatchObject({
        proposalId: proposal.proposalId,
        proposedBy: admin.uid,
        role: { from: 'user', to: role },
        organizationId: { from: null, to: organizationId },
      });
    },
  );

  test('admins cannot give themselves a role, alone or with a second admin', async () => {
    const founder = await foundOrganization(open.stack);
    const { organizationId } = founder;
    for (const role of ['user', 'admin'] as const) {
      expectRefusal(await open.act(move(admin.uid, role, organizationId)), 'forbidden');
    }
    const { body } = await open.act(move(second.uid, 'admin', organizationId));
    expectRefusal(await decide(second, body.proposal!, 'approve'), 'forbidden');
    expect((await decide(third, body.proposal!, 'refuse')).body.status).toBe('refused');
    // Members cannot make themselves admins.
    expect((await inviteAndJoin(founder, admin)).status).toBe(200);
    const promote = { uid: admin.uid, action: 'set-role', role: 'admin' };
    expectRefusal(await open.act(promote), 'forbidden');
    await open.done({ uid: admin.uid, action: 'set-role', role: 'user', organizationId: null });
  });

  test('a person whom admins moved into an organization becomes its admin only if two admins agree', async () => {
    const founder = await foundOrganization(open.stack);
    const { organizationId } = founder;
    const { uid } = await createCustomer(open.stack);
    const { body } = await open.act(move(uid, 'user', organizationId));
    await decide(second, body.proposal!, 'approve');
    const promoted = await open.act(move(uid, 'admin', organizationId));
    expect(promoted.status).toBe(202);
    await decide(second, promoted.body.proposal!, 'approve');
    // Promoting the user a second time needs two admins again.
    await open.done({ uid, action: 'set-role', role: 'user' });
    const again = { uid, action: 'set-role', role: 'admin', reason: 'again' };
    expect((await open.act(again)).status).toBe(202);
    // One admin is enough for a member who was invited.
    const member = await addMember(open.stack, founder);
    await open.done({ uid: member.uid, action: 'set-role', role: 'admin' });
  });

  test('a role proposal without a reason, for an unknown organization or for a deleted person is refused', async () => {
    const founder = await foundOrganization(open.stack);
    const { organizationId } = founder;
    const { uid } = await createCustomer(open.stack);
    const { reason: _, ...silent } = move(uid, 'admin', organizationId);
    expectRefusal(await open.act(silent), 'invalid', 'reason');
    expectRefusal(await open.act(move(uid, 'user', 'org_none')), 'invalid', 'organizationId');
    const { body } = await open.act(move(uid, 'admin', organizationId));
    await open.done({ uid, action: 'delete' });
    expectRefusal(await decide(second, body.proposal!, 'approve'), 'wrong_state');
    expect((await founder.organization()).members).toHaveLength(1);
  });

  test('a proposal whose proposer was disabled cannot be approved and moves no user', async () => {
    const founder = await foundOrganization(open.stack);
    const { uid } = await createCustomer(open.stack);
    const { body } = await open.act(move(uid, 'admin', founder.organizationId), { admin: third });
    await open.done({ uid: third.uid, action: 'disable' });
    expectRefusal(await decide(second, body.proposal!, 'approve'), 'wrong_state');
    await open.done({ uid: third.uid, action: 'enable' });
    expect((await founder.organization()).members).toHaveLength(1);
  });
});
