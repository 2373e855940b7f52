import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { anonymizeProfile } from '@sachet/db/people/user-erasure';
import { closeAccount } from '@sachet/flows/people/close-account';
import type { InboxAnswer } from '@sachet/dev/sandbox/inbox';
import {
  Membership,
  type Invitation,
  type InvitationsResponse,
} from '@sachet/shared/organizations/contracts/invitation';
import { OrganizationActionResponse } from '@sachet/shared/organizations/contracts/organization';
import { UserProfile } from '@sachet/shared/people/contracts/user';
import { signUpWithEmail, withFreshToken } from '../../dev/local/testing/people.ts';
import { changeAccount } from '../../dev/local/sign-in.ts';
import {
  asCustomer,
  createCustomer,
  respondAsync,
  send,
  type Answer,
  type AnyBody,
  type Customer,
} from '../testing/client.ts';
import type { Gate } from '../testing/gate.ts';
import { listenToEvents } from '../testing/live.ts';
import {
  addMember,
  answerInvitation,
  foundOrganization,
  signUpByEmail,
  someEmail,
  type Founder,
} from '../testing/organization.ts';
import { toCallback, openCounter, createPayer } from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
let gate: Gate;
beforeAll(async () => {
  const shared = await shareStack();
  gate = shared.gates.google;
  open = shared;
});
afterAll(() => open?.stop());

type InboxMessage = InboxAnswer['messages'][number];

const poll = { timeout: 60_000, interval: 50 };
const account = { accountType: 'individual', firstName: 'Meera', lastName: 'Nair' };

async function mailsTo(email: string): Promise<InboxMessage[]> {
  const answer = await fetch(`${open.stack.inboxUrl}/api/messages`);
  const { messages } = (await answer.json()) as InboxAnswer;
  return messages.filter(({ kind, to }) => kind === 'mail' && to === email);
}

/**
 * Returns the newest mail to this address, once there are `count`. `secret` accepts the invitation,
 * `stopSecret` stops the mails.
 */
async function mailTo(
  email: string,
  count = 1,
): Promise<InboxMessage & { secret: string; stopSecret: string }> {
  await expect.poll(async () => (await mailsTo(email)).length, poll).toBe(count);
  const [mail] = await mailsTo(email);
  const stopSecret = new URL(mail!.oneClick!).searchParams.get('secret')!;
  return { ...mail!, secret: mail!.link!.split('#')[1]!, stopSecret };
}

const asStranger = (action: string, secret: string) =>
  send<{ invitation: Invitation | null }>(`${open.stack.apiUrl}/api/invitation`, {
    json: { action, secret },
  });

const withSecret = (person: Customer, action: string, secret: string): Promise<Answer<never>> =>
  person.send('/api/invitations', { json: { action, invitation: { secret } } });

const readInvitations = async (person: Customer) =>
  (await person.send<InvitationsResponse>('/api/invitations')).body.invitations;

const leave = (person: Customer, organizationId: string) =>
  person.send('/api/membership/leave', { json: { organizationId } });

const readProfile = async (person: Customer) => (await person.send('/api/user')).body;

/** Signs up a user whose address is not verified. */
async function signUpUnverified(account: object, email = someEmail()) {
  const person = await signUpWithEmail({ email, verified: false });
  const customer = asCustomer(open.stack, person);
  const { status, body } = await customer.send('/api/user', { json: account });
  expect(status, JSON.stringify(body)).toBe(201);
  return { person, customer };
}

