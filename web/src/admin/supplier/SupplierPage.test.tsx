import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { testSupplier } from '@sachet/shared/documents/testing/parties';
import { expectAccess, expectToFit } from '../../testing/access';
import { signInAsSuperAdmin } from '../../testing/admin';
import { mount, see } from '../../testing/mount';
import { answer, refuse, requestsTo } from '../../testing/server';
import { SupplierPage } from './SupplierPage';

beforeEach(() => {
  signInAsSuperAdmin();
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
