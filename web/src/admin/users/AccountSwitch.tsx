import type { AdminUser } from '@sachet/shared/contracts/admin-users';
import { changeUser } from '../../api/admin-users';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { ErrorNote, useGuarded } from '../frame/confirm';
import { Status } from './Status';
import { getContact } from './user-labels';

/** Whether somebody may sign in, and the button that changes it. */
export function AccountSwitch({
  user,
  onChanged,
}: {
  user: AdminUser;
  onChanged: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useGuarded(onChanged);
  const { uid } = user;
  const who = getContact(user);
  return (
    <div className="grid gap-2 border-b border-fold pb-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-48 text-note">
          <Status user={user} />
          <span className="block text-ink-soft">
            {t(user.disabled ? 'adminUsers.isDisabledText' : 'adminUsers.isEnabledText')}
          </span>
        </p>
        <div className="flex gap-2">
          <Button
            size="compact"
            look="outline"
            disabled={!user.disabled}
            onClick={() =>
              ask({
                question: t('adminUsers.confirmEnable', { who }),
                steps: [
                  {
                    act: () => changeUser({ uid, action: 'enable' }),
                    failed: t('adminUsers.updateFailed'),
                  },
                ],
                done: t('adminUsers.userEnabled'),
              })
            }
          >
            {t('adminUsers.enable')}
          </Button>
          <Button
            size="compact"
            look="outline"
            disabled={user.disabled}
            onClick={() =>
              ask({
                question: t('adminUsers.confirmDisable', { who }),
                steps: [
                  {
                    act: () => changeUser({ uid, action: 'disable' }),
                    failed: t('adminUsers.updateFailed'),
                  },
                ],
                done: t('adminUsers.userDisabled'),
              })
            }
          >
            {t('adminUsers.disable')}
          </Button>
        </div>
      </div>
      <ErrorNote>{error}</ErrorNote>
      {dialog}
    </div>
  );
}
