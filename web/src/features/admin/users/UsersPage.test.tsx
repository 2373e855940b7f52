import type { AdminUser, AdminUsersResponse } from '@sachet/shared/admin/contracts/admin-users';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import {
  findFact,
  long,
  findRows,
  seeRows,
  signInAsSuperAdmin,
  someDetail,
  someUser,
} from '../../../testing/admin';
import { button, mount, see, seeGone, typeWithoutPause } from '../../../testing/mount';
import { answer, cutOff, keepBack, refuse, requestsTo } from '../../../testing/server';
import { UsersPage } from './UsersPage';

const metrics = {
  enabledUserCount: 12_345,
  enabledIndividualCount: 12_000,
  enabledOrgUserCount: 345,
  individualWalletSumEnabled: 12_34_567.89,
  orgWalletSum: 0,
  totalWalletSum: 12_34_567.89,
  auditFindingCount: 0,
};
const people = Array.from({ length: 15 }, (_, index) =>
  someUser(`page${String(index).padStart(2, '0')}`),
);
const [first, second, third] = people as [AdminUser, AdminUser, AdminUser];
const dialog = page.getByRole('dialog');
const search = page.getByRole('searchbox', { name: 'Search' });
const asked = () => requestsTo('GET /api/admin/users').at(-1)?.search.toString();

/** Answers with a single page of these users. */
const only = (...users: AdminUser[]): AdminUsersResponse => ({ users, nextPageToken: null });
const show = (query = '', settings = {}) =>
  mount(<UsersPage />, { path: `/admin/users${query}`, ...settings });
const chooseIn = (label: string, choice: string) =>
  userEvent.selectOptions(page.getByLabelText(label, { exact: true }), choice);

beforeEach(() => {
  signInAsSuperAdmin();
  answer('GET /api/admin/metrics', metrics);
  answer('GET /api/admin/users', ({ search: query }) =>
    query.get('pageToken') === 'second'
      ? { users: people.slice(9), nextPageToken: null }
      : { users: people.slice(0, 10), nextPageToken: 'second' },
  );
  answer('GET /api/admin/user-detail', ({ search: query }) =>
    someDetail(people.find(({ uid }) => uid === query.get('uid')) ?? first),
  );
});

