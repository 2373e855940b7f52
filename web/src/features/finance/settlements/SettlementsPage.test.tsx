import type {
  FeeTerm,
  MonthResponse,
  ReconciledFigures,
  ReconciliationResponse,
  SettlementImport,
  SettlementsResponse,
  StatementPreview,
} from '@sachet/shared/finance/contracts/admin-settlements';
import { istDay, addDays } from '@sachet/shared/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import { findRows, long, signInAsFinance, signInAsSuperAdmin } from '../../../testing/admin';
import { Live } from '../../../testing/live';
import { mount, see, seeGone } from '../../../testing/mount';
import {
  announce,
  answer,
  cutOff,
  keepBack,
  refuse,
  requestsTo,
  respond,
} from '../../../testing/server';
import { serveFiles } from '../../../testing/uploads';
import { toMonthCsv } from './month-csv';
import { SettlementsPage } from './SettlementsPage';

const range = '?from=2026-03-01&to=2026-03-03';

/** The figures of ₹1,000.00, from which the gateway kept ₹23.60. */
const figures = (given: Partial<ReconciledFigures> = {}): ReconciledFigures => ({
  ledger: 1000,
  gateway: 1000,
  settled: 976.4,
  fees: 20,
  gst: 3.6,
  charges: 0,
  inTransit: 0,
  notReported: 0,
  onHold: 0,
  holds: true,
  isCompared: true,
  findings: 0,
  openFindings: 0,
  resolvedFindings: 0,
  ...given,
});
const nothing = figures({ ledger: 0, gateway: 0, settled: 0, fees: 0, gst: 0 });

const compared = (
  days: Record<string, ReconciledFigures>,
  total = figures(),
): ReconciliationResponse => ({
  days: Object.entries(days).map(([day, of]) => ({ day, figures: of })),
  total,
});
const agreeing = compared({
  '2026-03-01': figures(),
  '2026-03-02': nothing,
  '2026-03-03': nothing,
});

const someImport = (given: Partial<SettlementImport> = {}): SettlementImport => ({
  id: 7,
  source: 'gateway',
  day: '2026-03-02',
  fileName: null,
  requestedBy: 'worker',
  outcome: 'complete',
  problem: null,
  lines: 12,
  newLines: 2,
  changedLines: 1,
  statement: null,
  finishedAt: '2026-03-04T01:00:00.000Z',
  ...given,
});

const reports: SettlementsResponse['days'] = [
  {
    day: '2026-03-02',
    completeAt: null,
    lines: null,
    nextImportAt: '2099-03-04T10:00:00.000Z',
    problem: 'The gateway did not answer.',
  },
  {
    day: '2026-03-01',
    completeAt: '2026-03-03T10:00:00.000Z',
    lines: 12,
    nextImportAt: null,
    problem: null,
  },
];

const monthEnd: MonthResponse = {
  month: '2026-04',
  lastDay: '2026-04-30',
  days: [{ day: '2026-04-10', figures: figures() }],
  total: figures(),
  bank: {
    closing: { day: '2026-04-30', amount: 2_000 },
    uncleared: [{ subject: 'AXISCN0912345678', day: '2026-04-29', amount: 976.4 }],
    unclearedTotal: 976.4,
    reconciled: 2_976.4,
  },
  atRisk: [{ subject: 'disp_1', day: '2026-04-12', amount: 150 }],
  reserve: 150,
  openExceptions: 3,
  unreportedDays: ['2026-04-30'],
  lock: null,
};

const show = (path = `/admin/settlements${range}`, settings = {}) =>
  mount(
    <Live>
      <SettlementsPage />
    </Live>,
    { path, ...settings },
  );
const table = (name: string) => page.getByRole('table', { name });
const identity = table('Ledger, gateway and bank');
const getRow = (name: string, day: string) =>
  findRows(table(name)).filter({ hasText: new RegExp(`^${day}`) });
const fileField = page.getByLabelText('CSV file');
const importFile = page.getByRole('button', { name: 'Import the file' });
const csv = (name = 'march.csv') =>
  new File(['a,b\n1,2\n'], name, { type: 'application/vnd.ms-excel' });

