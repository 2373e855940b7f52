import type {
  Invitation,
  InvitationAnswerRequest,
} from '@sachet/shared/organizations/contracts/invitation';
import { toMailbox } from '@sachet/shared/people/mailbox';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../api/client';
import { toErrorMessage } from '../../api/errors';
import { isFailure } from '../../api/failure';
import { useConfig } from '../../api/hooks';
import { refuseInvitation } from '../../api/invitations';
import { revalidate, useUid } from '../../api/keys';
import { useProfile } from '../../api/profile';
import { closeDialog, openAuth } from '../../app/base/dialogs';
import { useAction } from '../../app/base/use-action';
import { signOut } from '../people/auth/firebase-session';
import { UnverifiedEmail } from '../people/auth/UnverifiedEmail';
import { useLanguage } from '../../i18n/language';
import { formatMoment } from '../../i18n/time';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../app/base/paths';
import { useSession, type Session } from '../../app/session/session';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Notice } from '../../ui/Notice';
import { notify } from '../../ui/Toaster';

/**
 * Shows what accepting means, before the user accepts. `secret` is the one in the email, or null if the
 * invitation did not come from an email.
 */
export function InvitationCard({
  invitation,
  secret,
  isInDialog = false,
  onDeclined,
}: {
  invitation: Invitation;
  secret: string | null;
  /** Whether the answers stay in view while the terms are scrolled. */
  isInDialog?: boolean;
  /** Called after the user declined or reported the invitation. */
  onDeclined: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { organizationName, adminName, email, expiresAt } = invitation;
  const name = organizationName ? `“${organizationName}”` : t('invitation.nameless');
  return (
    <article className="grid gap-5 rounded-xl border border-fold bg-packet px-4 py-5 sm:px-7 sm:py-6">
      <div>
        <p className="text-note font-semibold text-ink-soft">{t('invitation.from')}</p>
        <h2 className="text-title font-bold wrap-anywhere">{name}</h2>
        <p className="mt-1 text-note text-ink-soft">{t('invitation.theirWords')}</p>
      </div>
      <dl className="grid gap-4 border-t border-dashed border-edge pt-5">
        <Term title={t('invitation.who')}>
          {adminName ? t('invitation.whoText', { admin: adminName }) : t('invitation.whoNameless')}
        </Term>
        <Terms />
      </dl>
      <div className={isInDialog ? 'sticky bottom-0 -my-2 bg-packet py-2' : undefined}>
        <Answers invitation={invitation} secret={secret} onDeclined={onDeclined} />
      </div>
      <p className="text-note wrap-anywhere text-ink-soft">
        {t('invitation.until', { email, when: formatMoment(expiresAt, language) })}
      </p>
    </article>
  );
}

/** The terms of every invitation, for a `<dl>`. */
export function Terms() {
  const { t } = useTranslation();
  return (
    <>
      <Term title={t('invitation.money')}>{t('invitation.moneyText')}</Term>
      <Term title={t('invitation.own')}>{t('invitation.ownText')}</Term>
      <Term title={t('invitation.sees')}>{t('invitation.seesText')}</Term>
      <Term title={t('invitation.leave')}>{t('invitation.leaveText')}</Term>
    </>
  );
}

function Term({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="font-semibold">{title}</dt>
      <dd className="wrap-anywhere text-ink-soft">{children}</dd>
    </div>
  );
}

function Answers({ invitation, secret, onDeclined }: ComponentProps<typeof InvitationCard>) {
  const { t } = useTranslation();
  const session = useSession();
  const { data: profile } = useProfile();
  const [isReporting, setReporting] = useState(false);
  const { busy, answer } = useAnswer(secret ? { secret } : { id: invitation.id }, onDeclined);
  const { data: config } = useConfig();
  const current = profile?.organizationName;
  const address = judgeAddress(session, invitation.email);

  return (
    <div className="grid gap-3">
      {address === 'other' && (
        <Notice>{t('invitation.otherAddress', { email: invitation.email })}</Notice>
      )}
      {address === 'unverified' && (
        <div className="max-w-md">
          <UnverifiedEmail
            text={t('invitation.verifyToAccept')}
            inboxUrl={config?.inboxUrl}
            onVerified={() => {}}
          />
        </div>
      )}
      {current && <Notice>{t('invitation.leaveFirst', { name: current })}</Notice>}
      <div className="flex flex-wrap gap-x-3 gap-y-2 max-sm:*:first:w-full">
        {address === 'other' ? (
          <Button
            disabled={busy !== null}
            onClick={() => void signOut().then(() => openAuth('login', invitation.email))}
          >
            {t('invitation.switchAccount')}
          </Button>
        ) : session.status === 'signed-in' ? (
          <Button
            busy={busy === 'accept'}
            disabled={address !== 'own' || Boolean(current) || !profile || busy !== null}
            onClick={() => void answer('accept')}
          >
            {t('invitation.accept')}
          </Button>
        ) : (
          <Button
            disabled={session.status === 'loading'}
            onClick={() => openAuth('sign-up', invitation.email)}
          >
            {t('invitation.signIn')}
          </Button>
        )}
        <Button
          look="outline"
          busy={busy === 'decline'}
          disabled={busy !== null}
          onClick={() => void answer('decline')}
        >
          {t('invitation.decline')}
        </Button>
        <Button look="plain" disabled={busy !== null} onClick={() => setReporting(true)}>
          {t('invitation.report')}
        </Button>
      </div>
      {isReporting && (
        <ConfirmDialog
          title={t('invitation.reportTitle')}
          cancel={t('studioCommon.goBack')}
          confirm={t('invitation.report')}
          busy={busy === 'report'}
          onConfirm={() => void answer('report').finally(() => setReporting(false))}
          onClose={() => setReporting(false)}
        >
          {t('invitation.reportText')}
        </ConfirmDialog>
      )}
    </div>
  );
}

/**
 * Whether the signed-in user is the verified owner of the invited address, because only that user can accept.
 * Returns null for a visitor.
 */
function judgeAddress(session: Session, invited: string): 'own' | 'unverified' | 'other' | null {
  if (session.status !== 'signed-in') return null;
  if (session.email === null || toMailbox(session.email) !== toMailbox(invited)) return 'other';
  return session.emailVerified ? 'own' : 'unverified';
}

type Action = InvitationAnswerRequest['action'];

/** Accepts or declines an invitation. Afterwards, the emailed invitation and the open ones are read again. */
function useAnswer(invitation: InvitationAnswerRequest['invitation'], onDeclined: () => void) {
  const { t } = useTranslation();
  const uid = useUid();
  const navigate = useNavigate();
  const send = useAction(
    async (action: Action) => {
      if (action === 'accept') {
        const joined = await api('POST /api/invitations', { body: { action, invitation } });
        notify.success(t('invitation.accepted', { name: joined?.organizationName ?? '' }));
      } else {
        await refuseInvitation(action, invitation);
        notify.success(t(action === 'report' ? 'studioCommon.reported' : 'invitation.declined'));
      }
      if (action !== 'accept') return onDeclined();
      closeDialog();
      await navigate(paths.wallet, { replace: true });
    },
    {
      toast: true,
      toMessage: (thrown) =>
        isFailure(thrown, 'not_found') ? t('invitation.gone') : toErrorMessage(t, thrown),
    },
  );

  async function answer(action: Action): Promise<void> {
    const isAnswered = await send.run(action);
    if (!isAnswered) await revalidate('/api/invitation');
    if (uid) await revalidate('/api/');
  }

  return { busy: send.pending?.[0] ?? null, answer };
}
