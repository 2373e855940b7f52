// Attacks by one super admin, or with a stolen session of one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiError } from '@sachet/shared/contracts/error';
import type { AdminProposal } from '@sachet/shared/admin/contracts/admin-proposals';
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

async function inviteAndJoin(founder: Founder, person: Customer) {
  expect((await founder.invite(person.email!)).status).toBe(200);
  return answerInvitation(person, 'accept');
}

describe('credits', () => {
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

  test('an admin whose gift code an organization redeemed never joins it', async () => {
    const founder = await foundOrganization(open.stack);
    const json = { amount: 100, uses: 1, days: 1, note: 'for a fair' };
    const { body } = await third.send<{ code: string }>('/api/admin/gift-codes', { json });
    const redeemed = await founder.send('/api/gift-code', { json: { code: body.code } });
    expect(redeemed.status).toBe(200);
    expect((await founder.organization()).walletBalance).toBe(350);
    expectRefusal(await inviteAndJoin(founder, third), 'forbidden');
  });

  test('when an admin concurrently adjusts and joins an organization, exactly one of the two succeeds', async () => {
    for (let round = 0; round < 3; round += 1) {
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
      expect(trail.map(({ action }) => action)).toEqual(
        role === 'admin'
          ? ['propose-role', 'approve-role']
          : ['propose-role', 'approve-role', 'set-budget'],
      );
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
});
