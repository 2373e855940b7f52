/** Every page of the client. The API serves the client for these addresses, and a 404 for all others. */
export const pages = {
  home: '/',
  signUp: '/signup',
  wallet: '/wallet',
  /** The receipt of a statement entry: `?seq=7`. */
  receipt: '/wallet/receipt',
  /** Tax documents of the caller's wallet, and what is printed on them. */
  documents: '/wallet/documents',
  /** Bring a friend: the caller's link, and the friends who came with it. */
  friends: '/wallet/friends',
  /** The page of such a link: `?code=7kq2m4xd0a`. */
  friendLink: '/friend',
  verifyReceipt: '/verify-receipt',
  /** A tax document by its number, `RV-2627-000001`; the code on it adds amount and hash. */
  verifyDocument: '/verify/:number',
  prices: '/prices',
  account: '/account',
  /** The brand kit of the caller or of their organization. */
  brand: '/brand',
  /** The caller's library; with one result open: `?open=gen_1`. */
  library: '/library',
  organization: '/organization',
  /** The caller's invitations; a mail's link has its secret after a `#`. */
  invitation: '/invitation',
  stopInvitations: '/invitation/stop',
  admin: '/admin',
  adminBilling: '/admin/billing',
  adminUsers: '/admin/users',
  adminLedger: '/admin/ledger',
  adminLedgerEvent: '/admin/ledger/event',
  adminTrail: '/admin/trail',
  adminPayments: '/admin/payments',
  adminFinance: '/admin/finance',
  adminSettlements: '/admin/settlements',
  adminExports: '/admin/exports',
  adminApprovals: '/admin/approvals',
  adminReports: '/admin/reports',
  adminSupplier: '/admin/supplier',
  adminGrowth: '/admin/growth',
  report: '/report',
  privacy: '/privacy',
  terms: '/terms',
  contentPolicy: '/content-policy',
  billing: '/billing',
  contact: '/contact',
  about: '/about',
} as const;

/** Public pages, listed for search engines in each language. */
export const publicPages = [
  pages.home,
  pages.prices,
  pages.about,
  pages.contact,
  pages.privacy,
  pages.terms,
  pages.contentPolicy,
  pages.billing,
  pages.verifyReceipt,
] as const;

/** Public pages that are the same for every visitor, which the API renders. */
export const renderedPages: readonly string[] = publicPages.filter(
  (path) => path !== pages.verifyReceipt,
);

/** The cookie with the chosen language, in which the API renders pages. */
export const languageCookie = 'sachet.language';
