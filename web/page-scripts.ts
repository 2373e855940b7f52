/**
 * The scripts of each page of the client, which the server names in the page (api/site/client-page.ts), so
 * that all of them load in parallel with the entry.
 */
import type { Language, Mode } from '../shared/contracts/vocabulary.ts';
import { pages } from '../shared/pages.ts';
import { getFirstFiles } from './first-load.ts';

type Name = Exclude<keyof typeof pages, 'verifyDocument'>;

/** The module of each page, as in src/routes.tsx. */
const sources: Record<Name, string> = {
  home: 'home/HomePage',
  signUp: 'auth/AuthModal',
  wallet: 'wallet/WalletPage',
  receipt: 'proof/ReceiptPage',
  documents: 'documents/DocumentsPage',
  friends: 'friends/FriendsPage',
  friendLink: 'friends/FriendsPage',
  verifyReceipt: 'proof/VerifyReceiptPage',
  prices: 'prices/PricesPage',
  account: 'account/AccountPage',
  brand: 'brand/BrandPage',
  library: 'library/LibraryPage',
  organization: 'organization/OrganizationPage',
  invitation: 'organization/InvitationPage',
  stopInvitations: 'organization/StopInvitationsPage',
  admin: 'admin/models/ModelsPage',
  adminBilling: 'admin/billing/BillingPage',
  adminUsers: 'admin/users/UsersPage',
  adminLedger: 'admin/ledger/LedgerPage',
  adminLedgerEvent: 'admin/ledger/LedgerEventPage',
  adminTrail: 'admin/ledger/TrailPage',
  adminPayments: 'admin/payments/PaymentsPage',
  adminFinance: 'admin/finance/FinancePage',
  adminSettlements: 'admin/settlements/SettlementsPage',
  adminExports: 'admin/exports/ExportsPage',
  adminApprovals: 'admin/approvals/ApprovalsPage',
  adminReports: 'admin/reports/ReportsPage',
  adminSupplier: 'admin/supplier/SupplierPage',
  adminGrowth: 'admin/growth/GrowthPage',
  report: 'report/ReportPage',
  privacy: 'policies/PolicyPage',
  terms: 'policies/PolicyPage',
  contentPolicy: 'policies/PolicyPage',
  billing: 'policies/PolicyPage',
  contact: 'policies/PolicyPage',
  about: 'policies/PolicyPage',
};

const tools: Record<Mode, string> = {
  instagram: 'instagram/InstagramTool',
  instagram_ideas: 'instagram/IdeasTool',
  general: 'general/GeneralTool',
  image: 'pictures/ImageTool',
  edit_image: 'pictures/EditTool',
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
      if (source.startsWith('policies/'))
        return [pages[name], [module, ...first, `src/i18n/policies/${language}.ts`]];
      const admin = source.startsWith('admin/') ? ['page', `src/i18n/${language}/admin.ts`] : [];
      return [pages[name], [module, ...studio, ...admin, 'answers']];
    },
  );
  const toolParts = Object.entries(tools).map(([mode, source]): [string, string[]] => [
    `/?mode=${mode}`,
    [home, toModule(source), ...studio],
  ]);
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
      const own = address === pages.home ? ['src/home/SignedInHome.tsx'] : [];
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
