import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareDays } from '@sachet/db/finance/findings';
import { storeSettlementLines } from '@sachet/db/finance/settlements';
import { createKysely, createPool } from '@sachet/db/connect';
import { anonymizeProfile } from '@sachet/db/people/user-erasure';
import {
  waitingProposalsMax,
  type AdminProposal,
  type AdminProposalsResponse,
} from '@sachet/shared/admin/contracts/admin-proposals';
import type { AdminNoticesResponse } from '@sachet/shared/admin/contracts/admin-notices';
import type { ApiError } from '@sachet/shared/contracts/error';
import { hourMs, istDay } from '@sachet/shared/time';
import type { SettlementLine } from '@sachet/shared/finance/settlement/line';
import { createCustomer, type Customer } from '../testing/client.ts';
import { addMember, foundOrganization } from '../testing/organization.ts';
import { createPayer, openCounter, toCallback } from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

let open: AdministeredStack;
let proposer: Customer;
let second: Customer;
let third: Customer;
beforeAll(async () => {
  open = await openAdministeredStack();
  [proposer, second, third] = open.admins;
});
afterAll(async () => {
  await open?.books.expectToBeSound();
  await open?.stop();
});

const credits = (uid: string, amount: number, more: object = {}) => ({
  uid,
  action: 'add-credits' as const,
  amount,
  reason: 'a campaign',
  ...more,
});

const isAbout = (proposal: AdminProposal, { uid }: Customer): boolean =>
  'uid' in proposal && proposal.uid === uid;

type OfCredits = Extract<AdminProposal, { kind: 'credits' }>;

async function propose(uid: string, amount = 20_000): Promise<OfCredits> {
  const { status, body } = await open.act(credits(uid, amount));
  expect([status, body.walletBalance]).toEqual([202, null]);
  return body.proposal as OfCredits;
}

const decide = (
  admin: Customer,
  { proposalId }: { proposalId: string },
  decision: 'approve' | 'refuse' | 'withdraw',
  note: string | undefined = decision === 'refuse' ? 'not agreed' : undefined,
) =>
  admin.send<AdminProposal & ApiError>('/api/admin/proposals', {
    json: { proposalId, decision, note },
  });

async function list(state: 'waiting' | 'decided', admin = second): Promise<AdminProposal[]> {
  const { body } = await admin.send<AdminProposalsResponse>(`/api/admin/proposals?state=${state}`);
  return body.proposals;
}

async function readNotice({ proposalId }: AdminProposal) {
  const { body } = await second.send<AdminNoticesResponse>('/api/admin/notices');
  return body.notices.find(({ subject }) => subject === proposalId);
}

const adjusted = (walletId: string) =>
  open.books.query<{ amount_paise: number; actor: string; reason: string }>(
    `select amount_paise, actor, reason from ledger_event
      where wallet_id = $1 and kind = 'AdjustedByAdmin'`,
    [walletId],
  );

const outOfTime = ({ proposalId }: AdminProposal, times = 'expires_at = now()') =>
  open.books.query(`
    alter table admin_proposal disable trigger user;
    update admin_proposal set ${times} where id = '${proposalId}';
    alter table admin_proposal enable trigger user`);

