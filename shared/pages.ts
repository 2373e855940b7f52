/** Every page of the client; the API serves it there, and nothing but a 404 elsewhere. */
export const pages = {
  home: '/',
  signUp: '/signup',
  wallet: '/wallet',
  account: '/account',
  organization: '/organization',
  /** Invitations for me; of a mail with its secret behind a `#`. */
  invitation: '/invitation',
  stopInvitations: '/invitation/stop',
  admin: '/admin',
  adminBilling: '/admin/billing',
  adminUsers: '/admin/users',
  adminLedger: '/admin/ledger',
  adminLedgerEvent: '/admin/ledger/event',
  adminPayments: '/admin/payments',
  adminApprovals: '/admin/approvals',
  privacy: '/privacy',
  terms: '/terms',
  contentPolicy: '/content-policy',
  billing: '/billing',
  contact: '/contact',
  about: '/about',
} as const;
