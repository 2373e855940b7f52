import type {
  RegisteredDocument,
  RegisterPage,
  TaxMonth,
} from '@sachet/shared/tax/contracts/admin-documents';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectReadable } from '../../../testing/access';
import { findRows, long, signInAsFinance } from '../../../testing/admin';
import { watchDownloads } from '../../../testing/downloads';
import { button, mount, see } from '../../../testing/mount';
import { answer, keepBack, refuse, requestsTo } from '../../../testing/server';
import { FinancePage } from '../../finance/overview/FinancePage';

const gstin = '29AAGCB7383J1Z4';
const none = { taxable: 0, cgst: 0, sgst: 0, igst: 0 };
const use = {
  used: 57,
  revenue: 39.83,
  taxable: 33.9,
  tax: 6.1,
  discount: 10,
  notInvoiced: 7,
  unregistered: 0,
  difference: 0,
};
const taxMonth = (given: Partial<TaxMonth> = {}): TaxMonth => ({
  month: '2026-10',
  liabilities: [
    {
      gstin,
      parts: [
        { part: 'invoices-b2b', documents: 1, taxable: 22.88, cgst: 0, sgst: 0, igst: 4.12 },
        { part: 'invoices-b2c', documents: 1, taxable: 11.02, cgst: 0.99, sgst: 0.99, igst: 0 },
        { part: 'notes-b2b', documents: 1, taxable: 7.63, cgst: 0, sgst: 0, igst: 1.37 },
        { part: 'notes-b2c', documents: 0, ...none },
        { part: 'advances-received', documents: 2, taxable: 84.75, cgst: 0, sgst: 0, igst: 15.25 },
        { part: 'advances-adjusted', documents: 1, taxable: 22.88, cgst: 0, sgst: 0, igst: 4.12 },
      ],
      due: { taxable: 88.14, cgst: 0.99, sgst: 0.99, igst: 13.88 },
    },
  ],
  use,
  documents: register(),
  ...given,
});
const document = (given: Partial<RegisteredDocument> = {}): RegisteredDocument => ({
  id: 2,
  number: 'TI/2627/000001',
  kind: 'tax-invoice',
  day: '2026-10-01',
  gstin,
  walletId: 'wal_agency',
  recipient: 'Uttam Agency LLP',
  recipientGstin: '27AAPFU0939F1ZV',
  placeOfSupply: '27',
  against: null,
  irn: null,
  discount: 0,
  taxable: 22.88,
  cgst: 0,
  sgst: 0,
  igst: 4.12,
  total: 27,
  ...given,
});
const voucher = document({
  id: 1,
  number: 'RV/2627/000001',
  kind: 'receipt-voucher',
  recipient: '',
  recipientGstin: null,
  walletId: 'wal_asha',
});
const register = (given: Partial<RegisterPage> = {}): RegisterPage => ({
  items: [document(), voucher],
  sums: [
    {
      kind: 'tax-invoice',
      documents: 1234,
      discount: 0,
      taxable: 22.88,
      cgst: 0,
      sgst: 0,
      igst: 4.12,
      total: 27,
    },
  ],
  next: null,
  ...given,
});

const show = (search = '?view=gst&month=2026-10', settings = {}) =>
  mount(<FinancePage />, { path: `/admin/finance${search}`, ...settings });
const queryOf = (name: 'GET /api/admin/documents') =>
  Object.fromEntries(requestsTo(name).at(-1)!.search);

beforeEach(() => {
  signInAsFinance();
  answer('GET /api/admin/tax-month', taxMonth());
});

