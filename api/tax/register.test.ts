// Finance reads the register of documents, downloads returns and e-invoices, and stores the portal's answers.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPapers } from '@sachet/db/tax/testing/papers';
import { walletCalled } from '@sachet/db/testing/ledger-story';
import type { ExportFile, ExportsResponse } from '@sachet/shared/finance/contracts/admin-exports';
import type { SupplierAdvances } from '@sachet/shared/tax/contracts/documents';
import type { RegisterPage, TaxMonth } from '@sachet/shared/tax/contracts/admin-documents';
import { inKarnataka, registered, testSupplier } from '@sachet/shared/tax/testing/parties';
import { lastIstMonths } from '@sachet/shared/time';
import { createCustomer, type AnyBody, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';
import { createSuperAdmin } from '../testing/super-admin.ts';

let open: OpenStack;
let finance: Customer;
/** Money came in in the first, was used in the second, and was invoiced at its end. */
const [before, month, after] = lastIstMonths(Date.now(), 4) as [string, string, string];
const gstin = testSupplier.gstin!;

beforeAll(async () => {
  const papers = await openPapers(`${before}-05T10:00:00+05:30`);
  await papers.supply();
  const agency = await walletCalled(papers, 'wal_agency');
  const asha = await walletCalled(papers, 'wal_asha');
  await papers.bill(agency, { ...registered, name: '=Uttam, LLP' });
  await papers.bill(asha, inKarnataka);
  for (const walletId of [agency, asha]) await papers.topUp(walletId, 100_00);
  await papers.setTime(`${month}-01T00:30:00+05:30`);
  for (const walletId of [agency, asha]) {
    await papers.charge(walletId, 9_00);
    await papers.charge(walletId, 9_00);
  }
  await papers.issue(1);
  await papers.setTime(`${month}-02T10:00:00+05:30`);
  await papers.topUp(asha, 499_00);
  await papers.topUp(agency, 100_00);
  await papers.setTime(`${after}-01T00:30:00+05:30`);
  await papers.issue(1);
  await papers.setTime(new Date().toISOString());
  await papers.close();
  open = await openStack({ database: papers.database });
  finance = await createCustomer(open.stack);
  await open.books.query('insert into finance_user (uid) values ($1)', [finance.uid]);
});
afterAll(() => open?.stop());

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
    const { items: documents, sums, next } = await list();
    expect(documents.map(({ kind, walletId }) => [kind, walletId])).toEqual([
      ['tax-invoice', 'wal_asha'],
      ['tax-invoice', 'wal_agency'],
      ['receipt-voucher', 'wal_agency'],
      ['receipt-voucher', 'wal_asha'],
    ]);
    expect(next).toBeNull();
    expect(documents[3]).toMatchObject({
      day: `${month}-02`,
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
    expect(filtered.items.map(({ walletId }) => walletId)).toEqual(['wal_agency']);
    expect((await list({ month: '2020-01' })).items).toEqual([]);
  });

  test.each([
    ['month', 'today'],
    ['month', '2026-13'],
    ['kind', 'bill'],
    ['gstin', "29' or 1=1"],
    ['after', 'nonsense'],
  ])('refuses the %s "%s"', async (field, value) => {
    const query = new URLSearchParams({ month, [field]: value });
    expectRefusal(await finance.send(`/api/admin/documents?${query}`), 'invalid', field);
  });

  test('as CSV has every document, and no cell that a spreadsheet reads as a formula', async () => {
    const { file, text } = await makeFile({ what: 'documents', month });
    expect([file.rows, file.fileName]).toEqual([4, `sachet-documents-${month}.csv`]);
    const lines = text.split('\r\n');
    expect(lines[0]).toContain('day,number,kind,supplier_gstin,wallet,recipient');
    expect(text).toContain(`"'=Uttam, LLP",27AAPFU0939F1ZV,27,,0.00,84.75,0.00,0.00,15.25,100.00`);
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
      b2b: [{ ctin: registered.gstin, inv: [{ val: 18 }] }],
      b2cs: [{ pos: '29', txval: 15.26, camt: 1.37, samt: 1.37 }],
      at: [
        { pos: '27', itms: [{ rt: 18, ad_amt: 84.75, iamt: 15.25 }] },
        { pos: '29', itms: [{ rt: 18, ad_amt: 422.88, camt: 38.06, samt: 38.06 }] },
      ],
      txpd: [
        { pos: '27', itms: [{ rt: 18, ad_amt: 15.26, iamt: 2.74 }] },
        { pos: '29', itms: [{ rt: 18, ad_amt: 15.24, camt: 1.38, samt: 1.38 }] },
      ],
    });
    const csv = await makeFile({ ...asked, format: 'csv' });
    expect(csv.text).toContain('11A,,,,29-Karnataka,INTRA,,18,422.88,0.00,38.06,38.06');
    const other = await makeFile({ ...asked, gstin: registered.gstin, format: 'json' });
    expect(other.file.rows).toBe(0);
  });

  test('of a month and what is due are the same on the page, and use agrees with the ledger', async () => {
    const readMonth = async (of: string) =>
      (await finance.send<TaxMonth>(`/api/admin/tax-month?month=${of}`)).body;
    const body = await readMonth(month);
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
    expect(liability!.due).toEqual({ taxable: 507.64, cgst: 38.05, sgst: 38.05, igst: 15.26 });
    expect(body.use).toEqual({
      used: 36,
      revenue: 30.51,
      taxable: 30.51,
      tax: 5.49,
      discount: 0,
      notInvoiced: 0,
      unregistered: 0,
      difference: 0,
    });
    expect(body.documents).toEqual(await list());
    expectRefusal(await finance.send('/api/admin/tax-month?month=2026'), 'invalid', 'month');
  });
});