beforeEach(() => {
  signInAsSuperAdmin();
  answer('GET /api/admin/reconciliation', agreeing);
  answer('GET /api/admin/settlements', { days: reports, imports: [someImport()] });
  answer('GET /api/admin/bank-entries', { entries: [] });
  answer('GET /api/admin/bank-lines', { items: [], next: null });
  answer('GET /api/admin/fee-terms', { terms: [] });
  answer('GET /api/admin/month', monthEnd);
});

describe('the identity', () => {
  test('the settlements page confirms in one sentence that the totals match, and shows the figures of each day', async () => {
    await show();
    await see(page.getByText('Ledger, gateway and bank agree to the paisa. Days compared: 3.'));
    const row = identity.getByRole('row', { name: /1 Mar 2026/ });
    const cells = row.getByRole('cell').elements();
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      '₹1,000.00',
      '₹0.00',
      '₹1,000.00',
      '₹976.40',
      '₹20.00',
      '₹3.60',
      '₹0.00',
      '₹0.00',
      '₹0.00',
      'Agrees',
      'None',
    ]);
    // The address has Indian days, as in the ledger's filters.
    const search = new URLSearchParams({
      kind: 'TopUpCredited,TopUpRefunded,RefundReturned,TopUpDisputed,DisputeWon,GatewayCorrected',
      from: '2026-03-01T00:00:00+05:30',
      to: '2026-03-02T00:00:00+05:30',
    });
    await expect
      .element(row.getByRole('link', { name: '₹1,000.00' }))
      .toHaveAttribute('href', `/admin/ledger?${search}`);
  });

  test('the settlements page says of a day that was not compared that it was not', async () => {
    const waiting = figures({ inTransit: 1000, settled: 0, fees: 0, gst: 0, isCompared: false });
    const days = { '2026-03-01': figures(), '2026-03-02': nothing, '2026-03-03': waiting };
    const total = figures({ isCompared: false });
    answer('GET /api/admin/reconciliation', compared(days, total));
    await show();
    const verdict = page.getByRole('status').filter({ hasText: 'Days compared: 2.' });
    await see(verdict.getByText('Not compared yet', { exact: true }));
    await see(verdict.getByText(/because a report or a bank statement is missing: 1\.$/));
    await see(identity.getByRole('row', { name: /^1 Mar 2026/ }).getByText('Agrees'));
    await see(identity.getByRole('row', { name: /^3 Mar 2026/ }).getByText('Not compared yet'));
    await see(identity.getByRole('row', { name: /^Total/ }).getByText('Not compared yet'));
  });

  test('the settlements page names the days, sides and amounts of totals that differ, and links to the findings', async () => {
    const off = figures({
      holds: false,
      gateway: 1500,
      settled: 1476.4,
      findings: 2,
      openFindings: 2,
    });
    const lost = figures({ holds: false, settled: 976.39, findings: 2, resolvedFindings: 1 });
    const fresh = figures({ holds: false, gateway: 1500, settled: 1476.4, findings: 3 });
    const total = figures({ holds: false, gateway: 1500, settled: 1476.39, openFindings: 2 });
    answer(
      'GET /api/admin/reconciliation',
      compared({ '2026-03-01': off, '2026-03-02': fresh, '2026-03-03': lost }, total),
    );
    await show();
    const verdict = page.getByRole('status').filter({ hasText: 'don’t match' });
    await see(verdict.getByText('3 of 3 days don’t match: 3 Mar 2026, 2 Mar 2026, 1 Mar 2026.'));
    await see(verdict.getByText('The gateway has ₹500.00 more than the ledger.'));
    await see(verdict.getByText(/are ₹0\.01 less than the gateway captured\.$/));
    const first = identity.getByRole('row', { name: /1 Mar 2026/ });
    await see(first.getByText('The gateway has ₹500.00 more than the ledger.'));
    await expect
      .element(first.getByRole('link', { name: 'Open: 2' }))
      .toHaveAttribute('href', '/admin/payments?day=2026-03-01');
    const last = identity.getByRole('row', { name: /3 Mar 2026/ });
    await see(last.getByText(/₹0\.01 less than the gateway captured/));
    await expect
      .element(last.getByRole('link', { name: 'Resolved: 1' }))
      .toHaveAttribute('href', '/admin/payments?day=2026-03-03&state=resolved');
    // Findings that the worker has not recorded yet cannot be resolved.
    await see(identity.getByText('Found: 3, not recorded yet'));
  });

  test('the settlements page reports days whose differences add up to zero', async () => {
    const over = figures({ holds: false, gateway: 1001, settled: 977.4 });
    const under = figures({ holds: false, gateway: 999, settled: 975.4 });
    answer(
      'GET /api/admin/reconciliation',
      compared({ '2026-03-01': over, '2026-03-02': under }, figures()),
    );
    await show();
    await see(page.getByText(/2 of 2 days don’t match: .* In total they cancel out\./));
  });

  test('the settlements page says when the days have no money, and can load a failed comparison again', async () => {
    const empty = compared({ '2026-03-01': nothing }, nothing);
    refuse('GET /api/admin/reconciliation', 'internal');
    await show();
    await see(page.getByRole('alert').getByText('Failed to compare the books'));
    answer('GET /api/admin/reconciliation', empty);
    await page.getByRole('button', { name: 'Try again' }).click();
    await see(page.getByText('No money moved at the gateway on these days'));
    await seeGone(identity);
  });
});

