import type { ExportFile } from '@sachet/shared/finance/contracts/admin-exports';
import { istDay, addDays } from '@sachet/shared/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import { confirm, seeRows, signInAsFinance } from '../../../testing/admin';
import { Live } from '../../../testing/live';
import { mount, see, seeGone } from '../../../testing/mount';
import { allow, announce, answer, refuse, requestsTo } from '../../../testing/server';
import { ExportsPage } from './ExportsPage';

const sha256 = 'ab'.repeat(32);
const file = (given: Partial<ExportFile> = {}): ExportFile => ({
  id: 'exp_1',
  request: { what: 'ledger', format: 'csv', filter: { kind: 'Charged' } },
  requestedBy: 'user:finance',
  requestedAt: '2026-03-04T01:00:00.000Z',
  status: 'done',
  progress: 1,
  rows: 1_234_567,
  fileName: 'sachet-ledger-2026-03-04.csv',
  bytes: 412_345_678,
  sha256,
  error: null,
  expiresAt: '2026-03-11T01:00:00.000Z',
  url: '/api/export?id=exp_1&expires=1&signature=s',
  ...given,
});
const made = (given: Partial<ExportFile>): ExportFile =>
  file({ bytes: null, sha256: null, url: null, expiresAt: null, ...given });
const running = made({
  id: 'exp_2',
  request: { what: 'vouchers', from: '2026-03-01', to: '2026-03-31' },
  fileName: 'sachet-vouchers-2026-03-01-to-2026-03-31.xml',
  status: 'running',
  progress: 0.425,
  rows: 17,
});
const failed = made({ id: 'exp_3', status: 'failed', error: 'The file could not be made.' });

const show = (settings = {}) =>
  mount(
    <Live>
      <ExportsPage />
    </Live>,
    { path: '/admin/exports', ...settings },
  );
const make = page.getByRole('button', { name: 'Create export' });
const today = istDay(Date.now());

beforeEach(() => {
  signInAsFinance();
  answer('GET /api/admin/exports', { exports: [file(), running, failed] });
});

describe('the files', () => {
  test('the list of exports shows kind, progress, retention and a download link', async () => {
    await show();
    await seeRows(3);
    const row = page.getByRole('row', { name: /Ledger, CSV, kind Charged/ }).first();
    await see(row.getByText('12,34,567'));
    await see(row.getByText('412.3 MB'));
    await see(row.getByText('More rows than a spreadsheet can show.'));
    const link = row.getByRole('link', { name: 'Download sachet-ledger-2026-03-04.csv' });
    await expect.element(link).toHaveAttribute('href', file().url!);
    await see(row.getByRole('button', { name: `Copy ${sha256}` }));
    const waiting = page.getByRole('row', { name: /Daily vouchers/ });
    await see(waiting.getByText('1 Mar 2026 – 31 Mar 2026'));
    await expect
      .element(waiting.getByRole('progressbar', { name: 'Export progress' }))
      .toHaveAttribute('value', '42');
    await see(page.getByText('The file could not be made.'));
  });

  test('the exports page shows the progress of exports when it changes', async () => {
    await show();
    await seeRows(3);
    answer('GET /api/admin/exports', { exports: [file({ id: 'exp_2' })] });
    await announce({ event: 'changed', id: 'exports' });
    await seeRows(1);
    await seeGone(page.getByRole('progressbar'));
  });

  test('an admin deletes an export after a confirmation', async () => {
    allow('DELETE /api/admin/exports');
    await show();
    await page.getByRole('button', { name: 'Delete sachet-ledger-2026-03-04.csv' }).first().click();
    await see(page.getByText('will be deleted for everyone.'));
    answer('GET /api/admin/exports', { exports: [] });
    await confirm('will be deleted for everyone.');
    await see(page.getByText('No exports in the last seven days'));
    expect(requestsTo('DELETE /api/admin/exports')[0]!.search.get('id')).toBe('exp_1');
  });
});

describe('a new file', () => {
  test('an admin requests an export by kind and days', async () => {
    answer('POST /api/admin/exports', made({ status: 'requested' }));
    await show();
    await make.click();
    await page.getByLabelText('What').selectOptions('vouchers');
    await make.click();
    const yesterday = addDays(today, -1);
    const days = { from: addDays(yesterday, -29), to: yesterday };
    await expect
      .poll(() => requestsTo('POST /api/admin/exports').map(({ body }) => body))
      .toEqual([
        {
          what: 'ledger',
          format: 'csv',
          filter: { from: `${days.from}T00:00:00+05:30`, to: `${today}T00:00:00+05:30` },
        },
        { what: 'vouchers', ...days },
      ]);
  });

  test('the exports page does not request vouchers for a day that is not over', async () => {
    await show();
    await page.getByLabelText('What').selectOptions('vouchers');
    await page.getByLabelText('To', { exact: true }).fill(today);
    await see(page.getByText('This day is not over yet.'));
    await expect.element(make).toBeDisabled();
    await page.getByLabelText('What').selectOptions('settlement-lines');
    await expect.element(make).toBeEnabled();
  });

  test('a refused export shows the reason until the next try', async () => {
    refuse('POST /api/admin/exports', 'rate_limited');
    await show();
    await make.click();
    await see(page.getByRole('alert').getByText('Refused: rate_limited'));
  });
});

test.each([
  { language: 'en', phone: false },
  { language: 'hi', phone: true },
] as const)('the exports page is accessible and fits the screen: %o', async (settings) => {
  await show(settings);
  await seeRows(3);
  await expectToFit('exports');
  await expectAccess('exports');
});