describe('what is due', () => {
  test('the return of a registration lists its sections, lowering ones negative, and the tax due', async () => {
    await show();
    const table = page.getByRole('table', { name: `Return of ${gstin}` });
    await see(table.getByRole('row', { name: /Invoices to businesses.*₹22.88.*₹4.12/ }));
    await see(table.getByRole('row', { name: /Credit notes to businesses.*−₹7.63.*−₹1.37/ }));
    await see(table.getByRole('row', { name: /Tax due.*₹88.14.*₹0.99.*₹0.99.*₹13.88/ }));
    await expectReadable('the GST of a month');
  });

  test('use is the sum of documents, bonus credit and what is not invoiced, and agrees with the ledger', async () => {
    await show();
    const section = page.getByRole('region', { name: /Use in Oct 2026/ });
    await see(section.getByRole('row', { name: /Not invoiced yet.*₹7.00/ }));
    await see(section.getByRole('row', { name: /Used, by the ledger.*₹57.00/ }));
    await see(page.getByText('Documents and ledger agree to the paisa.'));
  });

  test.each([
    [0.01, 'The ledger has ₹0.01 more than the documents.'],
    [-120.5, 'The ledger has ₹120.50 less than the documents.'],
  ])('a difference of %d rupees is named in red', async (difference, words) => {
    answer('GET /api/admin/tax-month', taxMonth({ use: { ...use, difference } }));
    await show();
    const text = page.getByText(words);
    await see(text);
    await expect.element(text).toHaveClass(/text-vermilion/);
    await see(page.getByText('Does not agree', { exact: true }));
  });

  test('a month without tax documents says so, and another month is asked for', async () => {
    answer('GET /api/admin/tax-month', ({ search }) =>
      taxMonth({ month: search.get('month')!, liabilities: [] }),
    );
    await show();
    await see(page.getByText('No tax documents in Oct 2026.'));
    await userEvent.fill(page.getByLabelText('Month'), '2026-09');
    await see(page.getByText('No tax documents in Sept 2026.'));
    expect(requestsTo('GET /api/admin/documents')).toEqual([]);
  });

  test('while a month is loading, the parts of the page have their places and their sizes', async () => {
    const release = keepBack('GET /api/admin/tax-month');
    await show();
    const parts = [
      page.getByRole('table', { name: /Return of/ }),
      page.getByRole('table', { name: /Use in Oct 2026/ }),
      page.getByRole('heading', { name: 'Documents' }),
    ];
    const places = () => parts.map((part) => part.element().getBoundingClientRect().toJSON());
    await see(parts[0]!);
    const before = places();
    release();
    await see(page.getByText('₹57.00'));
    expect(places()).toEqual(before);
  });

  test('while another month is loading, the previous one stays, and it is removed if that fails', async () => {
    await show();
    const used = page.getByText('₹57.00');
    await see(used);
    const release = keepBack('GET /api/admin/tax-month');
    await userEvent.fill(page.getByLabelText('Month'), '2026-09');
    await expect.poll(() => requestsTo('GET /api/admin/tax-month').length).toBe(2);
    await see(used);
    await see(page.getByRole('heading', { name: /Use in Oct 2026/ }));
    refuse('GET /api/admin/tax-month', 'rate_limited');
    release();
    await see(page.getByText('Failed to load the month'));
    expect(used.query()).toBeNull();
  });

  test('a return is requested as a file, and a refusal is shown', async () => {
    refuse('POST /api/admin/exports', 'rate_limited');
    await show();
    await page.getByRole('button', { name: 'GSTR-1 JSON' }).click();
    await see(page.getByRole('alert').getByText('Refused: rate_limited'));
    expect(requestsTo('POST /api/admin/exports').at(-1)!.body).toEqual({
      what: 'gstr-1',
      format: 'json',
      month: '2026-10',
      gstin,
    });
  });
});

describe('the register', () => {
  test('the first page comes with the month, and filters are sent', async () => {
    answer('GET /api/admin/documents', ({ search }) =>
      register({ items: search.has('kind') ? [document()] : [document(), voucher] }),
    );
    await show();
    await see(page.getByRole('row', { name: /Tax invoice.*1,234.*₹22.88/ }));
    await expect
      .poll(() => findRows(page.getByRole('table', { name: 'Documents' })).elements().length)
      .toBe(2);
    expect(requestsTo('GET /api/admin/documents')).toEqual([]);
    await page.getByRole('combobox', { name: 'Kind' }).selectOptions('Tax invoice');
    await page.getByRole('combobox', { name: 'Recipient' }).selectOptions('With a GSTIN');
    await expect
      .poll(() => queryOf('GET /api/admin/documents'))
      .toEqual({ month: '2026-10', kind: 'tax-invoice', recipient: 'registered' });
    await expect
      .poll(() => findRows(page.getByRole('table', { name: 'Documents' })).elements().length)
      .toBe(1);
    await button('Clear filters').click();
    // A recipient without a name is its wallet.
    await expect
      .element(page.getByRole('link', { name: 'wal_asha' }))
      .toHaveAttribute('href', '/admin/ledger?wallet=wal_asha');
  });

  test('an e-invoice is downloaded where a document has one', async () => {
    answer('GET /api/admin/documents/e-invoice', { Version: '1.1' });
    const downloads = watchDownloads();
    await show();
    const buttons = page.getByRole('button', { name: /Download the e-invoice/ });
    await expect.poll(() => buttons.elements().length).toBe(1);
    await buttons.click();
    await expect
      .poll(() => downloads.map(({ name }) => name))
      .toEqual(['e-invoice-TI-2627-000001.json']);
  });

  test('the portal’s answers are uploaded, and a registered document shows its IRN', async () => {
    answer('POST /api/admin/documents/e-invoice-answers', { stored: 1, known: 0 });
    await show();
    const upload = page.getByLabelText('Upload the portal’s answers', { exact: true }).first();
    const send = (text: string) => userEvent.upload(upload, new File([text], 'answer.json'));
    await send('{"Irn":');
    await see(page.getByText(/This file has no answers of the portal/));
    const irn = 'ab'.repeat(32);
    const registered = register({ items: [document({ irn }), voucher] });
    answer('GET /api/admin/tax-month', taxMonth({ documents: registered }));
    const portal = {
      Irn: irn,
      AckNo: 112010036563310,
      AckDt: '2026-12-01 10:15:00',
      SignedQRCode: 'a.b.c',
    };
    await send(JSON.stringify([portal]));
    await see(page.getByText(/Stored: 1\. Known already: 0\./));
    await see(page.getByText('IRN', { exact: true }));
    expect(requestsTo('POST /api/admin/documents/e-invoice-answers')).toMatchObject([
      { body: { answers: [portal] } },
    ]);
    expect(page.getByRole('button', { name: /Download the e-invoice/ }).elements()).toEqual([]);
  });

  test('a long name and the largest amounts fit a phone', async () => {
    const documents = [
      document({ recipient: long.name, walletId: long.id, total: long.rupees, igst: long.rupees }),
    ];
    answer('GET /api/admin/tax-month', taxMonth({ documents: register({ items: documents }) }));
    await show(undefined, { phone: true });
    await see(page.getByText(long.name));
    await expectReadable('a long register');
  });
});
