import { demoSuperAdmins } from './demo-people.ts';

/** Addresses that are super admin without a grant, in lower case. */
export interface ListedSuperAdmins {
  readonly emails: readonly string[];
  /** Whether the demo's addresses are used, because none are given and a stand-in signs people in. */
  readonly isDemo: boolean;
}

/** The super admins of `SUPER_ADMIN_EMAILS`, or the demo's super admins if the stand-in signs people in. */
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
