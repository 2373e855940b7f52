import type { UserProfile } from '@sachet/shared/people/contracts/user';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sessionStore } from './session/session';
import { see, seeGone } from '../testing/mount';
import { signIn } from '../testing/people';
import { answer } from '../testing/server';
import { visit } from '../testing/visit';

const home = 'Good AI, in small packets.';
/** The heading of a signed-in user's home page. */
const ownHome = 'Hello, Asha';
const organization = { organizationId: 'org_1', organizationName: 'Chai & Co.' } as const;

/** Finds the title also while an open dialog hides the page from screen readers. */
const title = (name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true, includeHidden: true });

test('the footer links to the policy pages', async () => {
  await visit('/');
  for (const name of ['Privacy', 'Terms', 'AI Content & Safety', 'Billing & Refund']) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
    await see(title(name));
  }
});

test('/signup opens the dialog, which its button and its backdrop close', async () => {
  const dialog = page.getByRole('dialog', { name: 'Create your account' });
  await visit('/signup');
  await see(title(home));
  await see(dialog.getByText('Sign up with a mobile phone and get a ₹250 bonus.'));
  await expect.poll(() => document.title).toBe('Create your account · Sachet');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await seeGone(dialog);

  await visit('/signup');
  await see(dialog);
  await userEvent.click(document.body, { position: { x: 20, y: 450 }, force: true });
  await seeGone(dialog);
});

test.each(['/wallet', '/admin/ledger'])(
  'a visitor at %s is redirected to the home page',
  async (path) => {
    await visit(path);
    await see(title(home));
    await expect.poll(() => location.pathname).toBe('/');
  },
);

const people: Record<string, Partial<UserProfile>> = {
  individual: {},
  member: { ...organization, accountType: 'organization', role: 'user' },
  'organisation admin': { ...organization, accountType: 'organization', role: 'admin' },
};

const adminPages = [
  '/admin',
  '/admin/billing',
  '/admin/users',
  '/admin/ledger',
  '/admin/payments',
  '/admin/finance',
  '/admin/settlements',
  '/admin/exports',
  '/admin/approvals',
];

test.each(Object.entries(people))(
  'this user cannot open the admin pages: %s',
  async (who, profile) => {
    signIn({ profile });
    for (const path of who === 'individual' ? adminPages : adminPages.slice(0, 1)) {
      await visit(path);
      await see(title('Forbidden'));
    }
    await expect.poll(() => document.title).toBe('Forbidden · Sachet');
    await page.getByRole('link', { name: 'Go to the studio' }).click();
    await see(title(ownHome));
  },
);

test.each(['individual', 'member', 'super admin'])(
  'this user cannot open the organization page and sees no link to it: %s',
  async (who) => {
    signIn({ profile: people[who] });
    const isSuperAdmin = who === 'super admin';
    answer('GET /api/admin/me', { isSuperAdmin, isFinance: isSuperAdmin, decidesAlone: false });
    await visit('/organization');
    await see(title('Access Denied. You are not an admin.'));
    await expect.poll(() => document.title).toBe('Access Denied. You are not an admin. · Sachet');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await see(page.getByRole('menuitem', { name: 'Logout' }));
    await seeGone(page.getByRole('menuitem', { name: 'Organization' }));
    await userEvent.keyboard('{Escape}');
    await page.getByRole('link', { name: 'Go to the studio' }).click();
    await see(title(ownHome));
  },
);

test('an organization admin opens the organization page from the account menu', async () => {
  signIn({ profile: people['organisation admin'] });
  answer('GET /api/organization', {
    id: 'org_1',
    name: 'Chai & Co.',
    walletBalance: 250,
    members: [],
    invites: [],
  });
  await visit('/');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Organization' }).click();
  await see(title('Organization Management'));
});

test('a signed-in user at /signup is redirected to the home page', async () => {
  signIn();
  await visit('/signup');
  await see(title(ownHome));
  await expect.poll(() => location.pathname).toBe('/');
  await seeGone(page.getByRole('dialog'));
});

test('an unknown address shows that the page does not exist, and leads to the home page', async () => {
  await visit('/no/such/page');
  await see(title('There is no page at this address.'));
  expect(location.pathname).toBe('/no/such/page');
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await see(title(home));
});

test('a page of users shows Loading... until the session is known', async () => {
  sessionStore.set({ status: 'loading' });
  await visit('/wallet');
  await see(page.getByRole('main').getByText('Loading...'));
});
