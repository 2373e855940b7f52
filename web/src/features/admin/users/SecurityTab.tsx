import type { ReactNode } from 'react';
import { api } from '../../../api/client';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { useConfirmedAction } from '../frame/confirm';
import type { TabProps } from './UserDialog';
import { getContact } from './user-labels';

/** Shows super admin status and custom claims, and lets the admin delete the user. */
export function SecurityTab({
  detail,
  onChanged,
  onDeleted,
}: TabProps & { onDeleted: () => void }) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useConfirmedAction(onChanged);
  const { user, isTargetSuper } = detail;
  const { uid } = user;
  const who = getContact(user);
  return (
    <div className="grid gap-4">
      <Line
        title={
          <>
            {t('adminUsers.superadmin')}: {t(isTargetSuper ? 'adminUsers.yes' : 'adminUsers.no')}
          </>
        }
        text={t('adminUsers.superadminText')}
      />
      {user.deleted ? (
        <p>{t('adminUsers.deletedText')}</p>
      ) : (
        <>
          <Line title={t('adminUsers.claims')} text={t('adminUsers.claimsText')}>
            <Button
              size="compact"
              look="outline"
              onClick={() =>
                ask({
                  question: t('adminUsers.confirmClaims', { who }),
                  steps: [
                    {
                      act: () =>
                        api('POST /api/admin/users', { body: { uid, action: 'reset-claims' } }),
                      failed: t('adminCommon.actionFailed'),
                    },
                  ],
                  done: t('adminUsers.claimsReset'),
                })
              }
            >
              {t('adminUsers.resetClaims')}
            </Button>
          </Line>
          <Line title={t('adminUsers.end')} text={t('adminUsers.endText')}>
            <Button
              size="compact"
              look="outline"
              className="border-vermilion! text-vermilion"
              onClick={() =>
                ask({
                  question: t('adminUsers.confirmDelete', { who }),
                  steps: [
                    {
                      act: () => api('POST /api/admin/users', { body: { uid, action: 'delete' } }),
                      failed: t('adminCommon.actionFailed'),
                    },
                  ],
                  done: t('adminUsers.userDeleted'),
                  onDone: onDeleted,
                })
              }
            >
              {t('adminUsers.deleteUser')}
            </Button>
          </Line>
        </>
      )}
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      {dialog}
    </div>
  );
}

function Line({ title, text, children }: { title: ReactNode; text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-fold pb-4 text-note">
      <p className="min-w-0 flex-1 basis-64">
        <span className="block text-body font-semibold">{title}</span>
        <span className="text-ink-soft">{text}</span>
      </p>
      {children}
    </div>
  );
}
