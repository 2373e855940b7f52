import type { BillingProfile } from '@sachet/shared/documents/content';
import type { DocumentPage } from '@sachet/shared/contracts/documents';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectReadable } from '../testing/access';
import { watchDownloads } from '../testing/downloads';
import { mount, see } from '../testing/mount';
import { signIn } from '../testing/people';
import { answer, answerFile, refuse, requestsTo } from '../testing/server';
import { DocumentsPage } from './DocumentsPage';
import { VerifyDocumentPage } from './VerifyDocumentPage';

const profile: BillingProfile = {
  name: '',
  address: '',
  pin: null,
  stateCode: null,
  gstin: null,
};
const some = (changed: Partial<DocumentPage> = {}): DocumentPage => ({
  documents: [
    {
      number: 'TI/2627/000002',
      kind: 'tax-invoice',
      day: '2026-11-01',
      amount: 81,
      month: '2026-10',
    },
    {
      number: 'RV/2627/000001',
      kind: 'receipt-voucher',
      day: '2026-10-05',
      amount: 499,
      month: null,
    },
  ],
  supplier: 'registered',
  nextBefore: null,
  ...changed,
});

describe('the bills of a wallet', () => {
  beforeEach(() => {
    signIn();
    answer('GET /api/billing-profile', profile);
  });
  const show = async (list: DocumentPage) => {
    answer('GET /api/documents', list);
    await mount(<DocumentsPage />, { path: '/wallet/documents' });
  };

  test('each bill can be downloaded under its number', async () => {
    answerFile('GET /api/document.pdf', { name: 'RV-2627-000001.pdf', text: '%PDF' });
    const files = watchDownloads();
    await show(some());
    await see(page.getByText('Tax invoice · Oct 2026'));
    await page.getByRole('button', { name: 'Download RV/2627/000001 as PDF' }).click();
    await expect.poll(() => files[0]?.name).toBe('RV-2627-000001.pdf');
    expect(requestsTo('GET /api/document.pdf')[0]?.search.get('number')).toBe('RV/2627/000001');
    await expectReadable('the page of bills');
  });

  test.each([
    ['none', 'Sachet does not issue bills yet.'],
    ['unregistered', 'Sachet is not registered for GST'],
  ] as const)(
    'with a supplier that is %s the page says why there is no tax bill',
    async (supplier, text) => {
      await show(some({ documents: [], supplier }));
      await see(page.getByText(text));
      await see(page.getByText('No bills yet'));
    },
  );

  test('a member who is no admin is told who has the bills', async () => {
    refuse('GET /api/documents', 'forbidden');
    await mount(<DocumentsPage />, { path: '/wallet/documents' });
    await see(page.getByText('Ask an admin of your organization for its bills.'));
  });

  test('a GSTIN chooses the State, and a typing error is shown before anything is sent', async () => {
    await show(some());
    const gstin = page.getByLabelText('GSTIN, if you have one');
    await gstin.fill('27aapfu0939f1zw');
    await page.getByLabelText('Name').fill('Uttam Agency LLP');
    await page.getByLabelText('Address').fill('21 Nariman Point');
    await page.getByRole('button', { name: 'Save details' }).click();
    await see(page.getByText('There’s a typing error.'));
    expect(requestsTo('POST /api/billing-profile')).toEqual([]);
    await gstin.fill('27aapfu0939f1zv');
    await expect.element(page.getByLabelText('State')).toHaveValue('27');
    const saved = {
      ...profile,
      name: 'Uttam Agency LLP',
      address: '21 Nariman Point',
      stateCode: '27' as const,
      gstin: '27AAPFU0939F1ZV',
    };
    answer('POST /api/billing-profile', saved);
    await page.getByRole('button', { name: 'Save details' }).click();
    await see(page.getByText('Saved for your next bills.'));
    expect(requestsTo('POST /api/billing-profile')[0]?.body).toEqual(saved);
  });
});

describe('verifying a bill', () => {
  const show = () =>
    mount(<VerifyDocumentPage />, { path: '/verify/RV-2627-000001?amount=499.00&hash=abab' });
  const genuine = {
    number: 'RV/2627/000001',
    kind: 'receipt-voucher' as const,
    day: '2026-10-05',
    amount: 499,
    supplier: { name: 'Sachet Studio', gstin: null },
    hash: 'ab'.repeat(32),
  };
  const check = () => page.getByRole('button', { name: 'Verify' }).click();

  test('the amount from the code is filled in, and the bill is confirmed', async () => {
    answer('GET /api/document/verify', genuine);
    await show();
    await page.getByLabelText('Number').fill('RV/2627/000001');
    await check();
    await see(page.getByRole('heading', { name: 'This bill is genuine' }));
    await expectReadable('the page that verifies a bill');
  });

  test('a copy with another hash and an unknown number are reported', async () => {
    answer('GET /api/document/verify', { ...genuine, hash: 'cd'.repeat(32) });
    await show();
    await page.getByLabelText('Number').fill('RV/2627/000001');
    await check();
    await see(page.getByText('this copy has another SHA-256'));
    refuse('GET /api/document/verify', 'not_found');
    await check();
    await see(page.getByText('No bill has this number and total.'));
  });
});
