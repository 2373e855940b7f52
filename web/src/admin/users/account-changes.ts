import type { AdminUserAction } from '@sachet/shared/contracts/admin-users';
import type { UserProfile } from '@sachet/shared/contracts/user';

export type AccountForm = {
  role: UserProfile['role'];
  /** Empty for none. */
  organizationId: string;
  firstName: string;
  lastName: string;
  /** Empty for none. */
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
  role: Sent<'set-role'> | null;
  profile: (Omit<Sent<'update-profile'>, 'phoneNumber'> & { phoneNumber?: string }) | null;
};

/** What has to be sent: only what is other than it was. */
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
