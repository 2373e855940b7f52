import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { FieldError } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { EmailField, useEnter } from './EmailLogin';
import { InboxLink } from './InboxLink';
import { sendPasswordReset } from './sign-in';
import { useAuthForm } from './use-auth-form';
import { isEmail } from './validation';

export function ForgotPassword({
  email,
  onEmail,
  inboxUrl,
  onBack,
}: {
  email: string;
  onEmail: (email: string) => void;
  inboxUrl?: string;
  onBack: () => void;
}) {
  const { t } = useTranslation();
  const { busy, submit, getError } = useAuthForm();
  const { wasSent, onKeyDown } = useEnter();
  const [sentTo, setSentTo] = useState<string | null>(null);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit(async () => {
      await sendPasswordReset(email);
      setSentTo(email.trim());
    }, 'sendReset');
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-ink-soft">{t('auth.resetText')}</p>
      <EmailField
        value={email}
        onChange={onEmail}
        error={getError('email')}
        wasSent={wasSent}
        onKeyDown={onKeyDown}
      />
      <Notice role="status" tone="good">
        {sentTo && t('auth.resetSent', { email: sentTo })}
      </Notice>
      {sentTo && <InboxLink url={inboxUrl}>{t('auth.inboxMail')}</InboxLink>}
      <FieldError>{getError('form')}</FieldError>
      <Button type="submit" busy={busy} disabled={!isEmail(email)}>
        {t(sentTo ? 'auth.resendEmail' : 'auth.sendReset')}
      </Button>
      <Button look="plain" onClick={onBack}>
        {t('auth.backToLogin')}
      </Button>
    </form>
  );
}