describe('the days', () => {
  test('the settlements page shows the last 14 days, and the address keeps another range', async () => {
    await show('/admin/settlements');
    await see(identity);
    const today = istDay(Date.now());
    const asked = () =>
      Object.fromEntries(requestsTo('GET /api/admin/reconciliation').at(-1)!.search);
    expect(asked()).toEqual({ from: addDays(today, -13), to: today });
    await page.getByLabelText('From', { exact: true }).fill(addDays(today, -2));
    await expect.poll(asked).toEqual({ from: addDays(today, -2), to: today });
    expect(location.search).toBe(`?from=${addDays(today, -2)}&to=${today}`);
    await page.getByRole('button', { name: 'Last 14 days' }).click();
    await expect.poll(() => location.search).toBe('');
  });

  test.each([
    ['?from=2026-03-03&to=2026-03-01', 'To', 'The first day is after the last.'],
    ['?from=2026-03-03&to=2098-03-01', 'To', 'This day is in the future.'],
    ['?from=2026-01-01&to=2026-03-01', 'From', 'At most 31 days at a time.'],
  ])(
    'the range in the address %s shows an error and is not requested',
    async (path, field, words) => {
      await show(`/admin/settlements${path}`);
      await expect
        .element(page.getByLabelText(field, { exact: true }))
        .toHaveAccessibleDescription(words);
      await seeGone(page.getByRole('table'));
      expect(requestsTo('GET /api/admin/reconciliation')).toEqual([]);
      expect(requestsTo('GET /api/admin/settlements')).toEqual([]);
    },
  );
});

describe("the gateway's reports", () => {
  test("each of the gateway's reports shows whether it is complete, why not, and when it will be read next", async () => {
    await show();
    const row = (day: string) => getRow("The gateway's reports", day);
    await see(row('3 Mar 2026').getByText('Not read yet'));
    await see(row('2 Mar 2026').getByText('Incomplete'));
    await see(row('2 Mar 2026').getByText('The gateway did not answer.'));
    await see(row('2 Mar 2026').getByText('4 Mar 2099'));
    // Final reports are collapsed.
    await seeGone(row('1 Mar 2026'));
    await page.getByRole('button', { name: 'Show the complete days: 1' }).click();
    await see(row('1 Mar 2026').getByText('Not again'));
  });

  test('a requested report is pending until it is imported, and then the figures are loaded again', async () => {
    await show();
    answer('POST /api/admin/settlements/import', { days: 3 });
    await page.getByRole('button', { name: 'Read again: 3 days' }).click();
    await see(page.getByText(/^Days still to be read: 3\./));
    await see(getRow("The gateway's reports", '1 Mar 2026').getByText('Reading'));
    expect(requestsTo('POST /api/admin/settlements/import').map(({ body }) => body)).toEqual([
      { from: '2026-03-01', to: '2026-03-03' },
    ]);
    const comparisons = requestsTo('GET /api/admin/reconciliation').length;
    const imports = ['01', '02', '03'].map((day, index) =>
      someImport({ id: 8 + index, day: `2026-03-${day}` }),
    );
    answer('GET /api/admin/settlements', { days: reports, imports: imports.toReversed() });
    await announce({ event: 'changed', id: 'settlements' });
    await seeGone(page.getByText(/^Days still to be read/));
    await expect
      .poll(() => requestsTo('GET /api/admin/reconciliation').length)
      .toBeGreaterThan(comparisons);
  });

  test('a requested report is still pending after a look at another view', async () => {
    await show();
    answer('POST /api/admin/settlements/import', { days: 3 });
    await page.getByRole('button', { name: 'Read again: 3 days' }).click();
    const pending = page.getByText(/^Days still to be read: 3\./);
    await see(pending);
    const views = page.getByRole('navigation', { name: 'Settlements' });
    await views.getByRole('link').nth(1).click();
    await seeGone(pending);
    await views.getByRole('link').first().click();
    await see(pending);
  });

  test('the settlements page says why reports cannot be requested', async () => {
    await show();
    refuse('POST /api/admin/settlements/import', 'unavailable');
    await page.getByRole('button', { name: 'Read again: 3 days' }).click();
    await see(page.getByRole('alert').getByText('Failed to request the reports'));
  });
});

