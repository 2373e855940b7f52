// A statement filtered by kind, by days, or by member.
import type { StatementRow } from '@sachet/shared/wallet/contracts/statement';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import { button, mount, readTexts, see } from '../../../testing/mount';
import { founder, signIn } from '../../../testing/people';
import { answer, keepBack } from '../../../testing/server';
import {
  answerStatement,
  countRows,
  filterAsked,
  filterInAddress,
  history,
  readTotals,
  shownList,
  shownRows,
  somePurchase,
} from '../../../testing/statement';
import { Statement } from './Statement';

const isSpent = ({ kind }: StatementRow) => kind === 'HoldCaptured';
const byKind = (row: StatementRow, search: URLSearchParams) =>
  search.get('kind') !== 'spent' || isSpent(row);

const show = (path = '/wallet', settings: Parameters<typeof mount>[1] = {}) =>
  mount(<Statement />, { path, ...settings });

beforeEach(() => void signIn());

describe('filters', () => {
  test('the filter by kind is sent to the server and written to the address, which restores it', async () => {
    answerStatement(history(), { passes: byKind });
    await show('/wallet?order=order_1');
    await button('Spent').click();
    await expect.poll(countRows).toBe(1);
    expect(filterInAddress()).toEqual({ order: 'order_1', kind: 'spent' });
    expect(filterAsked()).toEqual({ kind: 'spent', holds: 'open' });
    expect(readTotals()).toEqual(['1', '₹0.00', '₹75.00']);
    await expect.element(button('Spent')).toHaveAttribute('aria-pressed', 'true');

    await show('/wallet?kind=spent');
    await expect.poll(countRows).toBe(1);
    await expect.element(button('Spent')).toHaveAttribute('aria-pressed', 'true');
    await button('Spent').click();
    await expect.poll(countRows).toBe(3);
    expect(filterInAddress()).toEqual({});
  });

  test('days without events show an empty list, and one press clears the filter', async () => {
    answerStatement(history(), { passes: (_row, search) => !search.has('to') });
    await show('/wallet?kind=in');
    await page.getByLabelText('To', { exact: true }).fill('2020-01-01');
    await see(page.getByText('Nothing matches'));
    expect(filterAsked()).toEqual({ kind: 'in', to: '2020-01-01', holds: 'open' });
    await expectAccess('a filter that lets nothing through');
    await button('Clear filters').click();
    await expect.poll(countRows).toBe(3);
    expect(filterInAddress()).toEqual({});
    await expect.element(page.getByLabelText('To', { exact: true })).toHaveValue('');
    expect(button('Clear filters').query()).toBeNull();
    await expect.element(page.getByRole('heading', { name: 'Statement' })).toHaveFocus();
  });

  test('a phone clears a filter that nothing matches from the empty list', async () => {
    answerStatement(history(), { passes: (_row, search) => !search.has('to') });
    await show('/wallet?to=2020-01-01', { phone: true });
    await see(page.getByText('Nothing matches'));
    await button('Clear filters').click();
    await expect.poll(countRows).toBe(3);
    await expect.element(page.getByRole('heading', { name: 'Statement' })).toHaveFocus();
  });

  test('a month button sets its first and last day, and a second press clears them', async () => {
    answerStatement(history());
    await show();
    await button('This month').click();
    await expect
      .poll(() => location.search)
      .toMatch(/^\?from=\d{4}-\d{2}-01&to=\d{4}-\d{2}-\d{2}$/);
    const { from, to } = filterInAddress();
    await expect.element(page.getByLabelText('From')).toHaveValue(from);
    await expect.element(page.getByLabelText('To', { exact: true })).toHaveValue(to);
    await expect.element(page.getByLabelText('From')).toHaveAttribute('max', to);
    await button('Last month').click();
    await expect.poll(() => filterInAddress()['to']! < from!).toBe(true);
    await expect.element(button('This month')).toHaveAttribute('aria-pressed', 'false');
    await button('Last month').click();
    await expect.poll(filterInAddress).toEqual({});
  });

  test('the previous rows stay, dimmed, while those of a new filter load', async () => {
    answerStatement(history(), { passes: byKind });
    await show();
    await expect.poll(countRows).toBe(3);
    const release = keepBack('GET /api/statement');
    await button('Spent').click();
    await expect.poll(() => document.querySelector('[aria-busy=true] ul')).not.toBeNull();
    expect(countRows()).toBe(3);
    release();
    await expect.poll(countRows).toBe(1);
    expect(document.querySelector('[aria-busy=true] ul')).toBeNull();
  });

  test('a phone has the filters in a sheet, and its button shows how many are set', async () => {
    answerStatement(history(), { passes: byKind });
    await show('/wallet', { phone: true });
    await expect.poll(countRows).toBe(3);
    expect(button('Spent').query()).toBeNull();
    await button('Filters').click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('button', { name: 'Spent' }).click();
    await expectToFit('the filters of a statement in a sheet');
    await sheet.getByRole('button', { name: 'Show statement' }).click();
    await expect.poll(countRows).toBe(1);
    // The address changes once the sheet's history entry is left.
    await expect.poll(filterInAddress).toEqual({ kind: 'spent' });
    await expect.element(button('Filters 1')).toHaveFocus();
  });

  test('the filter "money on hold" always asks the server for holds', async () => {
    answerStatement(history());
    await show('/wallet?kind=reserved');
    await expect.poll(countRows).toBe(4);
    expect(filterAsked()).toEqual({ kind: 'reserved' });
    await expect.element(page.getByLabelText('Show holds and releases')).toBeDisabled();
  });

  test('the user can set a filter with the keyboard alone', async () => {
    answerStatement(history(), { passes: byKind });
    await show();
    await see(button('Spent'));
    (button('Spent').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(countRows).toBe(1);
    await expect.element(button('Spent')).toHaveFocus();
  });
});

describe('a statement of an organization', () => {
  const meera = { uid: 'member', name: 'Meera Nair' };
  const organization = { organizationId: 'org_1', organizationName: 'Chai & Co.' };

  const someRows = () => [
    somePurchase({ seq: 2, amount: -30, member: meera }),
    somePurchase({ seq: 1, amount: -40, member: { uid: 'founder', name: 'Imran Sheikh' } }),
  ];
  const ofMember = ({ member }: StatementRow, search: URLSearchParams) =>
    !search.has('member') || member?.uid === search.get('member');

  function signInAsAdmin(): void {
    signIn({ profile: { accountType: 'organization', role: 'admin', ...organization } });
    answer('GET /api/organization', {
      id: 'org_1',
      name: 'Chai & Co.',
      walletBalance: 180,
      members: [
        founder,
        { ...founder, uid: 'member', firstName: 'Meera', lastName: 'Nair', role: 'user' },
      ],
      invites: [],
    });
    answerStatement(someRows(), { passes: ofMember });
  }

  test('an admin sees the member of each row and can filter by one', async () => {
    signInAsAdmin();
    await show();
    await see(shownRows().filter({ hasText: 'Meera Nair' }).getByText('−₹30.00'));
    await see(shownRows().filter({ hasText: 'Imran Sheikh' }).getByText('−₹40.00'));
    await see(page.getByText('Every transaction, newest first.'));
    // The admin is not the buyer, so no row links to a purchase.
    const results = shownList.getByRole('link').elements();
    expect(results.filter((link) => !link.textContent?.startsWith('Receipt'))).toEqual([]);

    const choice = page.getByLabelText('Member');
    await expect
      .poll(() => readTexts(choice.getByRole('option')))
      .toEqual(['Everyone', 'Imran Sheikh', 'Meera Nair']);
    await choice.selectOptions('Meera Nair');
    await expect.poll(countRows).toBe(1);
    expect(filterInAddress()).toEqual({ member: 'member' });
    expect(filterAsked()).toEqual({ member: 'member', holds: 'open' });
    expect(readTotals()).toEqual(['1', '₹0.00', '₹30.00']);
    await choice.selectOptions('Everyone');
    await expect.poll(countRows).toBe(2);
  });

  test('a member sees only their own rows and no choice of members', async () => {
    signIn({ profile: { accountType: 'organization', role: 'user', ...organization } });
    answerStatement([somePurchase({ member: meera })]);
    await show();
    await see(page.getByText('Your payments and holds, newest first.'));
    await see(shownRows());
    expect(page.getByLabelText('Member').query()).toBeNull();
    expect(shownRows().getByText('Meera Nair').query()).toBeNull();
  });
});