describe('e-invoices', () => {
  test('each B2B invoice has one to download, and other documents have none', async () => {
    const { items: documents } = await list();
    const [consumer, business, voucher] = documents.map(({ number }) => number);
    const path = (number = '') =>
      `/api/admin/documents/e-invoice?${new URLSearchParams({ number })}`;
    const answer = await fetch(open.stack.apiUrl + path(business), { headers: finance.headers });
    const name = `e-invoice-${business!.replaceAll('/', '-')}.json`;
    expect(answer.headers.get('content-disposition')).toContain(name);
    const json = await answer.json();
    expect(json).toMatchObject({
      Version: '1.1',
      DocDtls: { Typ: 'INV', No: business },
      BuyerDtls: { Gstin: registered.gstin, Pos: '27' },
      ValDtls: { AssVal: 15.25, IgstVal: 2.75, TotInvVal: 18 },
    });
    expectRefusal(await finance.send(path(consumer)), 'invalid', 'number');
    expectRefusal(await finance.send(path(voucher)), 'invalid', 'number');
    expectRefusal(await finance.send(path(business!.replace(/.$/, '9'))), 'not_found');
    const { file, text } = await makeFile({ what: 'e-invoices', month, gstin });
    expect(file.rows).toBe(1);
    expect(JSON.parse(text)).toEqual([json]);
    const none = await makeFile({ what: 'e-invoices', month: '2020-01', gstin });
    expect(JSON.parse(none.text)).toEqual([]);
  });
});

/** The portal's answer to the e-invoice of a document; `changed` replaces parts of its signed code. */
function answerTo(
  { number, day, total }: { number: string; day: string; total: number },
  changed: Record<string, unknown> = {},
) {
  const firstYear = Number(day.slice(0, 4)) - (day.slice(5, 7) < '04' ? 1 : 0);
  const year = `${firstYear}-${String((firstYear + 1) % 100).padStart(2, '0')}`;
  const irn = createHash('sha256').update(`${gstin}${year}INV${number}`).digest('hex');
  const data = {
    SellerGstin: gstin,
    BuyerGstin: registered.gstin,
    DocNo: number,
    DocTyp: 'INV',
    DocDt: day.split('-').toReversed().join('/'),
    TotInvVal: total,
    ItemCnt: 1,
    MainHsnCode: '998319',
    Irn: irn,
    IrnDt: `${day} 10:15:00`,
    ...changed,
  };
  const encode = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
  const claims = { data: JSON.stringify(data), iss: 'NIC' };
  return {
    Irn: irn,
    AckNo: 112_010_036_563_310,
    AckDt: `${day} 10:15:00`,
    SignedQRCode: `${encode({ alg: 'RS256' })}.${encode(claims)}.${'s'.repeat(342)}`,
    SignedInvoice: 'signed',
    Status: 'ACT',
  };
}

const signInvoice = ({ Irn, AckNo, AckDt }: ReturnType<typeof answerTo>) =>
  `a.${Buffer.from(JSON.stringify({ data: JSON.stringify({ Irn, AckNo, AckDt }) })).toString('base64url')}.b`;

