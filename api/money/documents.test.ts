import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSupplier, inKarnataka, registered } from '@sachet/shared/documents/testing/parties';
import { istDay } from '@sachet/shared/ledger/calendar';
import { createCustomer, send, type Customer } from '../testing/client.ts';
import { addMember, foundOrganization } from '../testing/organization.ts';
import { createPayer, openCounter, toCallback } from '../testing/payments.ts';
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

interface Page {
  documents: { number: string; kind: string; amount: number }[];
  nextBefore: number | null;
}
const list = async (customer: Customer) =>
  (await customer.send<Page>('/api/documents')).body.documents;
const setSupplier = (settings: object, fromDay = istDay(Date.now()), admin = open.admins[0]) =>
  admin.send('/api/admin/supplier', { json: { settings, fromDay } });
const setProfile = (customer: Customer, json: object) =>
  customer.send('/api/billing-profile', { json });
const verify = (number: string, amount: number) =>
  send(
    `${open.stack.apiUrl}/api/document/verify?number=${encodeURIComponent(number)}&amount=${amount}`,
  );

async function topUp(customer: Customer, rupees: number): Promise<void> {
  const counter = openCounter(open.stack.razorpayUrl);
  const payer = createPayer(customer);
  const { orderId } = await payer.order(rupees);
  const paymentId = await counter.pay(orderId);
  expect((await payer.verify(toCallback(orderId, paymentId))).status).toBe(200);
}

describe('tax documents', () => {
  test('a top-up has its voucher immediately, which only its payer can download and anyone can verify', async () => {
    const before = await createCustomer(open.stack);
    await topUp(before, 100);
    expect(await list(before)).toEqual([]);

    expect((await setSupplier(testSupplier)).status).toBe(200);
    const customer = await createCustomer(open.stack);
    expect((await setProfile(customer, inKarnataka)).status).toBe(200);
    await topUp(customer, 499);
    const [voucher] = await list(customer);
    expect(voucher).toMatchObject({ kind: 'receipt-voucher', amount: 499 });

    const number = voucher!.number;
    const path = `/api/document.pdf?number=${encodeURIComponent(number)}`;
    const pdf = await fetch(`${open.stack.apiUrl}${path}`, { headers: customer.headers });
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expectRefusal(await before.send(path), 'not_found');
    expectRefusal(await send(`${open.stack.apiUrl}${path}`), 'unauthenticated');

    const verified = await verify(number.replaceAll('/', '-').toLowerCase(), 499);
    expect(verified.body).toMatchObject({ number, supplier: { gstin: testSupplier.gstin } });
    expect(JSON.stringify(verified.body)).not.toContain('Asha');
    expectRefusal(await verify(number, 498.99), 'not_found');
    expectRefusal(await verify("RV' or 1=1", 1), 'invalid', 'number');
  });

  test("an organization's admin sees its documents and sets its profile, a member does not", async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    expect((await setProfile(founder, registered)).status).toBe(200);
    expectRefusal(await setProfile(member, inKarnataka), 'forbidden');
    expectRefusal(await member.send('/api/documents'), 'forbidden');
    expect(await list(founder)).toEqual([]);
    expect((await founder.send('/api/billing-profile')).body).toEqual(registered);
  });

  test.each([
    ['a wrong check character', { gstin: '27AAPFU0939F1ZW' }, 'gstin'],
    ['another State', { stateCode: '29' }, 'stateCode'],
    ['an address of 2,000 characters', { address: 'x'.repeat(2_000) }, 'address'],
    ['an emoji', { name: 'Uttam 😀' }, 'name'],
    ['an unknown State', { stateCode: '99' }, 'stateCode'],
    ['a PIN that begins with 0', { pin: '012345' }, 'pin'],
  ])('a profile with %s is refused at its field', async (_, changed, field) => {
    const customer = await createCustomer(open.stack);
    expectRefusal(await setProfile(customer, { ...registered, ...changed }), 'invalid', field);
  });

  test('only a super admin sets the supplier, from today on', async () => {
    const customer = await createCustomer(open.stack);
    expectRefusal(await setSupplier(testSupplier, istDay(Date.now()), customer), 'forbidden');
    expectRefusal(await setSupplier(testSupplier, '2026-01-01'), 'invalid', 'fromDay');
  });
});
