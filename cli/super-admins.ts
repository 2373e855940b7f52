import { demoSuperAdmins } from './demo-people.ts';

/** Addresses that are super admin without a grant, in lower case. */
export interface ListedSuperAdmins {
  readonly emails: readonly string[];
  /** They are the demo's: none are given, and a stand-in signs people in. */
  readonly isDemo: boolean;
}

/** By `SUPER_ADMIN_EMAILS`, else the demo's where the stand-in signs people in. */
export function listSuperAdmins(
  given: { readonly SUPER_ADMIN_EMAILS?: string | undefined },
  { hasSignInStandIn }: { hasSignInStandIn: boolean },
): ListedSuperAdmins {
  const emails = (given.SUPER_ADMIN_EMAILS ?? '')
    .split(',')
    .flatMap((each) => each.trim().toLowerCase() || []);
  if (emails.length > 0 || !hasSignInStandIn) return { emails, isDemo: false };
  return { emails: demoSuperAdmins, isDemo: true };
}