const readable: StatementPreview = {
  bank: 'HDFC',
  needs: null,
  header: ['Date', 'Narration'],
  roles: ['date', 'text'],
  sample: [],
  lines: [
    { line: 8, day: '2026-03-01', amount: -45_000, text: 'RENT APR' },
    { line: 9, day: '2026-03-02', amount: 4_882, text: 'NEFT CR RAZORPAY SOFTWARE' },
  ],
  from: '2026-03-01',
  to: '2026-03-02',
  credits: { lines: 1, amount: 4_882 },
  debits: { lines: 1, amount: -45_000 },
  gateway: { lines: 1, amount: 4_882 },
  closingBalance: 2_09_882,
  gap: { day: '2026-02-20', closing: 2_60_000, opening: 2_50_000 },
  leftOut: [{ line: 12, text: 'STATEMENT SUMMARY' }],
  problems: [],
  problemCount: 0,
};
const unread = { ...readable, lines: [], from: null, to: null, bank: null };

describe('a bank statement', () => {
  const choose = async () => {
    serveFiles();
    await show();
    await page.getByLabelText('File type').selectOptions('Bank statement');
    await fileField.upload(csv());
  };
  const look = page.getByRole('button', { name: 'Preview the statement' });
  const book = page.getByRole('button', { name: 'Book the statement' });
  const previewed = () =>
    requestsTo('POST /api/admin/bank-statement/preview').map(({ search }) =>
      Object.fromEntries(search),
    );

  test('a bank statement is previewed with its ignored lines before an admin books it', async () => {
    await choose();
    answer('POST /api/admin/bank-statement/preview', readable);
    await look.click();
    const preview = page.getByRole('region', { name: 'Booking preview' });
    await see(preview.getByText('−₹45,000.00').first());
    await see(preview.getByText('₹2,09,882.00'));
    await see(preview.getByText(/2,60,000.*2,50,000/));
    await expect.element(preview.getByText(/STATEMENT SUMMARY/)).not.toBeVisible();
    await preview.getByText('Rows that aren’t transactions: 1').click();
    await see(preview.getByText(/STATEMENT SUMMARY/));
    await expectAccess('a statement');
    answer('POST /api/admin/bank-statement', someImport({ id: 8, source: 'bank', day: null }));
    await book.click();
    await see(page.getByText('Imported. Lines: 12, new: 2, changed: 1.'));
    await seeGone(preview);
    const [sent] = requestsTo('POST /api/admin/bank-statement');
    expect(Object.fromEntries(sent!.search)).toEqual({ name: 'march.csv' });
  });

  test('a bank statement with ambiguous dates asks which part comes first', async () => {
    await choose();
    answer('POST /api/admin/bank-statement/preview', { ...unread, needs: 'date-order' });
    await look.click();
    await see(page.getByText(/are ambiguous/));
    answer('POST /api/admin/bank-statement/preview', readable);
    await page.getByRole('button', { name: 'Day first' }).click();
    await see(book);
    expect(previewed().at(-1)).toMatchObject({ dateOrder: 'day-first' });
  });

  test('an admin assigns the columns of an unknown bank', async () => {
    await choose();
    const header = ['Wann', 'Was', 'Wieviel'];
    const sample = [['13/04/2026', 'RENT', '5.00']];
    answer('POST /api/admin/bank-statement/preview', {
      ...unread,
      needs: 'columns',
      header,
      sample,
    });
    await look.click();
    const read = page.getByRole('button', { name: 'Read with these columns' });
    await expect.element(read).toBeDisabled();
    await page.getByLabelText('Wann').selectOptions('Date');
    await page.getByLabelText('Was').selectOptions('Narration');
    await page.getByLabelText('Wieviel').selectOptions('Amount');
    answer('POST /api/admin/bank-statement/preview', readable);
    await read.click();
    await see(book);
    expect(previewed().at(-1)).toMatchObject({ roles: 'date,text,amount' });
  });

  test('the settlements page lists the unreadable rows of a bank statement', async () => {
    await choose();
    const problems = [{ line: 9, problem: '“13/04/62” is in the future.' }];
    answer('POST /api/admin/bank-statement/preview', { ...unread, problems, problemCount: 1 });
    await look.click();
    await see(page.getByRole('alert').getByText('“13/04/62” is in the future.'));
    expect(book.elements()).toEqual([]);
  });

  test('an admin withdraws a bank statement with a reason', async () => {
    const statement = {
      from: '2026-03-01',
      to: '2026-03-02',
      closingBalance: null,
      withdrawn: null,
    };
    const bank = someImport({ id: 8, source: 'bank', day: null, fileName: 'hdfc.csv', statement });
    answer('GET /api/admin/settlements', { days: reports, imports: [bank] });
    answer('POST /api/admin/bank-statement/withdraw', {});
    await show();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByLabelText('Reason').fill('Wrong account');
    await page
      .getByRole('form', { name: 'Withdraw' })
      .getByRole('button', { name: 'Withdraw' })
      .click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await see(page.getByText('Statement withdrawn'));
    expect(requestsTo('POST /api/admin/bank-statement/withdraw')[0]?.body).toEqual({
      importId: 8,
      reason: 'Wrong account',
    });
  });
});

