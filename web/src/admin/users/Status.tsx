import type { AdminUser } from '@sachet/shared/contracts/admin-users';
import { useTranslation } from '../../i18n/translate';
import { StateMark } from '../frame/cells';

export function Status({ user }: { user: AdminUser }) {
  const { t } = useTranslation();
  if (user.deleted) return <StateMark tone="bad">{t('adminUsers.deleted')}</StateMark>;
  if (user.disabled) return <StateMark tone="bad">{t('adminUsers.disabled')}</StateMark>;
  if (!user.hasSignIn) return <StateMark>{t('adminUsers.noSignIn')}</StateMark>;
  return t('adminUsers.enabled');
}
