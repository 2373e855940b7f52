import type { Profile } from '@sachet/db/people/profiles';
import type { UserProfile } from '@sachet/shared/people/contracts/user';
import { rupeesFromPaise } from '@sachet/shared/money';

/** A user as they see themselves, and as admins see them. */
export function toUserProfile(profile: Profile): UserProfile {
  return {
    uid: profile.uid,
    accountType: profile.account_type,
    role: profile.role,
    organizationId: profile.organization_id,
    organizationName: profile.organization_name,
    firstName: profile.first_name,
    lastName: profile.last_name,
    phoneNumber: profile.phone_number,
    email: profile.email,
    emailVerified: profile.email_verified,
    walletBalance: rupeesFromPaise(profile.balance_paise),
    budget: rupeesFromPaise(profile.budget_paise),
    lifetimeSpent: rupeesFromPaise(profile.lifetime_spent_paise),
    spentThisMonth: rupeesFromPaise(profile.spent_this_month_paise),
    bonusWithheld: profile.bonus_withheld,
    lowBalance: rupeesFromPaise(profile.low_balance_paise),
    rulesSeenAt: profile.rules_seen_at?.toISOString() ?? null,
  };
}