test('the address keeps which lines of bank statements are shown', async () => {
  await show('/admin/settlements?view=bank');
  const choices = page.getByRole('group', { name: 'Which lines' });
  await choices.getByRole('button').nth(1).click();
  await expect.poll(() => location.search).toBe('?view=bank&business=other');
  await show('/admin/settlements?view=bank&business=other');
  await expect.element(choices.getByRole('button').nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(() => requestsTo('GET /api/admin/bank-lines').at(-1)?.search.get('business'))
    .toBe('other');
});

test('an admin marks a bank line as other business', async () => {
  const bankLine = {
    id: 5,
    day: '2026-03-02',
    amount: 4_882,
    text: 'NEFT CR RAZORPAY SOFTWARE',
    isGateway: true,
    settlementUtr: 'AXISCN0912345678',
  };
  answer('GET /api/admin/bank-lines', { items: [bankLine], next: null });
  answer('POST /api/admin/bank-lines', { ...bankLine, isGateway: false });
  await show('/admin/settlements?view=bank');
  const mark = page.getByRole('button', { name: 'Mark as other business' }).last();
  await mark.click();
  await expect.element(page.getByLabelText('Reason')).toHaveFocus();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(mark).toHaveFocus();
  await mark.click();
  await page.getByLabelText('Reason').fill('A loan');
  await page
    .getByRole('form', { name: 'Mark as other business' })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await see(page.getByText('Line marked'));
  expect(requestsTo('POST /api/admin/bank-lines')[0]?.body).toEqual({
    id: 5,
    isGateway: false,
    note: 'A loan',
  });
});

describe('the end of a month', () => {
  const part = page.getByRole('region', { name: 'Month-end' });

  test('the month-end shows the bank, the reserve and open items, and an admin signs it off with a note', async () => {
    await show('/admin/settlements?view=month');
    await see(part.getByText('₹2,976.40'));
    await see(part.getByText(/AXISCN0912345678/));
    await see(part.getByText('Open exceptions: 3'));
    await see(part.getByText('Days with an incomplete report: 1'));
    const lock = {
      by: 'user:meera',
      at: '2026-05-02T10:00:00.000Z',
      note: 'Checked',
      hasChanged: true,
    };
    answer('POST /api/admin/month/lock', { ...monthEnd, lock });
    await part.getByRole('button', { name: 'Sign off the month' }).click();
    await part.getByLabelText('Reason').fill('Checked');
    answer('GET /api/admin/month', { ...monthEnd, lock });
    await part
      .getByRole('form', { name: 'Sign off the month' })
      .getByRole('button', { name: 'Sign off the month' })
      .click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await see(part.getByText('Checked', { exact: true }));
    await see(part.getByText(/changed these figures after the sign-off/));
    await see(part.getByRole('button', { name: 'Reopen the month' }));
    expect(requestsTo('POST /api/admin/month/lock')[0]?.body).toEqual({
      month: '2026-04',
      note: 'Checked',
    });
  });

  test('the CSV of a month contains every day and every item', () => {
    const lines = toMonthCsv(monthEnd).replace('\uFEFF', '').split('\r\n');
    expect(lines).toContain(
      '2026-04-10,1000.00,0.00,1000.00,976.40,20.00,3.60,0.00,0.00,0.00,yes,yes,0',
    );
    expect(lines).toContain('uncleared,AXISCN0912345678,2026-04-29,976.40');
    expect(lines).toContain('reserve,,,150.00');
  });
});

describe('the agreed fees', () => {
  const upi: FeeTerm = {
    method: 'upi',
    fromDay: '2026-04-01',
    feeBasisPoints: 0,
    taxBasisPoints: 1800,
  };
  const showFees = () => show('/admin/settlements?view=fees');

  test('an admin sets the fee for a payment method from a certain day', async () => {
    answer('POST /api/admin/fee-terms', { terms: [upi] });
    await showFees();
    const form = page.getByRole('form', { name: 'Set the fee' });
    await form.getByLabelText('Method').selectOptions('UPI');
    await form.getByLabelText('Effective from').fill('2026-04-01');
    await form.getByLabelText('Fee in %', { exact: true }).fill('1.955');
    await see(form.getByText('Enter 0 to 100, with at most two decimals.'));
    await form.getByLabelText('Fee in %', { exact: true }).fill('0');
    await form.getByRole('button', { name: 'Set the fee' }).click();
    await see(page.getByText('UPI: a fee of 0 % plus 18 % GST from 1 Apr 2026.'));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await see(page.getByText('Fee set'));
    expect(requestsTo('POST /api/admin/fee-terms')[0]?.body).toEqual(upi);
  });

  test('each method shows its fee of today, its next fee, and opens its earlier ones', async () => {
    const terms: FeeTerm[] = [
      { ...upi, fromDay: '2026-01-01', feeBasisPoints: 50 },
      upi,
      { ...upi, fromDay: '2098-01-01', feeBasisPoints: 25 },
      { ...upi, method: 'any', feeBasisPoints: 195 },
    ];
    answer('GET /api/admin/fee-terms', { terms });
    await showFees();
    const table = page.getByRole('table', { name: 'Agreed fees' });
    await see(
      table.getByRole('row', {
        name: /UPI 1 Apr 2026 then 0.25 % from 1 Jan 2098 0 % \+ 18 % ₹0.00/,
      }),
    );
    await see(
      table.getByRole('row', { name: /All other payments 1 Apr 2026 1.95 % \+ 18 % ₹23.01/ }),
    );
    await see(table.getByRole('row', { name: /Cards As usual 1.95 % \+ 18 % ₹23.01/ }));
    await see(table.getByRole('row', { name: /Refunds As usual 0 % \+ 18 % ₹0.00/ }));
    await table.getByRole('button', { name: 'UPI' }).click();
    await see(table.getByRole('listitem').filter({ hasText: /1 Apr 2026.*0 %.*In force/ }));
    await see(table.getByRole('listitem').filter({ hasText: /1 Jan 2026.*0.5 %/ }));
    await see(table.getByRole('listitem').filter({ hasText: /1 Jan 2098.*0.25 %.*Upcoming/ }));
    await expect.element(page.getByLabelText('Method')).toHaveValue('upi');
    await expectAccess('the agreed fees');
  });
});

describe('a file', () => {
  test('a settlement file is sent as CSV with its name, and the page shows how many lines it has', async () => {
    const getFile = serveFiles();
    await show();
    await expect.element(importFile).toBeDisabled();
    answer('POST /api/admin/settlements/file', someImport({ id: 8, day: null }));
    const release = keepBack('POST /api/admin/settlements/file');
    await fileField.upload(csv());
    await importFile.click();
    await see(page.getByRole('progressbar', { name: 'Uploading the file…' }));
    await expect.element(fileField).toBeDisabled();
    release();
    await see(page.getByText('Imported. Lines: 12, new: 2, changed: 1.'));
    const [sent] = requestsTo('POST /api/admin/settlements/file');
    expect(Object.fromEntries(sent!.search)).toEqual({ name: 'march.csv' });
    expect(sent!.headers.get('Content-Type')).toBe('text/csv');
    expect(await getFile()!.text()).toBe('a,b\n1,2\n');
  });

  test('the settlements page says when a settlement file was already imported', async () => {
    serveFiles();
    await show();
    respond('POST /api/admin/settlements/file', () => Response.json(someImport()));
    await fileField.upload(csv());
    await importFile.click();
    await see(page.getByText(/^This file was already imported, so nothing changed\./));
  });

  test('a refused settlement file lists its invalid lines until the admin chooses another file', async () => {
    serveFiles();
    await show();
    const problems = [
      { line: null, problem: 'The column "tax" is missing.' },
      { line: 1042, problem: 'amount: not an amount in rupees.' },
    ];
    respond('POST /api/admin/settlements/file', () =>
      Response.json(
        { error: 'Nothing was imported.', code: 'invalid', problems, problemCount: 2345 },
        { status: 400 },
      ),
    );
    await fileField.upload(csv());
    await importFile.click();
    const refused = page.getByRole('alert').filter({ hasText: 'Nothing was imported' });
    await see(refused.getByText('Nothing was imported. Invalid lines: 2,345.'));
    const items = refused.getByRole('listitem').elements();
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'The fileThe column "tax" is missing.',
      'Line 1,042amount: not an amount in rupees.',
    ]);
    await see(refused.getByText('More invalid lines: 2,343.'));
    await expectAccess('a refused file');
    await fileField.upload(csv('another.csv'));
    await seeGone(refused);
  });

  test('a settlement file that could not be sent can be sent again', async () => {
    serveFiles();
    await show();
    cutOff('POST /api/admin/settlements/file');
    await fileField.upload(csv());
    await importFile.click();
    await see(
      page.getByRole('alert').getByText(/^Failed to import the file\. Couldn’t reach Sachet/),
    );
    await expect.element(importFile).toBeEnabled();
  });
});

