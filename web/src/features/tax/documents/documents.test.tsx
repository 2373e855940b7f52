import type { DocumentPage } from '@sachet/shared/tax/contracts/documents';
import { abroad, inKarnataka, registered } from '@sachet/shared/tax/testing/parties';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useLiveUpdates } from '../../../api/hooks';
import { expectAccess, expectReadable } from '../../../testing/access';
import { watchDownloads } from '../../../testing/downloads';
import { button, mount, mountPages, see } from '../../../testing/mount';
import { figuresAfter, signIn, someBillingDetails } from '../../../testing/people';
import {
  allow,
  announce,
  answer,
  answerFile,
  keepBack,
  refuse,
  requestsTo,
} from '../../../testing/server';
import { AddMoney } from '../../payments/top-up/AddMoney';
import { TopUpEnd } from '../../payments/top-up/TopUpEnd';
import { DocumentsPage } from './DocumentsPage';
import { EntryDocuments } from './DownloadDocument';
import { VerifyDocumentPage } from './VerifyDocumentPage';

const { profile } = someBillingDetails();
const some = (changed: Partial<DocumentPage> = {}): DocumentPage => ({
  isIssuing: false,
  items: [
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
  years: ['2627'],
  next: null,
  ...changed,
});

describe('the bills of a wallet', () => {
  beforeEach(() => {
    signIn();
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
    answerFile('GET /api/documents.zip', { name: 'sachet-bills-2627.zip', text: 'PK' });
    await page.getByRole('button', { name: 'Year 2026–27 (ZIP)' }).click();
    await expect.poll(() => files[1]?.name).toBe('sachet-bills-2627.zip');
    expect(requestsTo('GET /api/documents.zip')[0]?.search.get('year')).toBe('2627');
    await expectReadable('the page of bills');
  });

  test('with a supplier that is not registered the page says why there is no tax bill', async () => {
    await show(some({ supplier: 'unregistered' }));
    await see(page.getByText('Sachet is not registered for GST'));
  });

  test.each([
    ['none', 'Sachet does not issue bills yet; your statement lists every payment.'],
    ['unregistered', 'Your bills appear here after you add money.'],
    ['registered', 'Your bills appear here after you add money.'],
  ] as const)(
    'without bills of a supplier that is %s the page has one sentence about them',
    async (supplier, sentence) => {
      await show(some({ items: [], years: [], supplier }));
      await see(page.getByRole('status').getByText(sentence));
      await see(
        supplier === 'none'
          ? page.getByRole('link', { name: 'See statement' })
          : button('Add funds'),
      );
      for (const other of [/No bills/, /A receipt for every top-up/, /not registered for GST/]) {
        expect(page.getByText(other).query()).toBeNull();
      }
    },
  );

  test('a member without the admin role has the receipts of their own payments, and reads that the admins have the rest', async () => {
    signIn({ profile: { accountType: 'organization', role: 'user' } });
    await show(some({ items: [some().items[1]!], years: [] }));
    await see(page.getByText('Ask an admin of your organization for its other bills.'));
    await see(page.getByRole('button', { name: 'Download RV/2627/000001 as PDF' }));
    await expect.element(page.getByLabelText('State')).not.toBeInTheDocument();
    expect(requestsTo('GET /api/billing-profile')).toEqual([]);
  });

  test('the tax details ask for a missing State once invoices have tax', async () => {
    const missing = page.getByText('Your State is missing.');
    await show(some());
    await see(page.getByLabelText('State'));
    await expect.element(missing).not.toBeInTheDocument();
    answer('GET /api/billing-profile', someBillingDetails({ isTaxed: true }));
    await show(some());
    await see(missing);
    const saved = { ...profile, stateCode: '29' as const };
    answer('POST /api/billing-profile', saved);
    await page.getByLabelText('State').selectOptions('29');
    await page.getByRole('button', { name: 'Save details' }).click();
    await expect.element(missing).not.toBeInTheDocument();
  });

  test('a GSTIN chooses the State, and a typing error is shown before anything is sent', async () => {
    await show(some());
    const gstin = page.getByLabelText('GSTIN, if you have one');
    await gstin.fill('27aapfu0939f1zw');
    await page.getByLabelText('Name').fill('Uttam Agency LLP');
    await page.getByLabelText('Address').fill('21 Nariman Point');
    await page.getByRole('button', { name: 'Save details' }).click();
    await see(page.getByText('There’s a typing error.'));
    await see(page.getByText('Your tax invoice needs this.'));
    await expect.element(page.getByText('The State differs')).not.toBeInTheDocument();
    expect(requestsTo('POST /api/billing-profile')).toEqual([]);
    await page.getByLabelText('PIN code').fill('400021');
    await gstin.fill('27aapfu0939f1zv');
    await expect.element(page.getByLabelText('State')).toHaveValue('27');
    const saved = {
      ...profile,
      name: 'Uttam Agency LLP',
      address: '21 Nariman Point',
      pin: '400021',
      stateCode: '27' as const,
      gstin: '27AAPFU0939F1ZV',
    };
    answer('POST /api/billing-profile', saved);
    await page.getByRole('button', { name: 'Save details' }).click();
    await see(page.getByText('Saved for your next bills.'));
    expect(requestsTo('POST /api/billing-profile')[0]?.body).toEqual(saved);
  });

  test.each([
    ['Address', 'x'.repeat(2_000), 'Shorten this to 200 characters.'],
    ['Name', 'Uttam \u{1f600}', 'Use Latin or Hindi letters, digits and punctuation only.'],
    ['PIN code', '012345', 'A PIN code has six digits.'],
    ['Address', '12 "Rose" Villa', 'Remove double quotes and backslashes.'],
    ['GSTIN, if you have one', '27MUMA01234E1D5', 'This number is for tax deducted'],
  ])(
    'the field %s says what is wrong with its text, and nothing is sent',
    async (field, text, words) => {
      await show(some());
      await page.getByLabelText(field).fill(text);
      await page.getByRole('button', { name: 'Save details' }).click();
      await see(page.getByText(words));
      await expect.element(page.getByLabelText(field)).toHaveAttribute('aria-invalid', 'true');
      expect(requestsTo('POST /api/billing-profile')).toEqual([]);
    },
  );

  test("a PIN code of another State is refused, in the page's language", async () => {
    const given = { ...profile, ...inKarnataka };
    answer('GET /api/billing-profile', someBillingDetails({ profile: given }));
    answer('GET /api/documents', some());
    await mount(<DocumentsPage />, { path: '/wallet/documents', language: 'hi' });
    await page.getByLabelText('पिन कोड').fill('110001');
    await button('जानकारी सेव करें').click();
    await see(page.getByText('यह पिन कोड किसी और राज्य का है।'));
    expect(requestsTo('POST /api/billing-profile')).toEqual([]);
  });

  test('our own GSTIN, which the server refuses, is named at its field', async () => {
    answer('GET /api/billing-profile', someBillingDetails({ profile: registered }));
    refuse('POST /api/billing-profile', 'invalid', 'gstin');
    await show(some());
    await button('Save details').click();
    await see(page.getByText('This is our own GSTIN. Enter that of your business.'));
  });

  test('a GSTIN offers the Special Economic Zone, and "Outside India" asks for the country instead', async () => {
    answer('GET /api/billing-profile', someBillingDetails({ profile: registered }));
    answer('POST /api/billing-profile', ({ body }) => body as typeof profile);
    await show(some());
    await page.getByRole('switch', { name: 'In a Special Economic Zone' }).click();
    await button('Save details').click();
    await see(page.getByText('Saved for your next bills.'));
    expect(requestsTo('POST /api/billing-profile')[0]?.body).toEqual({
      ...registered,
      isSez: true,
    });
    await page.getByLabelText('GSTIN, if you have one').fill('');
    await page.getByLabelText('State').selectOptions('96');
    await button('Save details').click();
    await see(page.getByText('Choose your country.').first());
    await page.getByLabelText('Country').selectOptions('US');
    await page.getByLabelText('Name').fill(abroad.name);
    await page.getByLabelText('Address').fill(abroad.address);
    await button('Save details').click();
    await expect.poll(() => requestsTo('POST /api/billing-profile').length).toBe(2);
    expect(requestsTo('POST /api/billing-profile')[1]?.body).toEqual(abroad);
    await expectAccess('the billing details of a recipient abroad');
  });

  test('the mails of payments can be turned off, and need a verified address', async () => {
    allow('POST /api/bill-mails');
    await show(some());
    const mails = page.getByRole('switch', { name: 'Email me each bill' });
    await expect.element(mails).toBeChecked();
    await see(page.getByText('As a PDF to asha@people.test.'));
    await mails.click();
    await expect.element(mails).not.toBeChecked();
    expect(requestsTo('POST /api/bill-mails')[0]?.body).toEqual({ isOn: false });
  });

  test('the switch of the mails keeps a change that was made while the details were saved', async () => {
    allow('POST /api/bill-mails');
    const details = someBillingDetails();
    answer('POST /api/billing-profile', details.profile);
    await show(some());
    const mails = page.getByRole('switch', { name: 'Email me each bill' });
    await expect.element(mails).toBeChecked();
    const release = keepBack('POST /api/billing-profile');
    await button('Save details').click();
    await expect.poll(() => requestsTo('POST /api/billing-profile').length).toBe(1);
    await mails.click();
    await expect.element(mails).not.toBeChecked();
    release();
    await see(page.getByText('Saved for your next bills.'));
    await expect.element(mails).not.toBeChecked();
  });

  test('without a verified address the switch of the mails is off', async () => {
    answer('GET /api/billing-profile', someBillingDetails({ mail: { address: null, isOn: true } }));
    await show(some());
    await expect.element(page.getByRole('switch', { name: 'Email me each bill' })).toBeDisabled();
    await see(page.getByText('Verify your email address first.'));
  });
});

describe('the State, asked with the first top-up', () => {
  const question = page.getByLabelText('Your State, for the tax on your bill (optional)');
  const show = () =>
    mount(
      <AddMoney
        error={null}
        busy={false}
        typed="500"
        onType={() => undefined}
        purchase={null}
        onPay={() => undefined}
        onLeave={() => undefined}
      />,
    );
  beforeEach(() => {
    signIn();
    answer('GET /api/billing-profile', someBillingDetails({ asksForState: true }));
    answer('POST /api/billing-profile', ({ body }) => body as typeof profile);
  });

  test('choosing a State stores it, while the pay button stays enabled', async () => {
    await show();
    await question.selectOptions('29');
    await see(page.getByText('Saved for your bills.'));
    await expect.element(page.getByRole('button', { name: 'Pay ₹500' })).toBeEnabled();
    expect(requestsTo('POST /api/billing-profile')[0]?.body).toEqual({
      ...profile,
      stateCode: '29',
    });
    await expectAccess('the question for the State');
  });

  test('"Not now" removes the question and stores that it was asked', async () => {
    await show();
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.poll(() => requestsTo('POST /api/billing-profile')[0]?.body).toEqual(profile);
  });

  test('if the State cannot be stored, the question stays with the error', async () => {
    refuse('POST /api/billing-profile', 'unavailable');
    await show();
    await question.selectOptions('29');
    await see(page.getByRole('alert'));
    await expect.element(question).toHaveValue('');
  });

  test('a member and a user who has answered are not asked', async () => {
    answer('GET /api/billing-profile', someBillingDetails());
    await show();
    await see(page.getByRole('button', { name: 'Pay ₹500' }));
    await expect.element(question).not.toBeInTheDocument();
  });
});

test.each([
  ['a user', {}],
  ['a member of an organization', { accountType: 'organization', role: 'user' } as const],
])("%s downloads a top-up's voucher from the end of its payment", async (_, person) => {
  signIn({ profile: person });
  answer('GET /api/documents', some({ items: [some().items[1]!] }));
  answerFile('GET /api/document.pdf', { name: 'RV-2627-000001.pdf', text: '%PDF' });
  const files = watchDownloads();
  await mount(
    <TopUpEnd
      topUp={{
        orderId: 'order_1',
        amount: 499,
        status: 'credited',
        reason: null,
        wallet: figuresAfter(499),
        createdAt: new Date().toISOString(),
      }}
    />,
  );
  await page.getByRole('button', { name: 'Download RV/2627/000001 as PDF' }).click();
  await expect.poll(() => files[0]?.name).toBe('RV-2627-000001.pdf');
  expect(requestsTo('GET /api/documents')[0]?.search.get('order')).toBe('order_1');
});

test('a receipt that is being issued is announced, and is offered once it exists', async () => {
  signIn();
  answer('GET /api/documents', some({ items: [], isIssuing: true }));
  function Listening() {
    useLiveUpdates();
    return <EntryDocuments order="order_1" />;
  }
  await mount(<Listening />);
  await see(page.getByText('Your receipt is being issued.'));
  answer('GET /api/documents', some({ items: [some().items[1]!] }));
  await announce({ event: 'changed', id: 'documents' });
  await see(page.getByRole('button', { name: 'Download RV/2627/000001 as PDF' }));
  await expect.element(page.getByText('Your receipt is being issued.')).not.toBeInTheDocument();
});

describe('verifying a bill', () => {
  const show = (search = '?code=abababababababab') =>
    mountPages([{ path: '/verify/:number', element: <VerifyDocumentPage /> }], {
      path: `/verify/RV-2627-000001${search}`,
    });
  const genuine = {
    number: 'RV/2627/000001',
    kind: 'receipt-voucher' as const,
    day: '2026-10-05',
    amount: 499,
    supplier: { name: 'Sachet Studio', gstin: null },
  };
  const heading = page.getByRole('heading', { name: 'This bill is genuine' });
  const number = page.getByLabelText('Number of the bill');
  const code = page.getByLabelText('SHA-256, first 16 characters');

  test('a scanned code confirms the bill without a tap, and another bill can be verified', async () => {
    answer('GET /api/document/verify', genuine);
    await show();
    await see(heading);
    for (const words of ['₹499.00', 'Advance receipt', '5 Oct 2026', 'Sachet Studio']) {
      await see(page.getByText(words, { exact: true }));
    }
    const sent = requestsTo('GET /api/document/verify')[0]!.search;
    expect(Object.fromEntries(sent)).toEqual({
      number: 'RV/2627/000001',
      code: 'abababababababab',
    });
    await expectReadable('the page that has verified a bill');
    await button('Verify another bill').click();
    await expect.element(number).toHaveFocus();
    await expect.element(number).toHaveValue('');
  });

  test('a number without its SHA-256 is asked for it, and a typing error is shown before anything is sent', async () => {
    answer('GET /api/document/verify', genuine);
    await show('');
    await expect.element(number).toHaveValue('RV/2627/000001');
    await number.fill('RV 1');
    await code.fill('abab abab xyz');
    await button('Verify').click();
    await see(page.getByText('Enter it as printed, such as RV/2627/000001.'));
    await see(page.getByText('Enter at least 16 characters: digits, and letters from a to f.'));
    await expect.element(code).toHaveAttribute('aria-invalid', 'true');
    expect(requestsTo('GET /api/document/verify')).toEqual([]);
    await expectReadable('the page that verifies a bill');
    await number.fill('rv-2627-000001');
    await code.fill('ABAB ABAB ABAB ABAB');
    await button('Verify').click();
    await expect.element(heading).toHaveFocus();
    expect(Object.fromEntries(requestsTo('GET /api/document/verify')[0]!.search)).toEqual({
      number: 'rv-2627-000001',
      code: 'ABABABABABABABAB',
    });
  });

  test('a bill with another SHA-256 is reported as unknown, keeps what was entered, and can be tried again', async () => {
    refuse('GET /api/document/verify', 'not_found');
    await show();
    await see(page.getByRole('heading', { name: 'No bill has this number and SHA-256' }));
    await see(page.getByRole('link', { name: 'Tell us about it' }));
    await expect.element(code).toHaveValue('abababababababab');
    await expectReadable('the page that knows no such bill');
    answer('GET /api/document/verify', genuine);
    await button('Verify').click();
    await see(heading);
  });

  test('a failed request does not call the bill unknown, and can be repeated', async () => {
    refuse('GET /api/document/verify', 'rate_limited');
    await show();
    await see(page.getByText('Couldn’t verify the bill'));
    expect(page.getByText('No bill has this number').query()).toBeNull();
    answer('GET /api/document/verify', genuine);
    await button('Try again').click();
    await see(heading);
  });
});
