// The sweep of a real worker finishes work after a crash, a lost queue or an outage.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPool } from '@sachet/db/connect';
import { photo } from '@sachet/adapters/images/testing/photos';
import type { AdminNoticesResponse } from '@sachet/shared/admin/contracts/admin-notices';
import type { AdminProposalsResponse } from '@sachet/shared/admin/contracts/admin-proposals';
import type { OrganizationResponse } from '@sachet/shared/organizations/contracts/organization';
import { testSupplier } from '@sachet/shared/tax/testing/parties';
import { istDay } from '@sachet/shared/time';
import type { InboxAnswer } from '@sachet/dev/sandbox/inbox';
import { signUpWithEmail } from '../dev/local/testing/people.ts';
import { asCustomer, createCustomer, respondAsync, type Customer } from '../api/testing/client.ts';
import { filesIn } from '../api/testing/folder.ts';
import { createPayer, openCounter, toCallback } from '../api/testing/payments.ts';
import { impatient } from '../api/testing/stack.ts';
import { openAdministeredStack, type AdministeredStack } from '../api/testing/users-admin.ts';
import { loseQueue } from './testing/queue-loss.ts';

const poll = { timeout: 60_000, interval: 50 };

let open: AdministeredStack;
beforeAll(async () => {
  open = await openAdministeredStack({
    queue: 'postgres',
    withoutWorker: false,
    // A mail is tried again after twenty sweeps.
    limits: { ...impatient, sweepEveryMs: 250 },
  });
  const json = { settings: testSupplier, fromDay: istDay(Date.now()) };
  expect((await open.admins[0].send('/api/admin/supplier', { json })).status).toBe(200);
});
afterAll(() => open?.stop());

async function createPayerWith(email: string, verified = true): Promise<Customer> {
  const customer = asCustomer(open.stack, await signUpWithEmail({ email, verified }));
  const json = { accountType: 'individual', firstName: 'Asha', lastName: 'Rao' };
  expect((await customer.send('/api/user', { json })).status).toBe(201);
  return customer;
}

async function topUp(customer: Customer, rupees: number): Promise<void> {
  const payer = createPayer(customer);
  const { orderId } = await payer.order(rupees);
  const paymentId = await openCounter(open.stack.razorpayUrl).pay(orderId);
  expect((await payer.verify(toCallback(orderId, paymentId))).status).toBe(200);
}

async function mailsTo(email: string): Promise<InboxAnswer['messages']> {
  const answer = await fetch(`${open.stack.inboxUrl}/api/messages`);
  return ((await answer.json()) as InboxAnswer).messages.filter(({ to }) => to === email);
}

const countWaiting = async () =>
  (
    await open.books.query<{ count: number }>("select count(*) from mail where kind = 'document'")
  )[0]!.count;

test("a payment's document is mailed once as PDF, except to a payer without a verified address or who turned it off", async () => {
  const customer = await createPayerWith('asha@bills.test');
  const quiet = await createPayerWith('quiet@bills.test');
  const unverified = await createPayerWith('unverified@bills.test', false);
  expect((await quiet.send('/api/bill-mails', { json: { isOn: false } })).status).toBe(204);
  for (const each of [quiet, unverified, customer]) await topUp(each, 499);
  await expect.poll(() => mailsTo('asha@bills.test'), poll).toHaveLength(1);
  await expect.poll(countWaiting, poll).toBe(0);
  const [mail] = await mailsTo('asha@bills.test');
  expect(mail).toMatchObject({
    subject: expect.stringMatching(/^Sachet: receipt voucher RV\/\d{4}\/\d{6}$/),
    text: expect.stringContaining('We received your payment of ₹499.00.'),
    link: expect.stringMatching(/\/wallet\/documents$/),
  });
  const name = `${mail!.subject.split(' ').at(-1)!.replaceAll('/', '-')}.pdf`;
  expect(mail!.attachments).toEqual([{ name, type: 'application/pdf', bytes: expect.any(Number) }]);
  expect(mail!.attachments![0]!.bytes).toBeGreaterThan(5_000);
  expect(await mailsTo('quiet@bills.test')).toEqual([]);
  expect(await mailsTo('unverified@bills.test')).toEqual([]);
});

test("a payment's mail survives a crashed worker, a lost queue and a busy mail server, and a refused one is dropped", async () => {
  const busy = await createPayerWith('mira+mail-busy-2@bills.test');
  const refused = await createPayerWith('mira+mail-refuse@bills.test');
  await open.stack.worker.kill('SIGKILL');
  await topUp(busy, 100);
  await topUp(refused, 100);
  expect(await open.books.query('select from receipt_due')).toHaveLength(2);
  await open.stack.worker.start();
  await expect.poll(() => mailsTo('mira+mail-busy-2@bills.test'), poll).toHaveLength(1);
  await expect.poll(countWaiting, poll).toBe(0);
  expect(await mailsTo('mira+mail-refuse@bills.test')).toEqual([]);
});

