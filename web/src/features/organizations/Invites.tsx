import {
  defaultMemberBudget,
  type OrganizationInvite,
  type OrganizationRequest,
} from '@sachet/shared/organizations/contracts/organization';
import { formatRupees } from '@sachet/shared/money';
import { useRef, useState, type FormEvent } from 'react';
import { api } from '../../api/client';
import { toErrorMessage } from '../../api/errors';
import { isFailure } from '../../api/failure';
import { useConfig } from '../../api/hooks';
import { revalidate, useUid } from '../../api/keys';
import { cacheInvites } from '../../api/organization';
import { IndianTimeNote } from '../../app/base/Moment';
import { useAction } from '../../app/base/use-action';
import { UnverifiedEmail } from '../people/auth/UnverifiedEmail';
import { isEmail } from '../people/auth/validation';
import { useLanguage } from '../../i18n/language';
import { formatMoment } from '../../i18n/time';
import { useTranslation, type TFunction } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { FieldError, TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { notify } from '../../ui/Toaster';
import { Section } from '../../ui/Section';
import { parseBudget } from './budget';

const mailLabels = { queued: 'mailQueued', sent: 'mailSent', failed: 'mailFailed' } as const;
const mailInk = { queued: 'text-ink-soft', sent: 'text-leaf', failed: 'text-vermilion' } as const;

/** Lists the invitations that are not answered. */
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
    <Section
      title={
        <>
          {t('organization.invites')}{' '}
          <span className="font-normal text-ink-soft tabular-nums">{invites.length}</span>
        </>
      }
    >
      <IndianTimeNote />
      <ul
        aria-label={t('organization.invites')}
        className="rounded-xl border border-fold bg-packet"
      >
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
          {t('organization.cancelText', { email: cancelling })}
        </ConfirmDialog>
      )}
    </Section>
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
          {t('studioCommon.cancel')}
        </Button>
      </div>
    </li>
  );
}

const hasRunOut = ({ expiresAt }: OrganizationInvite) => Date.parse(expiresAt) < Date.now();

function useChangeInvite(organizationId: string) {
  const { t } = useTranslation();
  const uid = useUid();
  const change = useAction(
    async (email: string, action: OrganizationRequest['action']) => {
      if (!uid) return;
      try {
        const { invites } = await api('POST /api/organization', {
          body: { action, email, organizationId },
        });
        await cacheInvites(uid, invites);
        notify.success(t(`organization.${toOutcome(action, email, invites)}`, { email }));
      } catch (thrown) {
        void revalidate('/api/organization');
        throw thrown;
      }
    },
    { toast: true, toMessage: (thrown) => toInviteError(t, thrown) },
  );
  return {
    resend: (email: string) => change.run(email, 'invite'),
    cancel: (email: string) => change.run(email, 'cancel-invite'),
    busyEmail: change.pending?.[0] ?? null,
  };
}

function toOutcome(
  action: OrganizationRequest['action'],
  email: string,
  invites: OrganizationInvite[],
) {
  if (action === 'cancel-invite') return 'cancelled';
  const isQueued = invites.some((one) => one.email === email && one.mailStatus === 'queued');
  return isQueued ? 'resent' : 'mailedJustNow';
}

/** Sends an invitation by email (docs/product.md, Screens, API and Messages). */
export function InviteForm({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation();
  const uid = useUid();
  const { data: config } = useConfig();
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [typedBudget, setTypedBudget] = useState(String(defaultMemberBudget));
  const budget = parseBudget(typedBudget);
  const canSend = isEmail(email) && budget !== null;
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [mustVerify, setMustVerify] = useState(false);
  const invite = useAction(
    async (body: OrganizationRequest) => {
      setSentTo(null);
      try {
        const answer = await api('POST /api/organization', { body });
        if (uid) await cacheInvites(uid, answer.invites);
        setSentTo(answer.email);
        setEmail('');
        setTypedBudget(String(defaultMemberBudget));
        setMustVerify(false);
        field.current?.focus();
      } catch (thrown) {
        setMustVerify(isFailure(thrown, 'email_unverified'));
        throw thrown;
      }
    },
    { toMessage: (thrown) => toInviteError(t, thrown) },
  );

  function type(typed: string) {
    setEmail(typed);
    setSentTo(null);
    invite.clearError();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (canSend) void invite.run({ action: 'invite', email, organizationId, budget });
  }

  return (
    <form noValidate onSubmit={submit} aria-labelledby="invite" className="grid gap-3">
      <div>
        <h2 id="invite" className="text-lead font-bold">
          {t('organization.inviteTitle')}
        </h2>
        <p className="text-note text-ink-soft">{t('organization.inviteText')}</p>
      </div>
      <TextField
        ref={field}
        label={t('common.email')}
        type="email"
        required
        autoComplete="off"
        value={email}
        onChange={(event) => type(event.target.value)}
        error={email !== '' && !isEmail(email) ? t('invalid.emailFormat') : undefined}
      />
      <TextField
        label={t('organization.budget')}
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        value={typedBudget}
        onChange={(event) => setTypedBudget(event.target.value)}
        onWheel={(event) => event.currentTarget.blur()}
        hint={t('organization.inviteBudgetHint')}
        error={budget === null ? t('organization.inviteBudgetInvalid') : undefined}
      />
      <FieldError>{invite.error}</FieldError>
      {mustVerify && (
        <UnverifiedEmail
          text={t('organization.verifyText')}
          inboxUrl={config?.inboxUrl}
          onVerified={() => {
            setMustVerify(false);
            invite.clearError();
          }}
        />
      )}
      <Button type="submit" busy={invite.busy} disabled={!canSend}>
        {t('organization.send')}
      </Button>
      <Notice role="status" tone="good">
        {sentTo && t('organization.sent', { email: sentTo })}
      </Notice>
    </form>
  );
}

/** Returns why an invitation was refused (docs/product.md, Messages). */
function toInviteError(t: TFunction, thrown: unknown): string {
  if (isFailure(thrown, 'unauthenticated')) return t('organization.notAdmin');
  const words = {
    rate_limited: t('organization.tooMany'),
    email_unverified: t('organization.verifyFirst'),
    wrong_state: t('organization.alreadyMember'),
  };
  return t('studioCommon.error', { message: toErrorMessage(t, thrown, { words }) });
}
