// Finance reads the register of documents and downloads returns and e-invoices.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { issueDocuments } from '@sachet/db/documents/issue';
import { readSuppliers } from '@sachet/db/documents/suppliers';
import type { ExportFile, ExportsResponse } from '@sachet/shared/contracts/admin-exports';
import type { RegisterPage, TaxMonth } from '@sachet/shared/contracts/admin-documents';
import { composeInvoice } from '@sachet/shared/documents/compose';
import { inKarnataka, registered, testSupplier } from '@sachet/shared/documents/testing/parties';
import { financialYear } from '@sachet/shared/documents/series';
import { istDay } from '@sachet/shared/ledger/calendar';
import { createCustomer, type AnyBody, type Customer } from '../testing/client.ts';
import { createPayer, openCounter, toCallback } from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

let open: AdministeredStack;
let finance: Customer;
let pool: ReturnType<typeof createPool>;
const today = istDay(Date.now());
const month = today.slice(0, 7);
const gstin = testSupplier.gstin!;
const year = financialYear(today);

async function topUp(customer: Customer, rupees: number): Promise<void> {
  const counter = openCounter(open.stack.razorpayUrl);
  const payer = createPayer(customer);
  const { orderId } = await payer.order(rupees);
  const paymentId = await counter.pay(orderId);
  expect((await payer.verify(toCallback(orderId, paymentId))).status).toBe(200);
}

/** Invoices are due after the month, so the test issues one itself. */
async function issueInvoice(walletId: string, recipient = registered): Promise<void> {
  const db = createKysely(pool);
  const supplier = (await readSuppliers(db)).at(-1)!;
  const content = composeInvoice(
    { supplier: supplier.settings, recipient, day: today },
    [
      {
        item: 'image',
        sac: '998319',
        rateBasisPoints: 1800,
        unitPaise: 9_00,
        quantity: 2,
        discountPaise: 0,
      },
    ],
    { advances: [], period: null },
  );
  const draft = { walletId, supplier, content, moves: [], seq: null, month: '2026-01' };
  await issueDocuments(db, [{ ...draft, againstId: null }]);
}

beforeAll(async () => {
  open = await openAdministeredStack({ withoutWorker: false });
  finance = await createCustomer(open.stack);
  await open.books.query('insert into finance_user (uid) values ($1)', [finance.uid]);
  pool = createPool(open.stack.database.appUrl);
  const json = { settings: testSupplier, fromDay: today };
  expect((await open.admins[0].send('/api/admin/supplier', { json })).status).toBe(200);
  const asha = await createCustomer(open.stack);
  await asha.send('/api/billing-profile', { json: inKarnataka });
  await topUp(asha, 499);
  const agency = await createCustomer(open.stack);
  await agency.send('/api/billing-profile', { json: { ...registered, name: '=Uttam, "LLP"' } });
  await topUp(agency, 100);
  await issueInvoice('wal_agency');
  await issueInvoice('wal_person', inKarnataka);
});
afterAll(async () => {
  await pool?.end();
  await open?.stop();
});

const list = async (query: Record<string, string> = {}) =>
  (
    await finance.send<RegisterPage>(
      `/api/admin/documents?${new URLSearchParams({ month, ...query })}`,
    )
  ).body;

/** Requests a file and returns its text. */
async function makeFile(json: object): Promise<{ file: ExportFile; text: string }> {
  const asked = await finance.send<ExportFile & AnyBody>('/api/admin/exports', { json });
  expect(asked.status).toBe(202);
  const find = async () =>
    (await finance.send<ExportsResponse>('/api/admin/exports')).body.exports.find(
      ({ id }) => id === asked.body.id,
    );
  await vi.waitFor(async () => expect((await find())?.status).toBe('done'), {
    timeout: 60_000,
    interval: 100,
  });
  const file = (await find())!;
  return { file, text: await (await fetch(open.stack.apiUrl + file.url!)).text() };
}