describe('the list of users', () => {
  test('users load page by page up to the end, and none appears twice', async () => {
    await show();
    await seeRows(10);
    expect(page.getByText('No more users.').elements()).toEqual([]);

    await page.getByRole('button', { name: 'Load more' }).click();

    await see(page.getByText('No more users.'));
    // A new user has shifted the pages, so the last user of one page is also the first of the next.
    await seeRows(15);
    await seeGone(page.getByRole('button', { name: 'Load more' }));
  });

  test('a page of users that fails to load can be loaded again, and the loaded users stay', async () => {
    await show();
    await seeRows(10);
    cutOff('GET /api/admin/users');

    await page.getByRole('button', { name: 'Load more' }).click();

    await see(page.getByRole('alert').getByText(/^Failed to list users\. Couldn’t reach Sachet/));
    await seeRows(10);
    answer('GET /api/admin/users', only(first));
    await page.getByRole('button', { name: 'Try again' }).click();
    await see(page.getByText('No more users.'));
  });

  test('each user shows contact, account, organization, wallet, times and status', async () => {
    const profile = {
      ...first.profile!,
      accountType: 'organization' as const,
      role: 'admin' as const,
      organizationName: 'Chai & Co.',
      walletBalance: 12_34_567.5,
    };
    const unfinished = someUser('new', {
      email: null,
      phoneNumber: '+919812300045',
      profile: null,
      metadata: { creationTime: null, lastSignInTime: null },
    });
    answer('GET /api/admin/users', only({ ...first, profile }, unfinished));
    await show();

    const row = page.getByRole('row', { name: 'page00@people.test' });
    for (const text of ['Asha Verma', 'Organization · Admin', 'Chai & Co.', '₹12,34,567.50']) {
      await see(row.getByText(text));
    }
    await see(row.getByText('Enabled'));
    await see(row.getByRole('button', { name: 'Copy page00' }));
    const bare = page.getByRole('row', { name: '+919812300045' });
    // The row has no account, organization, wallet or times.
    expect(bare.getByText('None').elements()).toHaveLength(5);
  });

  test.each([
    ['Disabled', someUser('off', { disabled: true })],
    ['Deleted', someUser('gone', { deleted: true, disabled: true })],
    ['No sign-in', someUser('lost', { hasSignIn: false })],
  ])('a user is marked as %s', async (words, user) => {
    answer('GET /api/admin/users', only(user));
    await show();
    await see(findRows().getByText(words));
  });

  test("pressing a column's head sorts the complete list descending, then ascending, then in the server's order", async () => {
    const withBalance = (user: AdminUser, walletBalance: number): AdminUser => ({
      ...user,
      profile: { ...user.profile!, walletBalance },
    });
    const users = [withBalance(first, 9), withBalance(second, 100), withBalance(third, 10)];
    answer('GET /api/admin/users', only(...users));
    await show();
    await seeRows(3);
    const order = () => [...document.querySelectorAll('[data-row]')].map((row) => row.textContent);
    const came = order();
    const head = page.getByRole('columnheader', { name: 'Wallet' });
    const press = () => head.getByRole('button').click();

    await press();
    await expect.element(head).toHaveAttribute('aria-sort', 'descending');
    expect(order()).toEqual([came[1], came[2], came[0]]);
    await press();
    await expect.element(head).toHaveAttribute('aria-sort', 'ascending');
    expect(order()).toEqual([came[0], came[2], came[1]]);
    await press();
    await expect.element(head).toHaveAttribute('aria-sort', 'none');
    expect(order()).toEqual(came);
  });

  test('a list of users that is not complete cannot be sorted', async () => {
    await show();
    await seeRows(10);
    expect(page.getByRole('columnheader').getByRole('button').elements()).toEqual([]);
  });

  test('the list of users shows a skeleton until the first answer', async () => {
    const release = keepBack('GET /api/admin/users');
    await show();
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    expect(page.getByRole('link', { name: '@people.test' }).elements()).toEqual([]);
    release();
    await seeRows(10);
    await expect.element(page.getByRole('table')).not.toHaveAttribute('aria-busy');
  });

  test.each([
    ['internal', 'Something went wrong on our side.'],
    ['forbidden', 'Refused: forbidden'],
    ['unavailable', 'Refused: unavailable'],
    ['rate_limited', 'Refused: rate_limited'],
  ] as const)(
    'the list of users says why it was refused (%s) and can be loaded again',
    async (code, words) => {
      refuse('GET /api/admin/users', code);
      await show();
      const alert = page.getByRole('alert');
      await see(alert.getByText('Failed to list users'));
      await see(alert.getByText(words));
      answer('GET /api/admin/users', only(first));
      await alert.getByRole('button', { name: 'Try again' }).click();
      await seeRows(1);
    },
  );

  test('an empty list says whether there are no users or none matches', async () => {
    answer('GET /api/admin/users', only());
    await show();
    await see(page.getByRole('status').getByText('No more users.'));
    await show('?q=nobody');
    await see(page.getByText('Nothing matches these filters'));
  });

  test('an empty list clears the filters that nothing matches, and the focus moves to the filters', async () => {
    answer('GET /api/admin/users', ({ search }) => only(...(search.has('q') ? [] : [first])));
    await show('?q=nobody');
    await page.getByRole('status').getByRole('button', { name: 'Clear filters' }).click();
    await seeRows(1);
    expect(location.search).toBe('');
    await expect.element(page.getByRole('search', { name: 'Filters' })).toHaveFocus();
  });
});

describe('filters of the list', () => {
  test('a filter is sent and kept in the address, and one press clears it', async () => {
    await show();
    await seeRows(10);
    await seeGone(page.getByRole('button', { name: 'Clear filters' }));
    await search.fill('  770000007  ');
    await expect.poll(asked).toBe('q=770000007');
    await chooseIn('Status', 'Disabled');
    await chooseIn('Account', 'Organization');
    await expect.poll(asked).toBe('q=770000007&account=organization&status=disabled');
    await chooseIn('Account', 'Individual');
    await expect
      .poll(() => location.search)
      .toBe('?q=770000007&status=disabled&account=individual');

    await page.getByRole('button', { name: 'Clear filters' }).click();

    await expect.poll(() => location.search).toBe('');
    await expect.poll(asked).toBe('');
    await expect.element(search).toHaveValue('');
  });

  test('a phone has the search above the list, and the other filters in a sheet', async () => {
    await show('?status=disabled', { phone: true });
    await seeRows(10);
    await see(search);
    expect(page.getByLabelText('Account', { exact: true }).query()).toBeNull();
    await button('Filters 1').click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await chooseIn('Account', 'Organization');
    await expectToFit('the filters of the users in a sheet');
    await sheet.getByRole('button', { name: 'Show list' }).click();
    await expect.poll(asked).toBe('account=organization&status=disabled');
    await expect.element(button('Filters 2')).toHaveFocus();
  });

  test('the users page restores the filters from the address', async () => {
    await show('?q=page0&status=disabled&account=individual');
    await seeRows(10);
    expect(asked()).toBe('q=page0&account=individual&status=disabled');
    await expect.element(search).toHaveValue('page0');
    await expect.element(page.getByLabelText('Status', { exact: true })).toHaveValue('disabled');
    await expect.element(page.getByLabelText('Account', { exact: true })).toHaveValue('individual');
  });

  test('the search is sent once typing pauses, not for each letter', async () => {
    await show();
    await seeRows(10);
    typeWithoutPause(search, 'asha');
    await expect.poll(asked).toBe('q=asha');
    const searches = requestsTo('GET /api/admin/users').map(({ search: query }) => query.get('q'));
    expect(new Set(searches)).toEqual(new Set([null, 'asha']));
  });

  test('the previous users stay visible until those of a new filter have loaded', async () => {
    await show();
    await seeRows(10);
    const release = keepBack('GET /api/admin/users');
    await search.fill('page0');
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    await seeRows(10);
    answer('GET /api/admin/users', only(first));
    release();
    await seeRows(1);
  });
});

