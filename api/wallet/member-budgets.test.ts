// The budget of a member survives leaving an organization and joining it again.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InboxAnswer } from '@sachet/dev/sandbox/inbox';
import { signUpWithEmail, withFreshToken } from '../../dev/local/testing/people.ts';
import { changeAccount } from '../../dev/local/sign-in.ts';
import { asCustomer, createCustomer, type Customer } from '../testing/client.ts';
import {
  addMember,
  answerInvitation,
  foundOrganization,
  signUpByEmail,
  someEmail,
  type Founder,
} from '../testing/organization.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
beforeAll(async () => {
  open = await shareStack();
});
afterAll(() => open?.stop());

const poll = { timeout: 60_000, interval: 50 };

async function readSecret(email: string): Promise<string> {
  const read = async () => {
    const answer = await fetch(`${open.stack.inboxUrl}/api/messages`);
    const { messages } = (await answer.json()) as InboxAnswer;
    return messages.find(({ kind, to }) => kind === 'mail' && to === email)?.link?.split('#')[1];
  };
  await expect.poll(read, poll).toBeDefined();
  return (await read())!;
}

const accept = (person: Customer, secret: string) =>
  person.send('/api/invitations', { json: { action: 'accept', invitation: { secret } } });

const leave = async (person: Customer, { organizationId }: Founder) => {
  const json = { organizationId };
  expect((await person.send('/api/membership/leave', { json })).status).toBe(200);
};

const readFigures = async (person: Customer) => {
  const { budget, spentThisMonth } = (await person.send('/api/user')).body;
  return { budget, spentThisMonth };
};

/** A member with ₹100 a month, of which ₹75 are spent. */
async function addSpender(founder: Founder): Promise<Customer> {
  const member = await addMember(open.stack, founder);
  expect((await founder.setBudget(member.uid, 100)).status).toBe(200);
  expect((await member.unlock(await member.preview())).status).toBe(200);
  expect(await readFigures(member)).toEqual({ budget: 100, spentThisMonth: 75 });
  return member;
}

describe('a member who leaves and joins again', () => {
  test("a member who returns keeps the lower budget and this month's spending, even if the invitation offers more", async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addSpender(founder);
    for (const budget of [5_000, 0]) {
      await leave(member, founder);
      expect((await founder.invite(member.email!, budget)).status).toBe(200);
      expect((await answerInvitation(member, 'accept')).status).toBe(200);
      expect(await readFigures(member)).toEqual({ budget: 100, spentThisMonth: 75 });
    }
    expectRefusal(await member.unlock(await member.preview()), 'budget_exceeded');
    // Only an admin of the organization can raise the budget.
    await founder.setBudget(member.uid, 1_000);
    expect((await member.unlock(await member.preview())).status).toBe(200);
    expect(await readFigures(member)).toEqual({ budget: 1_000, spentThisMonth: 150 });
    const { walletId } = await founder.wallet();
    expect(await open.books.kinds(walletId)).toEqual({
      SignupBonusCredited: 1,
      HoldPlaced: 2,
      HoldCaptured: 2,
    });
    await open.books.expectToBeSound();
  });

  test.each([
    [0, undefined, 1_000],
    [0, 0, 0],
    [100, 80, 80],
  ])(
    'a former member with ₹%d a month and an invitation of ₹%s gets ₹%d',
    async (before, offered, after) => {
      const founder = await foundOrganization(open.stack);
      const member = await addMember(open.stack, founder);
      await founder.setBudget(member.uid, before);
      expect((await founder.remove(member.uid)).status).toBe(204);
      await founder.invite(member.email!, offered);
      expect((await answerInvitation(member, 'accept')).status).toBe(200);
      expect((await readFigures(member)).budget).toBe(after);
    },
  );
});

describe("a colleague's secret", () => {
  test('a mailed secret lets only the verified owner of the invited address join', async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addSpender(founder);
    const email = someEmail();
    await founder.invite(email);
    const secret = await readSecret(email);
    await leave(member, founder);

    const unverified = await signUpWithEmail({ email, verified: false });
    const owner = asCustomer(open.stack, unverified);
    const account = { accountType: 'individual', firstName: 'Meera', lastName: 'Nair' };
    expect((await owner.send('/api/user', { json: account })).status).toBe(201);
    for (const thief of [
      member,
      await createCustomer(open.stack),
      await signUpByEmail(open.stack),
    ]) {
      const refused = await accept(thief, secret);
      expectRefusal(refused, 'forbidden');
      expect(refused.body.error).toBe(
        'This invitation is for another address. Log in with the invited address to accept it.',
      );
    }
    expectRefusal(await accept(owner, secret), 'email_unverified');
    const { members, invites } = await founder.organization();
    expect(members.map(({ uid }) => uid)).toEqual([founder.uid]);
    expect(invites.map((each) => each.email)).toEqual([email]);

    const { host, projectId } = open.stack.emulator;
    await changeAccount(host, projectId, unverified.uid, { emailVerified: true });
    const verified = asCustomer(open.stack, await withFreshToken(unverified));
    expect((await accept(verified, secret)).status).toBe(200);
  });

  test('a mailed secret lets the owner of the same mailbox under another spelling join', async () => {
    const founder = await foundOrganization(open.stack);
    const email = someEmail();
    const tagged = email.replace('@', '+kites@');
    await founder.invite(tagged);
    const person = await signUpByEmail(open.stack, email);
    expect((await accept(person, await readSecret(tagged))).status).toBe(200);
  });
});

describe('an invitation', () => {
  test('an invitation carries ₹1,000 a month unless the admin chooses another budget', async () => {
    const founder = await foundOrganization(open.stack);
    for (const [chosen, budget] of [
      [undefined, 1_000],
      [0, 0],
      [249.5, 249.5],
    ] as const) {
      const email = someEmail();
      expect((await founder.invite(email, chosen)).body).toMatchObject({
        invites: [{ email, budget }],
      });
      const member = await signUpByEmail(open.stack, email);
      expect((await answerInvitation(member, 'accept')).status).toBe(200);
      expect(await readFigures(member)).toEqual({ budget, spentThisMonth: 0 });
      const { members } = await founder.organization();
      expect(members.find(({ uid }) => uid === member.uid)).toMatchObject({ budget });
    }
  });

  test.each([-1, 1.005])('an invitation with the budget %s is refused', async (budget) => {
    const founder = await foundOrganization(open.stack);
    expectRefusal(await founder.invite(someEmail(), budget), 'invalid', 'budget');
    expect((await founder.organization()).invites).toEqual([]);
  });
});