test('the latest imports show their source, their admin and their result', async () => {
  const own = signInAsSuperAdmin();
  const many = Array.from({ length: 12 }, (_, index) => someImport({ id: 20 - index }));
  const file = { source: 'file', day: null, fileName: 'march.csv' } as const;
  many[0] = someImport({ id: 20, ...file, requestedBy: `user:${own}` });
  many[1] = someImport({ id: 19, outcome: 'incomplete', problem: 'Page 2 was cut off.' });
  answer('GET /api/admin/settlements', { days: [], imports: many });
  await show();
  const rows = findRows(table('Latest imports'));
  await see(rows.nth(0).getByText('march.csv'));
  await see(rows.nth(0).getByText("Dashboard's export"));
  await expect
    .element(rows.nth(0).getByRole('link', { name: 'You' }))
    .toHaveAttribute('href', `/admin/users?uid=${own}`);
  await see(rows.nth(1).getByText('Page 2 was cut off.'));
  await see(rows.nth(1).getByText('System'));
  expect(rows.elements()).toHaveLength(10);
  await page.getByRole('button', { name: 'Show all 12' }).click();
  await expect.poll(() => rows.elements().length).toBe(12);
});

test('each view of the settlements has its address and its title, and keeps the days', async () => {
  await show();
  await expect.poll(() => document.title).toBe('Settlements · Sachet');
  await page.getByRole('link', { name: 'Month-end' }).click();
  await see(page.getByRole('region', { name: 'Month-end' }));
  await expect.poll(() => document.title).toBe('Month-end · Settlements · Sachet');
  await seeGone(identity);
  expect(new URLSearchParams(location.search).get('view')).toBe('month');
  await page.getByRole('link', { name: 'Days', exact: true }).click();
  await see(identity);
  await expect.poll(() => location.search).toBe(range);
});