describe('the register', () => {
  test('lists the documents of a month with their sums, filtered by kind and recipient', async () => {
    const { documents, sums, nextBefore } = await list();
    expect(documents.map(({ number }) => number)).toEqual([
      `TI/${year}/000002`,
      `TI/${year}/000001`,
      `RV/${year}/000002`,
      `RV/${year}/000001`,
    ]);
    expect(nextBefore).toBeNull();
    expect(documents[3]).toMatchObject({
      kind: 'receipt-voucher',
      day: today,
      gstin,
      recipient: inKarnataka.name,
      recipientGstin: null,
      placeOfSupply: '29',
      taxable: 422.88,
      cgst: 38.06,
      sgst: 38.06,
      igst: 0,
      total: 499,
    });
    expect(sums?.find(({ kind }) => kind === 'receipt-voucher')).toEqual({
      kind: 'receipt-voucher',
      documents: 2,
      discount: 0,
      taxable: 507.63,
      cgst: 38.06,
      sgst: 38.06,
      igst: 15.25,
      total: 599,
    });
    const filtered = await list({ kind: 'tax-invoice', recipient: 'registered', gstin });
    expect(filtered.documents.map(({ number }) => number)).toEqual([`TI/${year}/000001`]);
    const older = await list({ before: String(documents[1]!.id) });
    expect([older.documents.length, older.sums]).toEqual([2, null]);
    expect((await list({ month: '2020-01' })).documents).toEqual([]);
  });

  test.each([
    ['month', 'today'],
    ['month', '2026-13'],
    ['kind', 'bill'],
    ['gstin', "29' or 1=1"],
    ['before', '0'],
  ])('refuses the %s "%s"', async (field, value) => {
    const query = new URLSearchParams({ month, [field]: value });
    expectRefusal(await finance.send(`/api/admin/documents?${query}`), 'invalid', field);
  });

  test('as CSV has every document, and no cell that a spreadsheet reads as a formula', async () => {
    const { file, text } = await makeFile({ what: 'documents', month });
    expect([file.rows, file.fileName]).toEqual([4, `sachet-documents-${month}.csv`]);
    const lines = text.split('\r\n');
    expect(lines[0]).toContain('day,number,kind,supplier_gstin,wallet,recipient');
    expect(text).toContain(
      `"'=Uttam, ""LLP""",27AAPFU0939F1ZV,27,,0.00,84.75,0.00,0.00,15.25,100.00`,
    );
    const audit = `select action from admin_audit where details->>'exportId' = $1`;
    expect(await open.books.query(audit, [file.id])).toEqual([{ action: 'export-books' }]);
    const invoices = await makeFile({ what: 'documents', month, kind: 'tax-invoice' });
    expect(invoices.file.rows).toBe(2);
  });
});

describe('the return', () => {
  test('is a file for the GST portal, and the same as CSV', async () => {
    const asked = { what: 'gstr-1', month, gstin };
    const { file, text } = await makeFile({ ...asked, format: 'json' });
    expect(file.fileName).toBe(`sachet-gstr-1-${gstin}-${month}.json`);
    expect(JSON.parse(text)).toMatchObject({
      gstin,
      fp: month.slice(5) + month.slice(0, 4),
      b2b: [{ ctin: registered.gstin, inv: [{ inum: `TI/${year}/000001`, val: 18 }] }],
      b2cs: [{ pos: '29', txval: 15.26, camt: 1.37, samt: 1.37 }],
      at: [
        { pos: '27', itms: [{ rt: 18, ad_amt: 84.75, iamt: 15.25 }] },
        { pos: '29', itms: [{ rt: 18, ad_amt: 422.88, camt: 38.06, samt: 38.06 }] },
      ],
    });
    const csv = await makeFile({ ...asked, format: 'csv' });
    expect(csv.text).toContain('11A,,,,29-Karnataka,INTRA,,18,422.88,0.00,38.06,38.06');
    const other = await makeFile({ ...asked, gstin: registered.gstin, format: 'json' });
    expect(other.file.rows).toBe(0);
  });

  test('of a month and what is due are the same on the page', async () => {
    const { body } = await finance.send<TaxMonth>(`/api/admin/tax-month?month=${month}`);
    const [liability] = body.liabilities;
    expect(liability!.gstin).toBe(gstin);
    expect(liability!.parts.find(({ part }) => part === 'advances-received')).toEqual({
      part: 'advances-received',
      documents: 2,
      taxable: 507.63,
      cgst: 38.06,
      sgst: 38.06,
      igst: 15.25,
    });
    expect(liability!.due).toEqual({ taxable: 538.14, cgst: 39.43, sgst: 39.43, igst: 18 });
    expect(body.use).toMatchObject({ revenue: 0, difference: 0 });
    expectRefusal(await finance.send('/api/admin/tax-month?month=2026'), 'invalid', 'month');
  });
});

describe('e-invoices', () => {
  test('each B2B invoice has one to download, and other documents have none', async () => {
    const path = (number: string) =>
      `/api/admin/documents/e-invoice?${new URLSearchParams({ number })}`;
    const answer = await fetch(open.stack.apiUrl + path(`TI/${year}/000001`), {
      headers: finance.headers,
    });
    expect(answer.headers.get('content-disposition')).toContain(`e-invoice-TI-${year}-000001.json`);
    const json = await answer.json();
    expect(json).toMatchObject({
      Version: '1.1',
      DocDtls: { Typ: 'INV', No: `TI/${year}/000001` },
      BuyerDtls: { Gstin: registered.gstin, Pos: '27' },
      ValDtls: { AssVal: 15.25, IgstVal: 2.75, TotInvVal: 18 },
    });
    expectRefusal(await finance.send(path(`TI/${year}/000002`)), 'invalid', 'number');
    expectRefusal(await finance.send(path(`RV/${year}/000001`)), 'invalid', 'number');
    expectRefusal(await finance.send(path(`TI/${year}/000009`)), 'not_found');
    const { file, text } = await makeFile({ what: 'e-invoices', month, gstin });
    expect(file.rows).toBe(1);
    expect(JSON.parse(text)).toEqual([json]);
    const none = await makeFile({ what: 'e-invoices', month: '2020-01', gstin });
    expect(JSON.parse(none.text)).toEqual([]);
  });
});