describe('credits above the limit', () => {
  test('credits above the limit wait for a second super admin, and each step is in the ledger and audit trail', async () => {
    const customer = await createCustomer(open.stack);
    const { uid } = customer;
    const proposal = await propose(uid);
    const { walletId } = proposal;
    expect((await customer.wallet()).walletBalance).toBe(250);
    expect(await readNotice(proposal)).toMatchObject({
      kind: 'proposal_waiting',
      data: { proposalId: proposal.proposalId, amount: 20_000 },
    });
    expect(await list('waiting')).toContainEqual(proposal);
    expect(proposal).toMatchObject({
      uid,
      email: null,
      phoneNumber: expect.stringMatching(/^\+91/),
      target: 'user',
      amount: 20_000,
      reason: 'a campaign',
      status: 'waiting',
      proposedBy: { uid: proposer.uid, email: proposer.email },
      decidedBy: null,
    });
    const hours = (Date.parse(proposal.expiresAt) - Date.parse(proposal.proposedAt)) / hourMs;
    expect(hours).toBeCloseTo(24, 3);

    const { status, body } = await decide(second, proposal, 'approve');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'approved', decidedBy: { uid: second.uid } });
    expect((await customer.wallet()).walletBalance).toBe(20_250);
    expect(await adjusted(walletId)).toEqual([
      { amount_paise: 20_000_00, actor: `admin:${proposer.uid}`, reason: 'a campaign' },
    ]);
    const { proposalId } = proposal;
    const details = { proposalId, walletId, amountPaise: 20_000_00, proposedBy: proposer.uid };
    expect(await open.trail(uid)).toEqual([
      { actor: `user:${proposer.uid}`, action: 'propose-credits', details },
      {
        actor: `user:${second.uid}`,
        action: 'approve-credits',
        details: { ...details, idempotencyKey: `credit-proposal:${proposalId}` },
      },
    ]);
    expect(await readNotice(proposal)).toBeUndefined();
    expect((await list('decided'))[0]).toEqual(body);
  });

  test('a booking above the limit is approved even if its payer has closed their account', async () => {
    const customer = await createCustomer(open.stack);
    const payer = createPayer(customer);
    const { orderId } = await payer.order(500);
    const paymentId = await openCounter(open.stack.razorpayUrl).pay(orderId);
    const paid = await payer.verify(toCallback(orderId, paymentId));
    expect(paid.body.status).toBe('credited');
    const day = istDay(Date.now());
    const line: SettlementLine = {
      kind: 'payment',
      entityId: paymentId,
      amountPaise: 25_000_00,
      debitPaise: 0,
      creditPaise: 25_000_00,
      feePaise: 0,
      taxPaise: 0,
      currency: 'INR',
      onHold: false,
      createdOn: day,
      settledOn: day,
      settlementId: 'setl_1',
      utr: null,
      paymentId,
      disputeId: null,
      method: 'upi',
    };
    const db = createKysely(createPool(open.stack.database.appUrl));
    await db.transaction().execute((trx) => storeSettlementLines(trx, [{ line, raw: {} }]));
    await compareDays(db, [day]);
    await open.books.query('insert into finance_user (uid) values ($1)', [proposer.uid]);
    const [found] = await open.books.query<{ id: number }>(
      'select id from payment_exception where payment_id = $1 and resolved_at is null',
      [paymentId],
    );
    const json = { id: found!.id, reason: 'It is on the report.' };
    const booking = await proposer.send('/api/admin/payment-exceptions/book', { json });
    expect(booking.body).toEqual({ done: 'proposed' });
    await db.transaction().execute((trx) => anonymizeProfile(trx, customer.uid));
    await db.destroy();

    const proposal = (await list('waiting')).find((each) => isAbout(each, customer))!;
    expect((await decide(second, proposal, 'approve')).body).toMatchObject({ status: 'approved' });
    const events = await open.books.query(
      `select amount_paise from ledger_event where payment_id = $1 and kind = 'GatewayCorrected'`,
      [paymentId],
    );
    expect(events).toEqual([{ amount_paise: 24_500_00 }]);
  });

  test('a proposal that two admins approve in 30 concurrent calls is applied once', async () => {
    const customer = await createCustomer(open.stack);
    const proposal = await propose(customer.uid);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => decide(i % 2 ? second : third, proposal, 'approve')),
    );
    for (const { status, body } of answers) {
      expect([status, body.status]).toEqual([200, 'approved']);
    }
    expect(new Set(answers.map(({ body }) => body.decidedBy!.uid)).size).toBe(1);
    expect((await customer.wallet()).walletBalance).toBe(20_250);
    expect(await open.trail(customer.uid)).toHaveLength(2);
  });

  test('a proposal that is concurrently approved, refused and withdrawn ends in one of these states', async () => {
    for (let round = 0; round < 2; round += 1) {
      const customer = await createCustomer(open.stack);
      const proposal = await propose(customer.uid);
      const answers = await Promise.all([
        decide(second, proposal, 'approve'),
        decide(third, proposal, 'refuse'),
        decide(proposer, proposal, 'withdraw'),
        decide(third, proposal, 'approve'),
      ]);
      const end = (await list('decided')).find((each) => isAbout(each, customer));
      const done = answers.filter(({ status }) => status === 200);
      expect(done.length).toBeGreaterThanOrEqual(1);
      for (const { body } of done) expect(body.status).toBe(end!.status);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expectRefusal(answer, 'wrong_state');
      }
      const isApproved = end!.status === 'approved';
      expect((await customer.wallet()).walletBalance).toBe(isApproved ? 20_250 : 250);
      expect(await adjusted(proposal.walletId)).toHaveLength(isApproved ? 1 : 0);
      expect(await open.trail(customer.uid)).toHaveLength(2);
    }
  });

  test('a proposal is approved only by another super admin and withdrawn only by its proposer', async () => {
    const customer = await createCustomer(open.stack);
    const proposal = await propose(customer.uid);
    expectRefusal(await decide(proposer, proposal, 'approve'), 'forbidden');
    expectRefusal(await decide(proposer, proposal, 'refuse'), 'forbidden');
    expectRefusal(await decide(second, proposal, 'withdraw'), 'forbidden');
    expectRefusal(await decide(customer, proposal, 'approve'), 'forbidden');
    expectRefusal(await decide(second, { proposalId: 'prp_none' }, 'approve'), 'not_found');
    expect((await customer.wallet()).walletBalance).toBe(250);
    expect((await decide(proposer, proposal, 'withdraw')).body.status).toBe('withdrawn');
    expectRefusal(await decide(second, proposal, 'approve'), 'wrong_state');
    expect(await readNotice(proposal)).toBeUndefined();
  });

  test('a proposal that is refused with a reason cannot be approved', async () => {
    const customer = await createCustomer(open.stack);
    const proposal = await propose(customer.uid, -20_000);
    for (const note of ['', '  ', 'x'.repeat(501), 'a\u0000b']) {
      expectRefusal(await decide(second, proposal, 'refuse', note), 'invalid', 'note');
    }
    const { body } = await decide(second, proposal, 'refuse', 'no such campaign');
    expect(body).toMatchObject({ status: 'refused', note: 'no such campaign' });
    // Refusing again, also by the third admin, returns the first decision.
    expect((await decide(third, proposal, 'refuse', 'me too')).body).toEqual(body);
    expectRefusal(await decide(third, proposal, 'approve'), 'wrong_state');
    expect((await open.trail(customer.uid)).map(({ action }) => action)).toEqual([
      'propose-credits',
      'refuse-credits',
    ]);
  });

  test('a proposal that was not decided within 24 hours cannot be approved', async () => {
    const customer = await createCustomer(open.stack);
    const proposal = await propose(customer.uid);
    await outOfTime(proposal);
    expectRefusal(await decide(second, proposal, 'approve'), 'wrong_state');
    expect(await list('waiting')).not.toContainEqual(
      expect.objectContaining({ proposalId: proposal.proposalId }),
    );
    expect((await customer.wallet()).walletBalance).toBe(250);
  });

  test('a proposal to deduct more than the balance waits until the balance is sufficient', async () => {
    const customer = await createCustomer(open.stack);
    const proposal = await propose(customer.uid, -6_000);
    expectRefusal(await decide(second, proposal, 'approve'), 'insufficient_funds', 'amount');
    expect(await list('waiting')).toContainEqual(proposal);
    const gift = await propose(customer.uid, 6_000);
    expect((await decide(third, gift, 'approve')).status).toBe(200);
    expect((await decide(second, proposal, 'approve')).body.status).toBe('approved');
    expect((await customer.wallet()).walletBalance).toBe(250);
  });

  test('concurrent requests with one key make one proposal, and another request with that key is refused', async () => {
    const customer = await createCustomer(open.stack);
    const { uid } = customer;
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => open.act(credits(uid, 20_000), { key })),
    );
    const proposals = answers.map(({ status, body }) => [status, body.proposal?.proposalId]);
    expect(proposals).toEqual(answers.map(() => [202, answers[0]!.body.proposal!.proposalId]));
    expectRefusal(await open.act(credits(uid, 20_001), { key }), 'idempotency_conflict');
    expectRefusal(await open.act(credits(uid, 1), { key }), 'idempotency_conflict');
    await decide(second, answers[0]!.body.proposal!, 'approve');
    // Repeating the request returns the decision.
    const again = await open.act(credits(uid, 20_000), { key });
    expect([again.status, again.body.proposal!.status]).toEqual([202, 'approved']);
    expect((await customer.wallet()).walletBalance).toBe(20_250);
  });

  test('50 concurrent requests make at most the number of proposals that may wait', async () => {
    const { uid } = await createCustomer(open.stack);
    const before = (await list('waiting')).length;
    const room = 5;
    const filled = waitingProposalsMax - room - before;
    await Promise.all(Array.from({ length: filled }, () => propose(uid)));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => open.act(credits(uid, 20_000))),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(room);
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      expectRefusal(answer, 'wrong_state');
    }
    const waiting = (await list('waiting')).filter((each) => each.proposedBy?.uid === proposer.uid);
    for (const each of waiting) await decide(proposer, each, 'withdraw');
  });

  test("a proposal for an organization's wallet names the organization", async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    const { body } = await open.act(credits(member.uid, 7_000, { target: 'organization' }));
    const proposal = body.proposal!;
    const { name } = await founder.organization();
    expect(proposal).toMatchObject({ target: 'organization', organizationName: name });
    await decide(second, proposal, 'approve');
    expect((await founder.organization()).walletBalance).toBe(7_250);
  });
});

describe('proposals about users without access', () => {
  test('a proposal cannot be approved after its proposer was disabled', async () => {
    const customer = await createCustomer(open.stack);
    const { body } = await open.act(credits(customer.uid, 9_000), { admin: third });
    const proposal = body.proposal!;
    await open.done({ uid: third.uid, action: 'disable' });
    expectRefusal(await decide(second, proposal, 'approve'), 'wrong_state');
    expectRefusal(await decide(third, proposal, 'withdraw'), 'account_disabled');
    expect((await decide(second, proposal, 'refuse')).body.status).toBe('refused');
    await open.done({ uid: third.uid, action: 'enable' });
  });

  test('a proposal for a deleted customer adds nothing to their wallet', async () => {
    const customer = await createCustomer(open.stack);
    const proposal = await propose(customer.uid);
    await open.done({ uid: customer.uid, action: 'delete' });
    expectRefusal(await decide(second, proposal, 'approve'), 'wrong_state');
    expect(await adjusted(proposal.walletId)).toEqual([]);
  });
});