describe("the portal's answers", () => {
  const post = (answers: unknown[]) =>
    finance.send<{ stored: number; known: number } & AnyBody>(
      '/api/admin/documents/e-invoice-answers',
      { json: { answers } },
    );
  const findInvoices = async () => {
    const { items: documents } = await list({ kind: 'tax-invoice' });
    const [consumer, business] = documents;
    return { consumer: consumer!, business: business! };
  };
  const readStored = () => open.books.query('select irn, ack_number from e_invoice');
  const readAudit = () =>
    open.books.query(`select details from admin_audit where action = 'e-invoice-answers'`);

  test('that differ from their document are refused, and then none is stored', async () => {
    const { business, consumer } = await findInvoices();
    const good = answerTo(business);
    const bad: [object, RegExp][] = [
      [{ ...good, Irn: 'x' }, /64 characters/],
      [{ ...good, Irn: 'ab'.repeat(32) }, /the IRN differs/],
      [{ ...good, AckNo: '=1+1' }, /acknowledgement/],
      [{ ...good, AckDt: 'today' }, /date/],
      [{ ...good, SignedQRCode: 'a.b.c' }, /cannot be read/],
      [{ ...good, SignedQRCode: `a.${'b'.repeat(3_000)}.c` }, /2000/],
      [answerTo(business, { Irn: 'ab'.repeat(32) }), /IRN in the signed code differs/],
      [answerTo(business, { TotInvVal: business.total + 1 }), /total differs/],
      [answerTo(business, { BuyerGstin: gstin }), /recipient’s GSTIN differs/],
      [answerTo(business, { SellerGstin: registered.gstin }), /supplier’s GSTIN differs/],
      [answerTo(business, { DocTyp: 'CRN' }), /kind differs/],
      [answerTo(business, { DocDt: '01/01/2020' }), /date differs/],
      [answerTo({ ...business, number: 'TI/2627/009999' }), /no document/],
      [answerTo(consumer), /GSTIN/],
      [{ ...good, AckDt: `${month}-32 10:15:00` }, /date/],
      [{ ...good, AckDt: '2020-01-01 10:15:00' }, /before the document/],
      [{ ...good, SignedInvoice: signInvoice({ ...good, AckNo: 7 }) }, /acknowledgement differs/],
      [{ ...good, SignedInvoice: signInvoice({ ...good, Irn: 'x' }) }, /IRN in the signed invoice/],
    ];
    for (const [answer, message] of bad) {
      const refused = await post([good, answer]);
      expect(refused.status).toBe(400);
      expect(refused.body.error).toMatch(message);
    }
    expectRefusal(await post([]), 'invalid', 'answers');
    expectRefusal(await post(Array.from({ length: 101 }, () => good)), 'invalid', 'answers');
    expect(await readStored()).toEqual([]);
    expect(await readAudit()).toEqual([]);
  });

  test('are stored once and audited, and the document itself does not change', async () => {
    const { business } = await findInvoices();
    const read = `select content, encode(hash, 'hex') as hash from document where number = $1`;
    const before = await open.books.query(read, [business.number]);
    const answer = answerTo(business);
    expect((await post([answer])).body).toEqual({ stored: 1, known: 0 });
    const signed = { ...answer, SignedInvoice: signInvoice(answer) };
    expect((await post([signed])).body).toEqual({ stored: 0, known: 1 });
    const contradiction = await post([{ ...answer, AckNo: '999999' }]);
    expectRefusal(contradiction, 'invalid', 'answers');
    expect(contradiction.body.error).toMatch(/112010036563310 is stored already/);
    expect(await readStored()).toEqual([{ irn: answer.Irn, ack_number: '112010036563310' }]);
    expect(await readAudit()).toEqual([{ details: { numbers: [business.number] } }]);
    expect(await open.books.query(read, [business.number])).toEqual(before);
    expect((await findInvoices()).business.irn).toBe(answer.Irn);
    const change = open.books.query(`update e_invoice set ack_number = '1'`);
    await expect(change).rejects.toThrow('append-only');
    await open.stack.database.verify();
  });
});

describe('advances of registrations', () => {
  test('a super admin sees what is left, and closes neither the present registration nor an unknown one', async () => {
    const admin = await createSuperAdmin(open);
    const read = await admin.send<SupplierAdvances>('/api/admin/supplier-advances');
    expect(read.body.registrations).toEqual([
      { gstin, isPresent: true, wallets: 2, amount: 763, tax: expect.any(Number), closing: null },
    ]);
    // Only earlier registrations have a list.
    expect(read.body.vouchers).toEqual([]);
    for (const refused of [gstin, registered.gstin]) {
      const json = { gstin: refused };
      expectRefusal(await admin.send('/api/admin/supplier-advances', { json }), 'invalid', 'gstin');
    }
  });
});
