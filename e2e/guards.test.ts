import { Mode } from '@sachet/shared/contracts/vocabulary';
import { pages } from '@sachet/shared/pages';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { largeText, pixelsTooWide, skeletons } from './in-page.ts';
import {
  browserOf,
  createIndividual,
  createMemberOf,
  createOrganizationAdmin,
  createWithAddress,
} from './people.ts';
import { publicPages, see, seeGone, someAddress, soon } from './steps.ts';
import { openStudio, type Studio } from './studio.ts';
import type { BrowserState } from './visitor.ts';

const superAdminAddress = someAddress('super');
/** A super admin with an organisation of their own: every page opens for them. */
const everyRoleAddress = someAddress('everything');

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio({ SUPER_ADMIN_EMAILS: `${superAdminAddress},${everyRoleAddress}` });
});
afterAll(() => studio?.stop());

const roles = ['signed out', 'individual', 'member', 'organisation admin', 'super admin'] as const;
type Role = (typeof roles)[number];

/** The first heading, and the address where it is not the one that was asked for. */
type Shown = { heading: string; at?: string; dialog?: string };

const mainScreen = { heading: 'Good AI, in small packets.' };
const home = { ...mainScreen, at: '/' };
const denied = { heading: 'Access Denied. You are not an admin.' };
const forbidden = { heading: 'Forbidden' };

/** Pages of words: what they show cannot depend on a role, so they are opened by two. */
const { '/': _home, '/signup': _signUp, ...words } = publicPages;

const everyone = (heading: string): Record<Role, Shown> => ({
  'signed out': { heading },
  individual: { heading },
  member: { heading },
  'organisation admin': { heading },
  'super admin': { heading },
});

const superAdminOnly = (heading: string): Record<Role, Shown> => ({
  'signed out': home,
  individual: forbidden,
  member: forbidden,
  'organisation admin': forbidden,
  'super admin': { heading },
});

/** The specification's table of routes (section 2), role by role. */
const routes: Record<string, Record<Role, Shown>> = {
  '/': everyone(mainScreen.heading),
  '/signup': {
    'signed out': { ...mainScreen, dialog: 'Create your account' },
    individual: home,
    member: home,
    'organisation admin': home,
    'super admin': home,
  },
  '/wallet': { ...everyone('Wallet'), 'signed out': home },
  '/organization': {
    'signed out': home,
    individual: denied,
    member: denied,
    'organisation admin': { heading: 'Organization Management' },
    'super admin': denied,
  },
  '/admin': superAdminOnly('Models'),
  '/admin/billing': superAdminOnly('Provider balances'),
  '/admin/users': superAdminOnly('Users'),
  '/no/such/page': {
    'signed out': home,
    individual: home,
    member: home,
    'organisation admin': home,
    'super admin': home,
  },
};

describe('every route', () => {
  const browsers: Partial<Record<Role, BrowserState>> = {};

  beforeAll(async () => {
    const admin = await createOrganizationAdmin(studio);
    const people = {
      individual: await createIndividual(studio),
      member: await createMemberOf(studio, admin),
      'organisation admin': admin,
      'super admin': await createWithAddress(studio, superAdminAddress),
    };
    for (const [role, person] of Object.entries(people)) {
      browsers[role as Role] = browserOf(studio, person);
    }
  });

  test.each(roles)('shows what the specification says to: %s', (role) =>
    studio.visit(
      async ({ page }) => {
        for (const [path, shown] of Object.entries(routes)) {
          await page.goto(path);
          await expectShown(page, path, shown[role]);
        }
        if (role !== 'signed out' && role !== 'super admin') return;
        for (const [path, heading] of Object.entries(words)) {
          await page.goto(path);
          await expectShown(page, path, { heading });
        }
      },
      { state: browsers[role] },
    ),
  );

  test('no page is wider than a phone with text at 200 %', async () => {
    const everything = await createWithAddress(studio, everyRoleAddress, 'Chai & Co.');
    const signedIn = { phone: true, state: browserOf(studio, everything) };
    await studio.visit(async ({ page }) => {
      for (const path of Object.values(pages)) await expectToFit(page, path);
    }, signedIn);
    await studio.visit(
      async ({ page }) => {
        const tools = Mode.options.map((mode) => `/?mode=${mode}`);
        for (const path of [pages.signUp, ...tools]) await expectToFit(page, path);
      },
      { phone: true, language: 'hi' },
    );
  });

  test('the admin pages lead to each other', () =>
    studio.visit(
      async ({ page }) => {
        await page.goto('/admin');
        for (const name of ['Users', 'Provider balances', 'Models']) {
          const link = page
            .getByRole('navigation', { name: 'Admin pages' })
            .getByRole('link', { name });
          await link.click();
          await see(page.getByRole('heading', { level: 1, name }));
          expect(await link.getAttribute('aria-current')).toBe('page');
        }
      },
      { state: browsers['super admin'] },
    ));

  test('a page that is refused leads back to the studio', () =>
    studio.visit(
      async ({ page }) => {
        for (const path of ['/organization', '/admin']) {
          await page.goto(path);
          await page.getByRole('link', { name: 'Go to the studio' }).click();
          await see(page.getByRole('heading', { level: 1, name: mainScreen.heading }));
        }
      },
      { state: browsers.member },
    ));

  test('says that it is loading until it is known who is there', () =>
    studio.visit(
      async ({ page, context }) => {
        let release = () => {};
        const held = new Promise<void>((resolve) => (release = resolve));
        await context.route('**/api/config', async (request) => {
          await held;
          await request.continue();
        });
        for (const path of ['/wallet', '/organization', '/admin']) {
          await page.goto(path);
          await see(page.getByRole('main').getByText('Loading...'));
        }
        release();
        await see(page.getByRole('heading', { level: 1, name: 'Models' }));
      },
      { state: browsers['super admin'] },
    ));
});

async function expectToFit(page: Page, path: string) {
  await page.goto(path);
  await see(page.getByRole('main').getByRole('heading', { includeHidden: true }));
  await see(page.getByText('Sachet Studio Private Limited'));
  await soon(async () => expect(await page.evaluate(skeletons), path).toBe(0));
  await page.evaluate(largeText, 200);
  expect(await page.evaluate(pixelsTooWide), path).toBe(0);
}

async function expectShown(page: Page, path: string, { heading, at, dialog }: Shown) {
  // Behind a dialog the page is hidden from whoever does not see.
  const title = page.getByRole('heading', { level: 1, name: heading, includeHidden: true });
  await page.waitForURL(at ?? path);
  await see(title);
  expect(new URL(page.url()).pathname, path).toBe(at ?? path);
  if (dialog) await see(page.getByRole('dialog', { name: dialog }));
  else await seeGone(page.getByRole('dialog'));
}
