/**
 * The scripts of each page of the client, which the server names in the page (api/site/client-page.ts), so
 * that all of them load in parallel with the entry.
 */
import type { Language } from '../shared/contracts/vocabulary.ts';
import { isFormMode, modes, type OwnPageMode } from '../shared/tools.ts';
import { pages } from '../shared/pages.ts';
import { getFirstFiles } from './first-load.ts';

type Name = Exclude<keyof typeof pages, 'verifyDocument'>;

/** The module of each page, as in src/app/routes.tsx. */
const sources: Record<Name, string> = {
  home: 'features/studio/home/HomePage',
  signUp: 'features/people/auth/AuthModal',
  wallet: 'features/wallet/WalletPage',
  receipt: 'features/ledger/proof/ReceiptPage',
  documents: 'features/tax/documents/DocumentsPage',
  friends: 'features/people/friends/FriendsPage',
  friendLink: 'features/people/friends/FriendsPage',
  verifyReceipt: 'features/ledger/proof/VerifyReceiptPage',
  prices: 'features/studio/prices/PricesPage',
  account: 'features/people/account/AccountPage',
  brand: 'features/studio/brand/BrandPage',
  library: 'features/studio/library/LibraryPage',
  organization: 'features/organizations/OrganizationPage',
  invitation: 'features/organizations/InvitationPage',
  stopInvitations: 'features/organizations/StopInvitationsPage',
  admin: 'features/models/ModelsPage',
  adminBilling: 'features/models/billing/BillingPage',
  adminUsers: 'features/admin/users/UsersPage',
  adminLedger: 'features/ledger/admin/LedgerPage',
  adminLedgerEvent: 'features/ledger/admin/LedgerEventPage',
  adminTrail: 'features/ledger/admin/TrailPage',
  adminPayments: 'features/payments/exceptions/PaymentsPage',
  adminFinance: 'features/finance/overview/FinancePage',
  adminSettlements: 'features/finance/settlements/SettlementsPage',
  adminExports: 'features/finance/exports/ExportsPage',
  adminApprovals: 'features/admin/approvals/ApprovalsPage',
  adminReports: 'features/moderation/reports/ReportsPage',
  adminSupplier: 'features/tax/supplier/SupplierPage',
  adminGrowth: 'features/people/growth/GrowthPage',
  report: 'features/moderation/report/ReportPage',
  privacy: 'app/policies/PolicyPage',
  terms: 'app/policies/PolicyPage',
  contentPolicy: 'app/policies/PolicyPage',
  billing: 'app/policies/PolicyPage',
  contact: 'app/policies/PolicyPage',
  about: 'app/policies/PolicyPage',
};

const ownPages: Record<OwnPageMode, string> = {
  instagram: 'features/studio/instagram/InstagramTool',
  instagram_ideas: 'features/studio/instagram/IdeasTool',
  general: 'features/studio/general/GeneralTool',
  image: 'features/studio/pictures/ImageTool',
  edit_image: 'features/studio/pictures/EditTool',
};

const toModule = (source: string) => `src/${source}.tsx`;
const home = toModule(sources.home);

/** The chunks of the texts of a language. The entry has the first texts of English. */
const firstWords = { en: [], hi: ['hi-first'], hg: ['src/i18n/hg/first.ts'] } as const;

/** Returns the modules and chunks of each page by its address: `/library`, `/?mode=image`. */
function listParts(language: Language): [address: string, parts: string[]][] {
  const first = firstWords[language];
  const studio = [...first, `${language}-words`];
  const pageParts = (Object.entries(sources) as [Name, string][]).map(
    ([name, source]): [string, string[]] => {
      const module = toModule(source);
      if (name === 'home') return [pages.home, [module, ...first]];
      if (name === 'signUp') return [pages.signUp, [home, module, ...first]];
      if (source.startsWith('app/policies/'))
        return [pages[name], [module, ...first, `src/i18n/policies/${language}.ts`]];
      const admin = name.startsWith('admin') ? ['page', `src/i18n/${language}/admin.ts`] : [];
      return [pages[name], [module, ...studio, ...admin, 'answers']];
    },
  );
  const toolParts = modes.map((mode): [string, string[]] => {
    const source = isFormMode(mode) ? 'features/studio/text-form/TextTool' : ownPages[mode];
    return [`/?mode=${mode}`, [home, toModule(source), ...studio]];
  });
  return [...pageParts, ...toolParts];
}

/** The scripts of a page beside those of the entry. */
export type PageScripts = {
  scripts: string[];
  /** Scripts of a signed-in user beside `scripts`. */
  signedIn: string[];
  /** Scripts of the sign-in dialog beside `scripts`. */
  signIn: string[];
};

/** Returns the scripts of each page by its address. The paths begin with a slash. */
export function listPageScripts(build: string, language: Language): Map<string, PageScripts> {
  const list = (parts: string[]) => getFirstFiles(build, ...parts).scripts;
  const entry = new Set(list([]));
  const toPaths = (files: string[], without: Set<string>) =>
    files.filter((file) => !without.has(file)).map((file) => `/${file}`);
  return new Map(
    listParts(language).map(([address, parts]) => {
      const scripts = list(parts);
      const own = address === pages.home ? ['src/features/studio/home/SignedInHome.tsx'] : [];
      const dialog = list([toModule(sources.signUp)]);
      const all = list([...parts, ...own, 'session', 'answers', `${language}-words`]);
      return [
        address,
        {
          scripts: toPaths(scripts, entry),
          signedIn: toPaths(all, new Set([...entry, ...scripts])),
          signIn: toPaths(dialog, new Set([...entry, ...scripts])),
        },
      ];
    }),
  );
}