describe('taking over an account', () => {
  test('an invitation that is not accepted moves neither the new account nor its money', async () => {
    const { customer: throwaway } = await signUpUnverified({
      accountType: 'organization',
      firstName: 'Support',
      lastName: 'Desk',
      orgName: 'Billing Desk',
    });
    const { organizationId } = await readProfile(throwaway);
    const email = someEmail();
    const invite = { action: 'invite', email, organizationId };
    // A user with an unverified address cannot invite.
    expectRefusal(await throwaway.send('/api/organization', { json: invite }), 'email_unverified');
    expect(
      await open.books.query('select 1 from organization_invite where email = $1', [email]),
    ).toEqual([]);

    // An invitation by a verified admin, sent before the victim has an account, does not move the account
    // either.
    const founder = await foundOrganization(open.stack, 'Billing Desk');
    expect((await founder.invite(email)).status).toBe(200);
    const victim = await signUpByEmail(open.stack, email);
    expect(await readProfile(victim)).toMatchObject({
      accountType: 'individual',
      organizationId: null,
      walletBalance: 250,
    });
    const own = await victim.wallet();
    const { orderId } = await createPayer(victim).order(1000);
    const paymentId = await openCounter(open.stack.razorpayUrl).pay(orderId);
    await createPayer(victim).verify(toCallback(orderId, paymentId));
    expectRefusal(await founder.setBudget(victim.uid, 0.01), 'not_found');
    expectRefusal(await founder.remove(victim.uid), 'not_found');
    expect((await founder.organization()).walletBalance).toBe(250);
    expect((await victim.unlock(await victim.preview())).status).toBe(200);
    expect(await victim.wallet()).toMatchObject({ walletId: own.walletId, walletBalance: 1175 });
    expect(await open.books.kinds(own.walletId)).toEqual({
      SignupBonusCredited: 1,
      TopUpCredited: 1,
      HoldPlaced: 1,
      HoldCaptured: 1,
    });
    await open.books.expectToBeSound();
  });

  test('an organization cannot be called like Sachet', async () => {
    const person = asCustomer(open.stack, await signUpWithEmail());
    const json = { ...account, accountType: 'organization', orgName: 'SACHET Support' };
    expectRefusal(await person.send('/api/user', { json }), 'invalid', 'orgName');
    expectRefusal(await person.send('/api/user'), 'not_found');
  });
});

