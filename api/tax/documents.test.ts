import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testSupplier, inKarnataka, registered } from '@sachet/shared/tax/testing/parties';
import { istDay } from '@sachet/shared/time';
import { createCustomer, send, type Customer } from '../testing/client.ts';
import { addMember, foundOrganization } from '../testing/organization.ts';
import { createPayer, openCounter, toCallback } from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

let open: AdministeredStack;
beforeAll(async () => {
  open = await openAdministeredStack({ withoutWorker: false });
});
afterAll(async () => {
  await open?.books.expectToBeSound();
  await open?.stop();
});

const nothing = {
  name: '',
  address: '',
  pin: null,
  stateCode: null,
  gstin: null,
  country: null,
  isSez: false,
};

interface Page {
  items: { number: string; kind: string; amount: number }[];
  isIssuing: boolean;
  years: string[];
  next: string | null;
}
const list = async (customer: Customer) => (await customer.send<Page>('/api/documents')).body.items;
const setSupplier = (settings: object, fromDay = istDay(Date.now()), admin = open.admins[0]) =>
  admin.send('/api/admin/supplier', { json: { settings, fromDay } });
const setProfile = (customer: Customer, json: object) =>
  customer.send('/api/billing-profile', { json });
const verify = (number: string, code: string) =>
  send(
    `${open.stack.apiUrl}/api/document/verify?number=${encodeURIComponent(number)}&code=${code}`,
  );

/** Returns the gateway's order. */
async function topUp(customer: Customer, rupees: number): Promise<string> {
  const counter = openCounter(open.stack.razorpayUrl);
  const payer = createPayer(customer);
  const { orderId } = await payer.order(rupees);
  const paymentId = await counter.pay(orderId);
  expect((await payer.verify(toCallback(orderId, paymentId))).status).toBe(200);
  await vi.waitUntil(async () => !(await customer.send<Page>('/api/documents')).body.isIssuing, {
    timeout: 60_000,
  });
  return orderId;
}

