import type { Mode } from '@sachet/shared/contracts/vocabulary';

/** Every URL of the client. A mode and the results on show are part of the URL: both survive a reload. */
export const paths = {
  home: '/',
  signUp: '/signup',
  wallet: '/wallet',
  organization: '/organization',
  admin: '/admin',
  adminBilling: '/admin/billing',
  adminUsers: '/admin/users',
  privacy: '/privacy',
  terms: '/terms',
  contentPolicy: '/content-policy',
  billing: '/billing',
  contact: '/contact',
  about: '/about',
  mode: (mode: Mode) => `/?mode=${mode}`,
  results: (mode: Mode, generationIds: string[]) =>
    `/?mode=${mode}&results=${generationIds.map(encodeURIComponent).join(',')}`,
} as const;
