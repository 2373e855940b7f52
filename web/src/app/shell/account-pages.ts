import type { AdminMeResponse } from '@sachet/shared/admin/contracts/admin';
import { getAdminPages, type AdminPageName } from '../../features/admin/frame/admin-pages';
import { paths } from '../base/paths';

/** A page in the account menu. `word` is the key of its name in the dictionaries. */
export type AccountPage = {
  word:
    | 'library.title'
    | 'studioCommon.wallet'
    | 'brand.title'
    | 'account.title'
    | 'common.organization'
    | `admin.${AdminPageName}`;
  path: string;
};

export type Roles = { isOrganizationAdmin: boolean } & Pick<
  AdminMeResponse,
  'isSuperAdmin' | 'isFinance'
>;

/** Returns the pages of the signed-in user in the order of the account menu. */
export function accountPages({ isOrganizationAdmin, ...me }: Roles): {
  own: AccountPage[];
  admin: AccountPage[];
} {
  const organization: AccountPage = { word: 'common.organization', path: paths.organization };
  return {
    own: [
      { word: 'library.title', path: paths.library },
      { word: 'studioCommon.wallet', path: paths.wallet },
      { word: 'brand.title', path: paths.brand },
      { word: 'account.title', path: paths.account },
      ...(isOrganizationAdmin ? [organization] : []),
    ],
    admin: getAdminPages(me).main.map(([name, path]) => ({ word: `admin.${name}` as const, path })),
  };
}

/**
 * Returns the path of the current page. For a subpage (`/admin/ledger/event`), returns the path of its parent
 * page.
 */
export function currentPath(pages: AccountPage[], pathname: string): string | undefined {
  return pages
    .map(({ path }) => path)
    .filter(
      (path) => pathname === path || (path !== paths.admin && pathname.startsWith(`${path}/`)),
    )
    .toSorted((a, b) => b.length - a.length)[0];
}
