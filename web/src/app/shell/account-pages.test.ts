import { describe, expect, test } from 'vitest';
import { accountPages, currentPath, type Roles } from './account-pages';

const nobody: Roles = { isOrganizationAdmin: false, isSuperAdmin: false, isFinance: false };
const superAdmin = accountPages({ ...nobody, isSuperAdmin: true, isFinance: true });

describe('the pages of the account menu', () => {
  test('the account menu of every user has a library, a wallet and an account, and no admin pages', () => {
    const { own, admin } = accountPages(nobody);
    expect(own.map(({ path }) => path)).toEqual(['/library', '/wallet', '/brand', '/account']);
    expect(admin).toEqual([]);
  });

  test('the account menu of an organization admin has the organization page', () => {
    const { own, admin } = accountPages({ ...nobody, isOrganizationAdmin: true });
    expect(own.map(({ path }) => path)).toEqual([
      '/library',
      '/wallet',
      '/brand',
      '/account',
      '/organization',
    ]);
    expect(admin).toEqual([]);
  });

  test('the account menu of a super admin has the three specified admin pages', () => {
    expect(superAdmin.own.map(({ path }) => path)).toEqual([
      '/library',
      '/wallet',
      '/brand',
      '/account',
    ]);
    expect(superAdmin.admin.map(({ path }) => path)).toEqual([
      '/admin',
      '/admin/billing',
      '/admin/users',
    ]);
  });

  test('the account menu of a finance admin has only the pages of the books', () => {
    const { admin } = accountPages({ ...nobody, isFinance: true });
    expect(admin.map(({ path }) => path)).toEqual([
      '/admin/ledger',
      '/admin/trail',
      '/admin/payments',
      '/admin/finance',
      '/admin/settlements',
      '/admin/exports',
    ]);
  });

  test.each([
    ['/wallet', '/wallet'],
    ['/admin', '/admin'],
    ['/admin/users', '/admin/users'],
    ['/admin/ledger/event', undefined],
    ['/', undefined],
    ['/account-of-another', undefined],
  ])('at the path %s, the current page in the menu is %s', (pathname, path) => {
    const { own, admin } = superAdmin;
    expect(currentPath([...own, ...admin], pathname)).toBe(path);
  });
});