describe('the keyboard', () => {
  test('in the list, / focuses the search, j and k move through the rows, Enter opens a row, and Escape returns', async () => {
    await show('?q=page');
    await seeRows(10);
    await userEvent.keyboard('/');
    await expect.element(search).toHaveFocus();
    // In a text field, j and k insert letters instead of moving between rows.
    await userEvent.keyboard('jk');
    await expect.element(search).toHaveValue('jk');
    await expect.poll(() => location.search).toBe('?q=jk');
    (document.activeElement as HTMLElement).blur();
    const link = page.getByRole('link', { name: second.email! });
    await expect.element(link).toHaveAttribute('href', expect.stringContaining('q=jk'));

    await userEvent.keyboard('jjkj');
    await expect.element(link).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await see(dialog.getByText(second.email!));
    await expect.poll(() => location.search).toBe('?q=jk&uid=page01');
    const entry = window.navigation.currentEntry!.index;
    await userEvent.keyboard('{Escape}');

    await seeGone(dialog);
    await expect.element(link).toHaveFocus();
    await expect.poll(() => location.search).toBe('?q=jk');
    expect(window.navigation.currentEntry?.index, 'no entry is left behind').toBe(entry - 1);
  });

  test('k stops at the first row, and keys do not move the rows behind a dialog', async () => {
    await show();
    await seeRows(10);
    await userEvent.keyboard('kk');
    await expect.element(page.getByRole('link', { name: first.email! })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await see(dialog);
    await userEvent.keyboard('j/');
    await expect.poll(() => document.activeElement?.closest('[role=dialog]')).not.toBeNull();
  });
});

describe('the metrics', () => {
  test('the metrics of the users page use Indian digit grouping', async () => {
    await show();
    await expect.poll(() => findFact("Individuals' wallets")).toBe('₹12,34,567.89');
    expect(findFact('Enabled users')).toBe('12,34512,000 individuals · 345 in organizations');
    expect(findFact('Total balance in active wallets')).toBe('₹12,34,567.89');
    expect(findFact("Organizations' wallets")).toBe('₹0.00');
  });

  test('metrics that fail to reload stay unchanged and show no message', async () => {
    await show();
    await expect.poll(() => findFact("Individuals' wallets")).toBe('₹12,34,567.89');
    cutOff('GET /api/admin/metrics');
    const before = requestsTo('GET /api/admin/metrics').length;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => requestsTo('GET /api/admin/metrics').length).toBeGreaterThan(before);
    expect(findFact("Individuals' wallets")).toBe('₹12,34,567.89');
    expect(page.getByRole('alert').elements()).toEqual([]);
  });

  test('metrics that fail to load are shown as dashes, and the list still loads', async () => {
    refuse('GET /api/admin/metrics', 'internal');
    await show();
    await expect.poll(() => findFact('Enabled users')).toBe('–None');
    await seeRows(10);
  });

  test('Refresh reloads the metrics and the list', async () => {
    await show();
    await seeRows(10);
    answer('GET /api/admin/metrics', { ...metrics, orgWalletSum: 40 });
    answer('GET /api/admin/users', only(first));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await seeRows(1);
    await expect.poll(() => findFact("Organizations' wallets")).toBe('₹40.00');
  });
});

test('long names, addresses and amounts stay in their columns', async () => {
  const user = someUser('long');
  const profile = {
    ...user.profile!,
    firstName: long.name,
    organizationName: long.name,
    walletBalance: long.rupees,
  };
  answer('GET /api/admin/users', only({ ...user, email: long.email, profile }));
  for (const phone of [false, true]) {
    await show('', { phone });
    await seeRows(1);
    await see(findRows().getByText('₹98,76,543.21'));
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  }
});

test.each([
  { language: 'en', phone: false },
  { language: 'hi', phone: true },
] as const)('the users page ($language) is accessible and fits a phone', async (settings) => {
  const { profile, ...endless } = someUser('long', { email: long.email, disabled: true });
  const named = { ...endless, profile: { ...profile!, firstName: long.name, email: long.email } };
  answer('GET /api/admin/users', only(named, first));
  await show('', settings);
  await seeRows(2);
  await expectToFit('users');
  await expectAccess('users');

  refuse('GET /api/admin/users', 'unavailable');
  await show('?q=asha', settings);
  await see(page.getByRole('alert'));
  await expectToFit('users that cannot be read');
  await expectAccess('users that cannot be read');
});
