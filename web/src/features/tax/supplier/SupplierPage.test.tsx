import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { testSupplier } from '@sachet/shared/tax/testing/parties';
import { expectAccess, expectToFit } from '../../../testing/access';
import { signInAsSuperAdmin } from '../../../testing/admin';
import { mount, see } from '../../../testing/mount';
import { answer, refuse, requestsTo } from '../../../testing/server';
import { SupplierPage } from './SupplierPage';

beforeEach(() => {
  signInAsSuperAdmin();
  answer('GET /api/admin/supplier-advances', { registrations: [], vouchers: [] });
});
const version = { validFrom: '2026-11-01T00:00:00.000Z', settings: testSupplier };
const show = (suppliers: (typeof version)[]) => {
  answer('GET /api/admin/supplier', { suppliers });
  return mount(<SupplierPage />, { path: '/admin/supplier' });
};

test('before the first version the page says that nothing is issued', async () => {
  await show([]);
  await see(page.getByText('No tax document is issued until you save the first version.'));
  await expectToFit('the supplier page');
});

test('a new version starts from the newest one, and a refusal is shown at its field', async () => {
  await show([version]);
  await expect.element(page.getByLabelText('Legal name')).toHaveValue(testSupplier.legalName);
  refuse('POST /api/admin/supplier', 'invalid', 'settings.pin');
  await page.getByRole('button', { name: 'Save version' }).click();
  await expect.element(page.getByLabelText('PIN code')).toHaveAttribute('aria-invalid', 'true');
  answer('POST /api/admin/supplier', { suppliers: [version] });
  await page.getByLabelText('PIN code').fill('560025');
  await page.getByRole('button', { name: 'Save version' }).click();
  await see(page.getByText('Saved.'));
  expect(requestsTo('POST /api/admin/supplier').at(-1)?.body).toMatchObject({
    settings: testSupplier,
  });
  await expectAccess('the supplier page');
});

const left = {
  gstin: testSupplier.gstin!,
  isPresent: true,
  wallets: 3,
  amount: 8652,
  tax: 1319.82,
  closing: null,
};

test('a version of another registration warns of the advances that stay behind', async () => {
  answer('GET /api/admin/supplier-advances', { registrations: [left], vouchers: [] });
  await show([version]);
  const gstin = page.getByLabelText('GSTIN');
  await expect.element(gstin).toHaveValue(testSupplier.gstin!);
  const warning = page.getByText(/^Advances of ₹8,652.00, of which tax ₹1,319.82, stay with 29/);
  expect(warning.query()).toBeNull();
  await gstin.fill('27AAPFU0939F1ZV');
  await see(warning);
});

test.each([
  { language: 'en', phone: false },
  { language: 'hi', phone: true },
] as const)(
  'an earlier registration lists its vouchers and can be closed: %o',
  async (settings) => {
    const earlier = { ...left, isPresent: false };
    const voucher = {
      number: 'RV/2627/000001',
      day: '2026-10-05',
      gstin: left.gstin,
      walletId: 'wal_asha',
      amount: 8652,
      tax: 1319.82,
    };
    const advances = { registrations: [earlier], vouchers: [voucher] };
    answer('GET /api/admin/supplier-advances', advances);
    answer('GET /api/admin/supplier', { suppliers: [version] });
    await mount(<SupplierPage />, { path: '/admin/supplier', ...settings });
    await see(page.getByText('RV/2627/000001'));
    await expectToFit('the supplier page');
    await expectAccess('the supplier page');
    const isHindi = settings.language === 'hi';
    await page
      .getByRole('button', { name: isHindi ? 'यह रजिस्ट्रेशन बंद करें' : 'Close this registration' })
      .click();
    const closing = { askedAt: '2026-11-01T00:00:00.000Z', doneAt: null };
    const asked = { registrations: [{ ...earlier, closing }], vouchers: [voucher] };
    answer('POST /api/admin/supplier-advances', asked);
    answer('GET /api/admin/supplier-advances', asked);
    await page.getByRole('dialog').getByRole('button').last().click();
    await see(page.getByText(isHindi ? /^बंद हो रहा है/ : /^Closing: vouchers/));
    expect(requestsTo('POST /api/admin/supplier-advances').at(-1)?.body).toEqual({
      gstin: left.gstin,
    });
  },
);

test.each([
  ['PIN code', '400021', 'This PIN code belongs to another State.'],
  ['Address', 'B "Wing", Bengaluru', 'Remove double quotes and backslashes.'],
  ['Picture', '99831', 'A SAC has 4 or 6 digits, from 99.'],
  ['ARN of the letter of undertaking', 'AD29', 'An ARN has 15 letters and digits'],
])('%s with %s is refused at its field before anything is sent', async (field, value, words) => {
  await show([version]);
  await page.getByLabelText(field).fill(value);
  await page.getByRole('button', { name: 'Save version' }).click();
  await see(page.getByText(words));
  await expect.element(page.getByLabelText(field)).toHaveAttribute('aria-invalid', 'true');
  expect(requestsTo('POST /api/admin/supplier')).toEqual([]);
});
