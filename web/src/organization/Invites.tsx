import type {
  OrganizationInvite,
  OrganizationRequest,
} from '@sachet/shared/contracts/organization';
import { formatRupees } from '@sachet/shared/money';
import { useState } from 'react';
import { changeInvite } from '../api/actions';
import { cacheInvites, revalidateOrganization } from '../api/organization';
import { IndianTimeNote } from '../app/Moment';
import { useLanguage } from '../i18n/language';
import { formatMoment } from '../i18n/time';
import { useTranslation } from '../i18n/translate';
import { useSession } from '../session/session';
import { Button } from '../ui/Button';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { classes } from '../ui/classes';
import { notify } from '../ui/Toaster';
import { toInviteError } from './invite-errors';

const mailLabels = { queued: 'mailQueued', sent: 'mailSent', failed: 'mailFailed' } as const;
const mailInk = { queued: 'text-ink-soft', sent: 'text-leaf', failed: 'text-vermilion' } as const;

/** Who was invited and has not answered yet. */
export function Invites({
  organizationId,
  invites,
}: {
  organizationId: string;
  invites: OrganizationInvite[];
}) {
  const { t } = useTranslation();
  const [cancelling, setCancelling] = useState<string | null>(null);
  const { resend, cancel, busyEmail } = useChangeInvite(organizationId);

  return (
    <section aria-labelledby="invites" className="grid gap-3">
      <div>
        <h2 id="invites" className="text-lead font-bold">
          {t('organization.invites')}{' '}
          <span className="font-normal text-ink-soft tabular-nums">{invites.length}</span>
        </h2>
        <IndianTimeNote />
      </div>
      <ul aria-labelledby="invites" className="rounded-xl border border-fold bg-packet">
        {invites.map((invite) => (
          <InviteRow
            key={invite.email}
            invite={invite}
            busy={busyEmail === invite.email}
            onResend={() => void resend(invite.email)}
            onCancel={() => setCancelling(invite.email)}
          />
        ))}
      </ul>
      {cancelling && (
        <ConfirmDialog
          title={t('organization.cancelTitle')}
          cancel={t('organization.keep')}
          confirm={t('organization.cancelConfirm')}
          busy={busyEmail === cancelling}
          onConfirm={() => void cancel(cancelling).finally(() => setCancelling(null))}
          onClose={() => setCancelling(null)}
        >
          <p className="wrap-anywhere">{t('organization.cancelText', { email: cancelling })}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function InviteRow({
  invite,
  busy,
  onResend,
  onCancel,
}: {
  invite: OrganizationInvite;
  busy: boolean;
  onResend: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { email, mailStatus, budget } = invite;
  return (
    <li className="grid gap-1 border-b border-fold px-4 pt-3 pb-1.5 last:border-b-0">
      <p className="font-semibold wrap-anywhere">{email}</p>
      <p className="text-note text-ink-soft">
        <span className={classes('font-semibold', mailInk[mailStatus])}>
          {t(`organization.${mailLabels[mailStatus]}`)}
        </span>
        {' · '}
        <time dateTime={invite.invitedAt}>
          {t('organization.invited', { when: formatMoment(invite.invitedAt, language) })}
        </time>
        {hasRunOut(invite) && ` · ${t('organization.expired')}`}
      </p>
      <p className="text-note text-ink-soft">
        {budget === 0
          ? t('organization.invitedUnlimited')
          : t('organization.invitedBudget', { amount: formatRupees(budget) })}
      </p>
      <div className="-ml-4 flex flex-wrap">
        <Button
          look="plain"
          size="small"
          busy={busy}
          aria-label={t('organization.resendTo', { email })}
          onClick={onResend}
        >
          {t('organization.resend')}
        </Button>
        <Button
          look="plain"
          size="small"
          disabled={busy}
          aria-label={t('organization.cancelTo', { email })}
          onClick={onCancel}
        >
          {t('organization.cancel')}
        </Button>
      </div>
    </li>
  );
}

const hasRunOut = ({ expiresAt }: OrganizationInvite) => Date.parse(expiresAt) < Date.now();

function useChangeInvite(organizationId: string) {
  const { t } = useTranslation();
  const session = useSession();
  const [busyEmail, setBusyEmail] = useState<string | null>(null);

  async function change(
    action: OrganizationRequest['action'],
    email: string,
  ): Promise<OrganizationInvite[] | null> {
    if (busyEmail !== null || session.status !== 'signed-in') return null;
    setBusyEmail(email);
    try {
      const { invites } = await changeInvite({ action, email, organizationId });
      await cacheInvites(session.uid, invites);
      return invites;
    } catch (thrown) {
      notify.error(toInviteError(t, thrown));
      await revalidateOrganization(session.uid);
      return null;
    } finally {
      setBusyEmail(null);
    }
  }

  async function resend(email: string): Promise<void> {
    const invites = await change('invite', email);
    if (!invites) return;
    const isQueued = invites.some((one) => one.email === email && one.mailStatus === 'queued');
    notify.success(t(isQueued ? 'organization.resent' : 'organization.mailedJustNow', { email }));
  }

  async function cancel(email: string): Promise<void> {
    const invites = await change('cancel-invite', email);
    if (invites) notify.success(t('organization.cancelled', { email }));
  }

  return { resend, cancel, busyEmail };
}