describe('the mailed secret', () => {
  let founder: Founder;
  beforeAll(async () => {
    founder = await foundOrganization(open.stack);
  });

  test('the mailed secret shows its holder the invitation, and only its hash is stored', async () => {
    const email = someEmail();
    await founder.invite(email);
    const { secret, subject, text } = await mailTo(email);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(subject).toBe('You’re invited to join an organization on Sachet');
    expect(text).toContain('the organization “Chai & Co.”');
    const { status, body } = await asStranger('read', secret);
    expect([status, body.invitation]).toMatchObject([
      200,
      { email, organizationName: 'Chai & Co.', adminName: 'Imran Sheikh' },
    ]);
    const rows = await open.books.query<{ text: string }>(
      `select (select string_agg(s::text, ' ') from invite_secret s) ||
              (select string_agg(i::text, ' ') from organization_invite i) as text`,
    );
    expect(rows[0]!.text).not.toContain(secret);
    expectRefusal(
      await asStranger('read', `${secret.slice(0, -1)}${secret.endsWith('A') ? 'E' : 'A'}`),
      'not_found',
    );
  });

  test('the mailed secret lets the owner of the invited address join once, even in four concurrent tabs', async () => {
    const email = someEmail();
    await founder.invite(`  ${email}\t`);
    const { secret } = await mailTo(email);
    const winner = await signUpByEmail(open.stack, email);
    const answers = await Promise.all([1, 2, 3, 4].map(() => withSecret(winner, 'accept', secret)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    const membership = Membership.parse(answers.find(({ status }) => status === 200)!.body);
    expect(membership).toMatchObject({
      organizationName: 'Chai & Co.',
      admins: ['Imran Sheikh'],
      role: 'user',
      ownWalletBalance: 250,
    });
    const { members, invites } = await founder.organization();
    expect(invites.filter((each) => each.email === email)).toEqual([]);
    expect(members.find(({ uid }) => uid === winner.uid)).toMatchObject({
      email,
      phoneNumber: null,
    });
    for (const action of ['accept', 'decline', 'report']) {
      expectRefusal(await withSecret(winner, action, secret), 'not_found');
    }
    expectRefusal(await asStranger('read', secret), 'not_found');
  });

  test('the secret of an earlier mail works until the invitation ends', async () => {
    const email = someEmail();
    await founder.invite(email);
    const first = await mailTo(email);
    // Waits until the row says that the mail was sent; until then, inviting again is the same request.
    await expect
      .poll(
        () =>
          open.books.query(
            `update organization_invite set mail_requested_at = now() - interval '2 minutes'
              where email = $1 and mail_status = 'sent' returning 1`,
            [email],
          ),
        poll,
      )
      .toHaveLength(1);
    await founder.invite(email);
    const second = await mailTo(email, 2);
    expect(second.secret).not.toBe(first.secret);
    expect((await asStranger('read', first.secret)).status).toBe(200);
    await open.books.query(
      `update organization_invite set expires_at = now() - interval '1 second' where email = $1`,
      [email],
    );
    for (const { secret } of [first, second]) {
      expectRefusal(
        await withSecret(await createCustomer(open.stack), 'accept', secret),
        'not_found',
      );
    }
  });

  test('the mailed secret is invalid once the invitation was cancelled or its inviter is no longer an admin', async () => {
    const email = someEmail();
    await founder.invite(email);
    const { secret } = await mailTo(email);
    const cancelled = await founder.cancel(email);
    const { invites } = OrganizationActionResponse.parse(cancelled.body);
    expect(invites.filter((each) => each.email === email)).toEqual([]);
    expectRefusal(await founder.cancel(email), 'not_found');
    const person = await signUpByEmail(open.stack, email);
    expect(await readInvitations(person)).toEqual([]);
    expectRefusal(await withSecret(person, 'accept', secret), 'not_found');

    const gone = await foundOrganization(open.stack, 'Gone');
    const other = someEmail();
    await gone.invite(other);
    const mail = await mailTo(other);
    await open.books.query('update user_profile set disabled_at = now() where uid = $1', [
      gone.uid,
    ]);
    expectRefusal(await withSecret(person, 'accept', mail.secret), 'not_found');
    expect((await readProfile(person)).organizationId).toBeNull();
  });

  test('an invitation that is concurrently accepted and cancelled ends as one of the two', async () => {
    for (let i = 0; i < 3; i += 1) {
      const email = someEmail();
      await founder.invite(email);
      const person = await signUpByEmail(open.stack, email);
      const [invitation] = await readInvitations(person);
      const json = { action: 'accept', invitation: { id: invitation!.id } };
      const [accepted, cancelled] = await Promise.all([
        person.send('/api/invitations', { json }),
        founder.cancel(email),
      ]);
      const hasJoined = (await readProfile(person)).organizationId !== null;
      expect([accepted.status, cancelled.status]).toEqual(hasJoined ? [200, 404] : [404, 200]);
    }
  });
});

describe('invitations in the studio', () => {
  test('an invitation cannot be accepted while its organization closes, because the wallet is being emptied', async () => {
    const founder = await foundOrganization(open.stack);
    const email = someEmail();
    await founder.invite(email);
    const person = await signUpByEmail(open.stack, email);
    const db = createKysely(createPool(open.stack.database.appUrl));
    let accepting: Promise<Answer<AnyBody>> | undefined;
    await db.transaction().execute(async (trx) => {
      const closing = {
        uid: founder.uid,
        remainder: 'send_back',
        actor: `user:${founder.uid}`,
        action: 'close-account',
        deleteSignIn: async () => {},
      } as const;
      expect(await closeAccount(trx, closing)).toBe('closed');
      accepting = answerInvitation(person, 'accept');
      const waiting = `select from pg_stat_activity
                        where datname = current_database()
                          and query ilike '%"organization"%for no key update%'
                          and cardinality(pg_blocking_pids(pid)) > 0`;
      await expect.poll(() => open.books.query(waiting), poll).not.toHaveLength(0);
    });
    await db.destroy();
    expectRefusal(await accepting!, 'not_found');
    expect(await readProfile(person)).toMatchObject({ accountType: 'individual' });
  });

  test('invitations of several organizations are independent, and a member has to leave before accepting', async () => {
    const founders = [
      await foundOrganization(open.stack, 'Chai & Co.'),
      await foundOrganization(open.stack, 'Kites Ltd'),
      await foundOrganization(open.stack, 'Diya & Sons'),
    ] as const;
    const person = await signUpByEmail(open.stack);
    for (const founder of founders) await founder.invite(person.email!);
    expect((await readInvitations(person)).map((each) => each.organizationName)).toEqual([
      'Diya & Sons',
      'Kites Ltd',
      'Chai & Co.',
    ]);
    expect((await answerInvitation(person, 'decline')).body).toBeNull();
    expect((await answerInvitation(person, 'accept')).status).toBe(200);
    const left = await readInvitations(person);
    expect(left.map((each) => each.organizationName)).toEqual(['Chai & Co.']);
    const refused = await answerInvitation(person, 'accept');
    expectRefusal(refused, 'wrong_state');
    expect(refused.body.error).toBe(
      'You’re already in an organization. Leave it first, then accept.',
    );
    expect((await leave(person, founders[1].organizationId)).status).toBe(200);
    expect((await answerInvitation(person, 'accept')).status).toBe(200);
    expect((await readProfile(person)).organizationName).toBe('Chai & Co.');
  });

  test('invitations are visible only with the verified address, not by id', async () => {
    const founder = await foundOrganization(open.stack);
    const { person, customer: squatter } = await signUpUnverified(account);
    await founder.invite(person.email!);
    const [row] = await open.books.query<{ id: string }>(
      'select id::text from organization_invite where email = $1',
      [person.email],
    );
    const json = { action: 'accept', invitation: { id: row!.id } };
    for (const nobody of [
      squatter,
      await signUpByEmail(open.stack),
      await createCustomer(open.stack),
    ]) {
      expect(await readInvitations(nobody)).toEqual([]);
      expectRefusal(await nobody.send('/api/invitations', { json }), 'not_found');
    }
    // Another account with this unverified address closes: that must not end the invitation.
    const { uid: closing } = await createCustomer(open.stack);
    await open.books.query('update user_profile set email = $1 where uid = $2', [
      person.email,
      closing,
    ]);
    const db = createKysely(createPool(open.stack.database.appUrl));
    await db.transaction().execute((trx) => anonymizeProfile(trx, closing));
    await db.destroy();
    expect((await founder.organization()).invites).toHaveLength(1);
    // The first account verifies the address.
    const { host, projectId } = open.stack.emulator;
    await changeAccount(host, projectId, person.uid, { emailVerified: true });
    const owner = asCustomer(open.stack, await withFreshToken(person));
    expect((await owner.send('/api/invitations', { json })).status).toBe(200);
  });

  test('inviting gives the same answer whether or not the address has an account, verified or not', async () => {
    const founder = await foundOrganization(open.stack);
    const elsewhere = await addMember(open.stack, await foundOrganization(open.stack, 'Kites'));
    const individual = await signUpByEmail(open.stack);
    const { person: squatter } = await signUpUnverified(account);
    const { person: rival } = await signUpUnverified({
      ...account,
      accountType: 'organization',
      orgName: 'Squatters',
    });
    const answers = [];
    for (const email of [
      someEmail(),
      elsewhere.email,
      individual.email,
      squatter.email,
      rival.email,
    ]) {
      const { status, body } = await founder.invite(email!);
      const { invites } = body as unknown as { invites: object[] };
      answers.push({
        status,
        invite: { ...invites[0], email: '', invitedAt: '', expiresAt: '', mailStatus: '' },
      });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200 });
    const member = await addMember(open.stack, founder);
    expectRefusal(await founder.invite(member.email!), 'wrong_state', 'email');
  });

  test("a report stops this organization's mails to the mailbox and notifies super admins", async () => {
    const founder = await foundOrganization(open.stack, 'Nuisance');
    const person = await signUpByEmail(open.stack);
    await founder.invite(person.email!);
    await mailTo(person.email!);
    expect((await answerInvitation(person, 'report')).status).toBe(200);
    expect(await founder.organization()).toMatchObject({ invites: [] });
    expect(
      await open.books.query('select kind, data from admin_notice where subject = $1', [
        founder.organizationId,
      ]),
    ).toEqual([
      {
        kind: 'invitation_reported',
        data: { organizationId: founder.organizationId, inviterUid: founder.uid },
      },
    ]);
    expect((await founder.invite(person.email!)).status).toBe(200);
    expect((await founder.organization()).invites).toMatchObject([{ mailStatus: 'failed' }]);
    expect(await readInvitations(person)).toEqual([]);
    await (await foundOrganization(open.stack, 'Another Org')).invite(person.email!);
    await mailTo(person.email!, 2);
  });
});

describe('not me', () => {
  test('one click in a mail program, without signing in, ends all invitation mails to the mailbox', async () => {
    const founder = await foundOrganization(open.stack);
    const email = someEmail();
    await founder.invite(email);
    const { oneClick, text, secret, stopSecret } = await mailTo(email);
    const url = new URL(oneClick!);
    expect(text).toContain(`/invitation/stop#${stopSecret}`);
    const here = `${open.stack.apiUrl}${url.pathname}${url.search}`;

    // A mail scanner follows links, which must change nothing.
    const looked = await fetch(here, { redirect: 'manual' });
    expect([looked.status, looked.headers.get('location')]).toEqual([
      302,
      `/invitation/stop#${stopSecret}`,
    ]);
    expect((await asStranger('read', secret)).status).toBe(200);

    for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), buildForm()]) {
      expect((await fetch(here, { method: 'POST', body })).status).toBe(204);
    }
    expectRefusal(await asStranger('read', secret), 'not_found');
    const rival = await foundOrganization(open.stack, 'Rivals');
    const plus = email.replace('@', '+again@');
    for (const to of [email, plus]) expect((await rival.invite(to)).status).toBe(200);
    expect((await rival.organization()).invites.map(({ mailStatus }) => mailStatus)).toEqual([
      'failed',
      'failed',
    ]);
    // A later mail has arrived, so the stopped ones will never arrive.
    const other = someEmail();
    await rival.invite(other);
    await mailTo(other);
    expect([await mailsTo(email), await mailsTo(plus)].map(({ length }) => length)).toEqual([1, 0]);
    expectRefusal(await asStranger('stop', 'x'.repeat(43)), 'not_found');
  });

  test('the secret in the header of a mail stops mails, and neither reads, answers nor accepts the invitation', async () => {
    const founder = await foundOrganization(open.stack);
    const email = someEmail();
    await founder.invite(email);
    const { oneClick, secret, stopSecret } = await mailTo(email);
    expect(oneClick).not.toContain(secret);
    const thief = await createCustomer(open.stack);
    for (const action of ['accept', 'decline', 'report']) {
      expectRefusal(await withSecret(thief, action, stopSecret), 'not_found');
    }
    for (const action of ['read', 'decline', 'report']) {
      expectRefusal(await asStranger(action, stopSecret), 'not_found');
    }
    expect((await asStranger('read', secret)).status).toBe(200);
    expectRefusal(await asStranger('stop', secret), 'not_found');
    expect((await asStranger('stop', stopSecret)).status).toBe(200);
    expectRefusal(await withSecret(thief, 'accept', secret), 'not_found');
  });

  function buildForm(): FormData {
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    return form;
  }
});

