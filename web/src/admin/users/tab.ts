import type { AdminUserDetail } from '@sachet/shared/contracts/admin-users';

/** Of the dialog, in its order. */
export const tabs = ['overview', 'account', 'wallet', 'security', 'audit'] as const;
export type UserTab = (typeof tabs)[number];

export function parseTab(name: string | null): UserTab {
  return tabs.find((tab) => tab === name) ?? 'overview';
}

/** What a tab that changes something is given; `onChanged` reads everything again. */
export type TabProps = { detail: AdminUserDetail; onChanged: () => Promise<void> };

export type Wallet = NonNullable<AdminUserDetail['wallet']>;
