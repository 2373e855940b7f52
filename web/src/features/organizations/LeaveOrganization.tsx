import type { Membership } from '@sachet/shared/organizations/contracts/invitation';
import { formatRupees } from '@sachet/shared/money';
import { useState } from 'react';
import { api } from '../../api/client';
import { revalidate } from '../../api/keys';
import { cacheProfile, useProfile } from '../../api/profile';
import { useApi } from '../../api/use-api';
import { useAction } from '../../app/base/use-action';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { notify } from '../../ui/Toaster';

/** Shows a member the balance of their own wallet and lets them leave the organization. */
export function LeaveOrganization() {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  const { data: membership } = useApi(
    'GET /api/membership',
    profile?.role === 'user' && profile.organizationId ? {} : null,
  );
  const [isAsked, setAsked] = useState(false);
  if (!profile?.organizationId || membership?.role !== 'user') return null;
  const words = {
    name: membership.organizationName,
    amount: formatRupees(membership.ownWalletBalance),
  };
  return (
    // However long this text is, it does not widen the column.
    <div className="grid w-0 min-w-full justify-items-start gap-2 border-t border-fold pt-4">
      <p className="text-note text-ink-soft">{t('membership.ownWaits', words)}</p>
      <Button look="outline" onClick={() => setAsked(true)}>
        <span className="wrap-anywhere">{t('membership.leave', words)}</span>
      </Button>
      {isAsked && <AskLeave membership={membership} onClose={() => setAsked(false)} />}
    </div>
  );
}

function AskLeave({ membership, onClose }: { membership: Membership; onClose: () => void }) {
  const { t } = useTranslation();
  const { organizationId, organizationName: name, ownWalletBalance } = membership;

  const leave = useAction(
    async () => {
      const profile = await api('POST /api/membership/leave', { body: { organizationId } });
      await cacheProfile(profile.uid, profile);
      notify.success(t('membership.left', { name }));
      await revalidate('/api/');
    },
    { toast: true },
  );

  return (
    <ConfirmDialog
      title={t('membership.leaveTitle')}
      cancel={t('membership.stay')}
      confirm={t('membership.leaveConfirm')}
      busy={leave.busy}
      onConfirm={() => void leave.run().finally(onClose)}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1 pl-5 wrap-anywhere">
        <li>{t('membership.leaveOwn', { amount: formatRupees(ownWalletBalance) })}</li>
        <li>{t('membership.leavePaid', { name })}</li>
        <li>{t('membership.leaveKeep')}</li>
      </ul>
    </ConfirmDialog>
  );
}
