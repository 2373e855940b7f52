import { defaultMemberBudget } from '@sachet/shared/contracts/organization';
import { useRef, useState, type FormEvent } from 'react';
import { useActionError } from '../app/use-action-error';
import { changeInvite } from '../api/actions';
import { isFailure } from '../api/failure';
import { useConfig } from '../api/hooks';
import { cacheInvites } from '../api/organization';
import { UnverifiedEmail } from '../auth/UnverifiedEmail';
import { isEmail } from '../auth/validation';
import { useTranslation } from '../i18n/translate';
import { useSession } from '../session/session';
import { Button } from '../ui/Button';
import { FieldError, TextField } from '../ui/Field';
import { Notice } from '../ui/Notice';
import { parseBudget } from './budget';
import { toInviteError } from './invite-errors';

/** docs/product.md, Screens, API and Messages: who is invited gets a mail and accepts. */
export function InviteForm({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const { data: config } = useConfig();
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [typedBudget, setTypedBudget] = useState(String(defaultMemberBudget));
  const budget = parseBudget(typedBudget);
  const canSend = isEmail(email) && budget !== null;
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [error, setError] = useActionError();
  const [mustVerify, setMustVerify] = useState(false);

  function type(typed: string) {
    setEmail(typed);
    setSentTo(null);
    setError(null);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !canSend) return;
    if (session.status !== 'signed-in') return setError(t('organization.notAdmin'));
    setBusy(true);
    setSentTo(null);
    setError(null);
    try {
      const answer = await changeInvite({ action: 'invite', email, organizationId, budget });
      await cacheInvites(session.uid, answer.invites);
      setSentTo(answer.email);
      setEmail('');
      setTypedBudget(String(defaultMemberBudget));
      field.current?.focus();
    } catch (thrown) {
      setError(toInviteError(t, thrown));
      setMustVerify(isFailure(thrown, 'email_unverified'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-labelledby="invite"
      className="grid gap-3"
    >
      <div>
        <h2 id="invite" className="text-lead font-bold">
          {t('organization.inviteTitle')}
        </h2>
        <p className="text-note text-ink-soft">{t('organization.inviteText')}</p>
      </div>
      <TextField
        ref={field}
        label={t('organization.email')}
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
      <FieldError>{error}</FieldError>
      {mustVerify && (
        <UnverifiedEmail
          text={t('organization.verifyText')}
          inboxUrl={config?.inboxUrl}
          onVerified={() => {
            setMustVerify(false);
            setError(null);
          }}
        />
      )}
      <Button type="submit" busy={busy} disabled={!canSend}>
        {t('organization.send')}
      </Button>
      <Notice role="status" tone="good">
        {sentTo && t('organization.sent', { email: sentTo })}
      </Notice>
    </form>
  );
}
