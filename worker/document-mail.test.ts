import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSupplier } from '@sachet/shared/documents/testing/parties';
import { istDay } from '@sachet/shared/ledger/calendar';
import type { InboxAnswer } from '@sachet/sandbox/inbox';
import { signUpWithEmail } from '../local/testing/people.ts';
import { asCustomer, type Customer } from '../api/testing/client.ts';
import { createPayer, openCounter, toCallback } from '../api/testing/payments.ts';
import { impatient } from '../api/testing/stack.ts';
import { openAdministeredStack, type AdministeredStack } from '../api/testing/users-admin.ts';

const poll = { timeout: 60_000, interval: 50 };

let open: AdministeredStack;
beforeAll(async () => {
  open = await openAdministeredStack({ withoutWorker: false, limits: impatient });
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
  (await open.books.query<{ count: number }>('select count(*) from document_mail'))[0]!.count;

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
  expect(await countWaiting()).toBe(2);
  await open.stack.worker.start();
  await expect.poll(() => mailsTo('mira+mail-busy-2@bills.test'), poll).toHaveLength(1);
  await expect.poll(countWaiting, poll).toBe(0);
  expect(await mailsTo('mira+mail-refuse@bills.test')).toEqual([]);
});