test('a finance user finds the page and no links to pages of super admins', async () => {
  signInAsFinance();
  answer('GET /api/admin/settlements', {
    days: reports,
    imports: [someImport({ requestedBy: 'user:meera' })],
  });
  await show();
  await see(findRows(table('Latest imports')).getByText('meera', { exact: true }));
  await see(page.getByRole('navigation').getByRole('link', { name: 'Settlements' }));
  const links = page.getByRole('link').elements() as HTMLAnchorElement[];
  const others = links.filter(
    ({ pathname }) =>
      !/^\/admin\/(ledger|trail|payments|finance|settlements|exports)$/.test(pathname),
  );
  expect(others.map(({ href }) => href)).toEqual([]);
  expect(links.length).toBeGreaterThan(3);
});

describe('adjustment entries', () => {
  const entry = {
    id: 'bke_1',
    utr: 'UTR9',
    day: '2026-03-03',
    amount: 76.4,
    account: 'bank_charges',
    reason: 'The bank kept it',
    proposedBy: 'meera',
    proposedAt: '2026-03-05T10:00:00.000Z',
    status: 'waiting',
    decidedBy: null,
    note: null,
  } as const;
  const table = page.getByRole('table', { name: 'Adjustment entries' });
  const sent = () => requestsTo('POST /api/admin/bank-entries/decide').map(({ body }) => body);

  test('an admin approves or refuses an entry of another person, and withdraws their own', async () => {
    const uid = signInAsSuperAdmin();
    const own = { ...entry, id: 'bke_2', utr: 'UTR8', proposedBy: uid };
    const refused = {
      ...entry,
      id: 'bke_3',
      status: 'refused',
      decidedBy: uid,
      note: 'Look again',
    };
    answer('GET /api/admin/bank-entries', { entries: [entry, own, refused] } as never);
    answer('POST /api/admin/bank-entries/decide', entry);
    await show('/admin/settlements?view=bank');
    await see(table.getByText('Bank charges: The bank kept it').first());
    await see(table.getByText('Refused: Look again'));
    expect(page.getByRole('button', { name: 'Approve: UTR8' }).elements()).toEqual([]);
    await page.getByRole('button', { name: 'Approve: UTR9' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(sent).toEqual([{ id: 'bke_1', decision: 'approve' }]);
    await page.getByRole('button', { name: 'Withdraw: UTR8' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Refuse: UTR9' }).click();
    await page.getByLabelText('Reason').fill('Look again');
    await page.getByRole('button', { name: 'Refuse', exact: true }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect
      .poll(() => sent().slice(1))
      .toEqual([
        { id: 'bke_2', decision: 'withdraw' },
        { id: 'bke_1', decision: 'refuse', note: 'Look again' },
      ]);
  });
});

test.each([
  { language: 'en', phone: false },
  { language: 'hi', phone: true },
] as const)('the settlements page is accessible and fits the screen: %o', async (settings) => {
  const rupees = long.rupees;
  const large = figures({
    ledger: rupees,
    gateway: -rupees,
    settled: rupees,
    holds: false,
    openFindings: 1234,
  });
  answer('GET /api/admin/reconciliation', compared({ '2026-03-01': large }, large));
  answer('GET /api/admin/settlements', {
    days: reports.map((report) => ({ ...report, problem: long.name })),
    imports: [
      someImport({ day: null, fileName: `${long.id}.csv`, requestedBy: `user:${long.id}` }),
    ],
  });
  await show(undefined, settings);
  await see(page.getByRole('table').nth(2));
  await expectToFit('settlements');
  await expectAccess('settlements');
});

test.each(
  ['month', 'bank', 'fees'].flatMap((view) => [
    { view, language: 'en' as const, phone: false },
    { view, language: 'hi' as const, phone: true },
  ]),
)(
  'this view of the settlements is accessible and fits the screen: %o',
  async ({ view, ...settings }) => {
    await show(`/admin/settlements?view=${view}`, settings);
    await see(page.getByRole('heading').nth(1));
    await expectToFit(`settlements: ${view}`);
    await expectAccess(`settlements: ${view}`);
  },
);
