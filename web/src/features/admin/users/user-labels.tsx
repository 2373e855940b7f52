import type { AdminUser } from '@sachet/shared/admin/contracts/admin-users';
import type { UserProfile } from '@sachet/shared/people/contracts/user';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { StateMark } from '../frame/cells';

export function Status({ user }: { user: AdminUser }) {
  const { t } = useTranslation();
  if (user.deleted) return <StateMark tone="bad">{t('adminUsers.deleted')}</StateMark>;
  if (user.disabled) return <StateMark tone="bad">{t('adminUsers.disabled')}</StateMark>;
  if (!user.hasSignIn) return <StateMark>{t('adminUsers.noSignIn')}</StateMark>;
  return t('adminUsers.enabled');
}

/** `Individual`, `Organization · Admin`. */
export function toAccountLabel(t: TFunction, profile: UserProfile): string {
  if (profile.accountType === 'individual') return t('adminUsers.individual');
  return `${t('common.organization')} · ${toRoleLabel(t, profile.role)}`;
}

export function toRoleLabel(t: TFunction, role: UserProfile['role']): string {
  return t(role === 'admin' ? 'studioCommon.admin' : 'adminUsers.roleUser');
}

/** The email address, else the phone number, else the uid. */
export function getContact(user: AdminUser): string {
  return user.email ?? user.phoneNumber ?? user.uid;
}

/** Returns null for a user without a profile. */
export function getName({ profile }: AdminUser): string | null {
  return profile && `${profile.firstName} ${profile.lastName}`.trim();
}

const methods: Record<string, 'methodPassword' | 'methodPhone' | 'methodGoogle'> = {
  password: 'methodPassword',
  phone: 'methodPhone',
  'google.com': 'methodGoogle',
};

/** `Password, Phone` */
export function toMethodLabel(t: TFunction, { providerData }: AdminUser): string {
  return providerData
    .map(({ providerId }) => {
      const word = methods[providerId];
      return word ? t(`adminUsers.${word}`) : providerId;
    })
    .join(', ');
}