describe('tax documents', () => {
  test('a top-up has its voucher a moment later, which only its payer can download and anyone can verify', async () => {
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

    const [printed] = await open.books.query<{ code: string }>(
      `select left(encode(hash, 'hex'), 16) as code from document where number = $1`,
      [number],
    );
    const { code } = printed!;
    const verified = await verify(number.replaceAll('/', '-').toLowerCase(), code.toUpperCase());
    expect(verified.body).toMatchObject({
      number,
      amount: 499,
      supplier: { gstin: testSupplier.gstin },
    });
    expect(JSON.stringify(verified.body)).not.toContain('Asha');
    expectRefusal(await verify(number, 'ab'.repeat(8)), 'not_found');
    expectRefusal(await verify(number, code.slice(1)), 'invalid', 'code');
    expectRefusal(await verify("RV' or 1=1", code), 'invalid', 'number');
  });

  test('a member has the receipt of their own payment and no other document of the organization', async () => {
    expect((await setSupplier(testSupplier)).status).toBe(200);
    const founder = await foundOrganization(open.stack);
    const [member, colleague] = [
      await addMember(open.stack, founder),
      await addMember(open.stack, founder),
    ];
    const ofFounder = await topUp(founder, 200);
    const ofMember = await topUp(member, 300);
    expect((await list(founder)).map(({ amount }) => amount)).toEqual([300, 200]);
    const own = await member.send<Page>('/api/documents');
    expect(own.body).toMatchObject({
      items: [{ kind: 'receipt-voucher', amount: 300 }],
      years: [],
    });
    expect(await list(colleague)).toEqual([]);
    const find = async (order: string) =>
      (await member.send<Page>(`/api/documents?order=${order}`)).body.items.length;
    expect([await find(ofMember), await find(ofFounder)]).toEqual([1, 0]);

    const [received, paidByFounder] = await list(founder);
    const toPath = ({ number }: { number: string }) =>
      `/api/document.pdf?number=${encodeURIComponent(number)}`;
    const download = (by: Customer, of: { number: string }) =>
      fetch(`${open.stack.apiUrl}${toPath(of)}`, { headers: by.headers });
    for (const by of [member, founder]) {
      const pdf = await download(by, received!);
      expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    }
    expectRefusal(await colleague.send(toPath(received!)), 'not_found');
    expectRefusal(await member.send(toPath(paidByFounder!)), 'not_found');
    expectRefusal(await member.send('/api/documents.zip?year=2627'), 'forbidden');
    expect((await founder.remove(member.uid)).status).toBeLessThan(300);
    // They paid with their own money.
    expect((await download(member, received!)).status).toBe(200);
    expectRefusal(await member.send(toPath(paidByFounder!)), 'not_found');
    expect(await list(member)).toEqual([]);
    expectRefusal(await colleague.send(toPath(received!)), 'not_found');
  });

  test("an organization's admin sees its documents and sets its profile, a member does not", async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    expect((await setProfile(founder, registered)).status).toBe(200);
    expectRefusal(await setProfile(member, inKarnataka), 'forbidden');
    expect(await list(member)).toEqual([]);
    expect(await list(founder)).toEqual([]);
    expect((await founder.send('/api/billing-profile')).body).toMatchObject({
      profile: registered,
    });
  });

  test.each([
    ['a wrong check character', { gstin: '27AAPFU0939F1ZW' }, 'gstin'],
    ['another State', { stateCode: '29' }, 'stateCode'],
    ['a PIN of another State', { pin: '560001' }, 'pin'],
    ['a quote in the address', { address: '12 "Rose" Villa' }, 'address'],
    ['our own GSTIN', { gstin: testSupplier.gstin, stateCode: '29', pin: '560001' }, 'gstin'],
  ])('a profile with %s is refused at its field', async (_, changed, field) => {
    const customer = await createCustomer(open.stack);
    expectRefusal(await setProfile(customer, { ...registered, ...changed }), 'invalid', field);
  });

  test('documents are found by the order of their top-up and by their entry, only in the own wallet', async () => {
    const customer = await createCustomer(open.stack);
    const other = await createCustomer(open.stack);
    await topUp(customer, 100);
    const order = await topUp(customer, 200);
    const find = async (query: string, by = customer) =>
      (await by.send<Page>(`/api/documents?${query}`)).body.items.map(({ amount }) => amount);
    expect(await find(`order=${order}`)).toEqual([200]);
    expect(await find(`order=${order}`, other)).toEqual([]);
    const { seq } = (await customer.events()).items.find(({ amount }) => amount === 100)!;
    expect(await find(`seq=${seq}`)).toEqual([100]);
    expect(await find('seq=1')).toEqual([]);
  });

  test('a financial year is one zip of PDFs, which others do not have', async () => {
    const customer = await createCustomer(open.stack);
    await topUp(customer, 100);
    await topUp(customer, 200);
    const { years, items: documents } = (await customer.send<Page>('/api/documents')).body;
    const zip = await fetch(`${open.stack.apiUrl}/api/documents.zip?year=${years[0]}`, {
      headers: customer.headers,
    });
    expect(zip.headers.get('content-disposition')).toContain(`sachet-bills-${years[0]}.zip`);
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.keys(files)).toEqual(
      documents.map(({ number }) => `${number.replaceAll('/', '-')}.pdf`),
    );
    for (const bytes of Object.values(files)) {
      expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    }
    const other = await createCustomer(open.stack);
    expectRefusal(await other.send(`/api/documents.zip?year=${years[0]}`), 'not_found');
    expectRefusal(await customer.send('/api/documents.zip?year=26'), 'invalid', 'year');
  });

  test('the State is asked for until it was answered, also with "not now"', async () => {
    const asks = async (customer: Customer) =>
      (await customer.send<{ asksForState: boolean }>('/api/billing-profile')).body.asksForState;
    const [first, second] = [await createCustomer(open.stack), await createCustomer(open.stack)];
    expect(await asks(first)).toBe(true);
    await setProfile(first, { ...nothing, stateCode: '29' });
    await setProfile(second, nothing);
    expect(
      (await first.send<{ billingProfiles: object[] }>('/api/account/data')).body,
    ).toMatchObject({ billingProfiles: [{ stateCode: '29' }] });
    expect([await asks(first), await asks(second)]).toEqual([false, false]);
    expect((await first.send('/api/billing-profile')).body).toMatchObject({
      profile: { stateCode: '29' },
      isTaxed: true,
      mail: { address: null, isOn: true },
    });
  });

  test("a member's data has no billing details of the organization", async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    await setProfile(founder, { ...nothing, stateCode: '29' });
    const { body } = await member.send<{ billingProfiles: object[] }>('/api/account/data');
    expect(body.billingProfiles).toEqual([]);
  });

  test('only a super admin sets the supplier, from today on', async () => {
    const customer = await createCustomer(open.stack);
    expectRefusal(await setSupplier(testSupplier, istDay(Date.now()), customer), 'forbidden');
    expectRefusal(await setSupplier(testSupplier, '2026-01-01'), 'invalid', 'fromDay');
  });
});