test('a reply that is being written when its owner is deleted is erased once it ends', async () => {
  const { uid } = await createCustomer(open.stack);
  await open.books.query(
    `insert into conversation (id, uid, provider, language, title, model_id, model_label)
     values ('con_1', $1, 'google', 'en', 'My shop', 'gemini-3.5-flash-lite', 'Gemini 3.5 Flash Lite')`,
    [uid],
  );
  await open.books.query(
    `insert into chat_turn (id, conversation_id, uid, number, status, prompt, model_id, model_label,
                            rate_card_version, lease_until)
     values ('turn_1', 'con_1', $1, 0, 'streaming', 'secret', 'gemini-3.5-flash-lite', 'Gemini 3.5 Flash Lite', '1',
             now() + interval '1 hour')`,
    [uid],
  );
  await open.done({ uid, action: 'delete' });
  const words = () =>
    open.books.query<{ title: string; words: string }>(
      `select c.title, concat(t.prompt, t.content) as words
         from conversation c join chat_turn t on t.conversation_id = c.id`,
    );
  expect(await words()).toEqual([{ title: 'My shop', words: 'secret' }]);

  await open.books.query(
    `update chat_turn set status = 'done', content = 'reply', lease_until = null`,
  );
  await vi.waitUntil(async () => (await words())[0]!.title === '', { timeout: 60_000 });
  expect(await words()).toEqual([{ title: '', words: '' }]);

  const isErased = async () => {
    const [row] = await open.books.query<{ erased: boolean }>(
      'select erased_at is not null as erased from user_profile where uid = $1',
      [uid],
    );
    return row!.erased;
  };
  expect(await isErased()).toBe(false);
  await open.books.query(
    `update user_profile set deleted_at = deleted_at - interval '2 minutes' where uid = $1`,
    [uid],
  );
  await vi.waitUntil(isErased, { timeout: 60_000 });
});

test('the photo of a request that a crash ended before it began a preview is erased after a day', async () => {
  const customer = await createCustomer(open.stack);
  const { body: upload } = await customer.upload(await photo(300, 200));
  const pool = createPool(open.stack.database.ownerUrl, { max: 1 });
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select from user_profile where uid = $1 for no key update', [customer.uid]);
  const order = { mode: 'edit_image', uploadId: upload.uploadId, prompt: 'a red roof' } as const;
  const ended = customer.generate(order, respondAsync).catch(() => 'no answer');
  const copies = () => filesIn(open.imageFolder).filter((file) => /^gen_.*input/.test(file));
  await expect.poll(copies, poll).toHaveLength(1);
  await open.stack.api.kill('SIGKILL');
  expect(await ended).toBe('no answer');
  await client.query('rollback');
  client.release();
  await pool.end();
  await open.stack.api.start();

  const begun = await open.books.query('select from generation where uid = $1', [customer.uid]);
  expect(begun).toEqual([]);
  await open.books.query(
    `update upload set created_at = created_at - interval '2 days' where uid = $1`,
    [customer.uid],
  );
  await expect.poll(copies, poll).toEqual([]);
});

async function mailStatus(admin: Customer, email: string): Promise<string | undefined> {
  const { body } = await admin.send<OrganizationResponse>('/api/organization');
  return body.invites.find((invite) => invite.email === email)?.mailStatus;
}

test("a sweep sends an invitation's mail after the queue lost it or a long outage used up its retries", async () => {
  const admin = await createCustomer(open.stack, {
    accountType: 'organization',
    orgName: 'Chai & Co',
    firstName: 'Asha',
    lastName: 'Rao',
  });
  const { id: organizationId } = (await admin.send<OrganizationResponse>('/api/organization')).body;
  await open.stack.worker.kill('SIGKILL');
  const json = { action: 'invite', email: 'lost@b.in', organizationId };
  expect((await admin.send('/api/organization', { json })).status).toBe(200);
  const busy = { action: 'invite', email: 'outage+mail-busy-4@b.in', organizationId };
  expect((await admin.send('/api/organization', { json: busy })).status).toBe(200);
  expect(await loseQueue(open.books)).toBeGreaterThan(0);
  await open.stack.worker.start();
  for (const email of ['lost@b.in', 'outage+mail-busy-4@b.in']) {
    await expect.poll(() => mailStatus(admin, email), poll).toBe('sent');
    expect(await mailsTo(email)).toHaveLength(1);
  }
});

test('a proposal that was not decided in time ends with its notice, and the audit trail records it', async () => {
  const { uid } = await createCustomer(open.stack);
  const credits = { uid, action: 'add-credits', amount: 20_000, reason: 'a campaign' };
  const { proposalId } = (await open.act(credits)).body.proposal!;
  const hasNotice = async () => {
    const { body } = await open.admins[1].send<AdminNoticesResponse>('/api/admin/notices');
    return body.notices.some(({ subject }) => subject === proposalId);
  };
  expect(await hasNotice()).toBe(true);
  await open.books.query(`
    alter table admin_proposal disable trigger user;
    update admin_proposal set expires_at = now() where id = '${proposalId}';
    alter table admin_proposal enable trigger user`);
  await expect.poll(hasNotice, poll).toBe(false);
  expect((await open.trail(uid)).at(-1)).toMatchObject({
    actor: 'worker',
    action: 'expire-credits',
  });
  const decided = '/api/admin/proposals?state=decided';
  const { body } = await open.admins[1].send<AdminProposalsResponse>(decided);
  expect(body.proposals).toContainEqual(
    expect.objectContaining({ proposalId, status: 'expired', decidedBy: null }),
  );
});