describe('membership', () => {
  test("a member pays from the organization's wallet and, after leaving, from their untouched own wallet", async () => {
    const founder = await foundOrganization(open.stack);
    const person = await signUpByEmail(open.stack);
    const before = await person.preview();
    expect((await person.unlock(before)).status).toBe(200);
    const own = await person.wallet();
    expect(own.walletBalance).toBe(175);

    const live = await listenToEvents(open.stack.apiUrl, person.headers);
    await founder.invite(person.email!);
    expect((await answerInvitation(person, 'accept')).status).toBe(200);
    const shared = await founder.wallet();
    expect((await person.wallet()).walletId).toBe(shared.walletId);
    await expect
      .poll(() => live.heard.filter(({ event }) => event === 'ready').length, poll)
      .toBe(2);
    const preview = await person.preview();
    expect((await person.unlock(preview)).status).toBe(200);
    await live.hears('wallet', shared.walletId);
    expect((await founder.wallet()).walletBalance).toBe(175);
    const { body } = await person.send('/api/membership');
    expect(Membership.parse(body)).toMatchObject({ ownWalletBalance: 175 });

    expectRefusal(await leave(person, 'org_other'), 'not_found');
    const left = await leave(person, founder.organizationId);
    expect(UserProfile.parse(left.body)).toMatchObject({
      accountType: 'individual',
      organizationId: null,
      walletBalance: 175,
    });
    expect((await person.wallet()).walletId).toBe(own.walletId);
    await expect
      .poll(() => live.heard.filter(({ event }) => event === 'ready').length, poll)
      .toBe(3);
    live.close();
    for (const { generationId } of [before, preview]) {
      expect((await person.generation(generationId)).unlockStatus).toBe('done');
    }
    expectRefusal(await person.send('/api/membership'), 'not_found');
    expectRefusal(await leave(person, founder.organizationId), 'not_found');
    expect((await person.unlock(await person.preview())).status).toBe(200);
    expect((await person.wallet()).walletBalance).toBe(100);
    expect((await founder.wallet()).walletBalance).toBe(175);
    await open.books.expectToBeSound();
    expect(
      await open.books.query(
        'select action, actor from admin_audit where target_uid = $1 order by id',
        [person.uid],
      ),
    ).toEqual([
      { action: 'join-organization', actor: `user:${person.uid}` },
      { action: 'set-budget', actor: `user:${person.uid}` },
      { action: 'leave-organization', actor: `user:${person.uid}` },
      { action: 'set-budget', actor: `user:${person.uid}` },
    ]);
  });

  test("a former member's payments stay in the organization's wallet, and their old orders do not show that wallet", async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    const { orderId } = await createPayer(member).order(500);
    const late = await createPayer(member).order(300);
    const counter = openCounter(open.stack.razorpayUrl);
    await createPayer(member).verify(toCallback(orderId, await counter.pay(orderId)));
    expect((await founder.remove(member.uid)).status).toBe(204);
    expect((await member.wallet()).walletBalance).toBe(250);
    expect((await founder.wallet()).walletBalance).toBe(750);
    const paid = toCallback(late.orderId, await counter.pay(late.orderId));
    expect((await createPayer(member).verify(paid)).body).toMatchObject({
      status: 'credited',
      wallet: { walletBalance: 250 },
    });
    expect((await founder.wallet()).walletBalance).toBe(1050);
    expect((await createPayer(member).topUp(orderId)).body.wallet.walletBalance).toBe(250);
  });

  test('a hold of a member who leaves is captured in the wallet where it was placed', async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    const own = await findOwnWallet(member);
    const shared = await founder.wallet();
    const previews = [await member.preview(), await member.preview()] as const;
    const asked = gate.asked.length;
    gate.shut();
    for (const preview of previews) {
      expect((await member.unlock(preview, 1024, respondAsync)).status).toBe(202);
    }
    await gate.isAsked(asked + 2);
    expect((await founder.wallet()).held).toBe(150);
    expect((await founder.remove(member.uid)).status).toBe(204);
    gate.open();
    await expect.poll(async () => (await founder.wallet()).held, poll).toBe(0);
    expect(await open.books.kinds(shared.walletId)).toEqual({
      SignupBonusCredited: 1,
      HoldPlaced: 2,
      HoldCaptured: 2,
    });
    expect(await open.books.kinds(own)).toEqual({ SignupBonusCredited: 1 });
    for (const { generationId } of previews) {
      expect((await member.generation(generationId)).unlockStatus).toBe('done');
    }
    await open.books.expectToBeSound();
  });

  test("a purchase that began just before a member's removal does not charge the wallet after the removal", async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    const shared = await founder.wallet();
    const preview = await member.preview();
    const lock = await open.books.lockWallet(shared.walletId);
    const removing = founder.remove(member.uid);
    await expect.poll(lock.waiting, poll).toBe(1);
    // The profile still names the shared wallet when the purchase begins; the ledger decides after the
    // removal.
    const buying = member.unlock(preview);
    await expect.poll(lock.waiting, poll).toBe(2);
    await lock.release();
    expect((await removing).status).toBe(204);
    expectRefusal(await buying, 'budget_exceeded');
    expect(await open.books.kinds(shared.walletId)).toEqual({ SignupBonusCredited: 1 });
    // A member who returns has their budget again.
    await founder.invite(member.email!);
    await answerInvitation(member, 'accept');
    expect(await readProfile(member)).toMatchObject({ budget: 1_000 });
    expect((await member.unlock(preview)).status).toBe(200);
    await open.books.expectToBeSound();
  });

  test('an organization keeps its last admin, and admins cannot remove one another', async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    const refused = await leave(founder, founder.organizationId);
    expectRefusal(refused, 'wrong_state');
    expect(refused.body.error).toBe(
      'You’re the only admin. Make another member an admin, then leave.',
    );
    expectRefusal(await founder.remove(founder.uid), 'forbidden');
    const rival = await foundOrganization(open.stack, 'Rivals');
    expectRefusal(await rival.remove(member.uid), 'not_found');
    expectRefusal(
      await member.send(`/api/organization/member?uid=${founder.uid}`, { method: 'DELETE' }),
      'forbidden',
    );
    expect((await founder.organization()).members).toHaveLength(2);
  });

  test('admins see only four digits of a member without an address', async () => {
    const founder = await foundOrganization(open.stack);
    const person = await createCustomer(open.stack);
    await open.books.query(
      `update user_profile set account_type = 'organization', organization_id = $1, wallet_id =
         (select wallet_id from user_profile where uid = $2) where uid = $3`,
      [founder.organizationId, founder.uid, person.uid],
    );
    const { members } = await founder.organization();
    expect(members.find(({ uid }) => uid === person.uid)).toEqual({
      uid: person.uid,
      firstName: 'Test',
      lastName: 'Person',
      email: null,
      phoneNumber: `••••${person.phoneNumber!.slice(-4)}`,
      role: 'user',
      budget: 0,
      spentThisMonth: 0,
    });
  });

  const findOwnWallet = async (person: Customer) => {
    const [row] = await open.books.query<{ id: string }>(
      `select id from wallet where owner_kind = 'user' and owner_id = $1`,
      [person.uid],
    );
    return row!.id;
  };
});
