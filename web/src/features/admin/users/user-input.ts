import type { AdminUserAction } from '@sachet/shared/admin/contracts/admin-users';
import type { UserProfile } from '@sachet/shared/people/contracts/user';
import { toDigits } from '../../../app/base/digits';
import { splitPhoneNumber, toPhoneNumber } from '../../../app/base/phone-number';

export type AccountForm = {
  role: UserProfile['role'];
  /** Empty for an individual. */
  organizationId: string;
  firstName: string;
  lastName: string;
  /** Empty if the user has no phone number. */
  phoneNumber: string;
};

export function toForm(profile: UserProfile): AccountForm {
  const { role, organizationId, firstName, lastName, phoneNumber } = profile;
  return {
    role,
    organizationId: organizationId ?? '',
    firstName,
    lastName,
    phoneNumber: phoneNumber ?? '',
  };
}

type Sent<Action> = Extract<AdminUserAction, { action: Action }>;
type AccountChanges = {
  role: Omit<Sent<'set-role'>, 'reason'> | null;
  profile: (Omit<Sent<'update-profile'>, 'phoneNumber'> & { phoneNumber?: string }) | null;
};

/** Returns the requests to send. They contain only the changed fields. */
export function getChanges(uid: string, before: AccountForm, after: AccountForm): AccountChanges {
  const changed = (name: keyof AccountForm) => after[name].trim() !== before[name];
  const hasMoved = changed('organizationId');
  const details = (['firstName', 'lastName', 'phoneNumber'] as const).filter(changed);
  return {
    role:
      hasMoved || changed('role')
        ? {
            uid,
            action: 'set-role',
            role: after.role,
            ...(hasMoved ? { organizationId: after.organizationId.trim() || null } : {}),
          }
        : null,
    profile:
      details.length > 0
        ? {
            uid,
            action: 'update-profile',
            ...Object.fromEntries(details.map((name) => [name, after[name].trim()])),
          }
        : null,
  };
}

const phoneLike = /^[\p{Nd}\s+().-]+$/u;

/**
 * Prepares a search: a whole phone number gets its stored form, a part of one only its digits, and other text
 * does not change.
 */
export function toSearchText(typed: string): string {
  if (!phoneLike.test(typed)) return typed;
  const isWhole = splitPhoneNumber('IN', typed) !== null;
  return (isWhole && toPhoneNumber('IN', typed)) || toDigits(typed) || typed;
}
