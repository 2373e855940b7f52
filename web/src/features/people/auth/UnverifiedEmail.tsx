import { useState } from 'react';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { FieldError } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { InboxLink } from './InboxLink';
import { checkVerification, sendVerificationEmail } from './sign-in';
import { useAuthForm } from './use-auth-form';

/** Lets the user resend the email, or confirm that they have opened its link (docs/product.md, States). */
export function UnverifiedEmail({
  text,
  inboxUrl,
  onVerified,
}: {
  text: string;
  inboxUrl?: string;
  onVerified: (state: { hasProfile: boolean }) => Promise<void> | void;
}) {
  const { t } = useTranslation();
  const { busy, submit, getError } = useAuthForm();
  const [note, setNote] = useState<'emailSent' | 'stillUnverified' | null>(null);

  function resend() {
    setNote(null);
    void submit(async () => {
      await sendVerificationEmail();
      setNote('emailSent');
    }, 'sendEmail');
  }

  function check() {
    setNote(null);
    void submit(async () => {
      const state = await checkVerification();
      if (state === 'unverified') setNote('stillUnverified');
      else await onVerified({ hasProfile: state === 'verified' });
    }, 'checkEmail');
  }

  return (
    <div className="grid gap-4">
      <p>{text}</p>
      <Notice role="status" className="font-semibold">
        {note && t(`auth.${note}`)}
      </Notice>
      <FieldError>{getError('form')}</FieldError>
      <InboxLink url={inboxUrl}>{t('auth.inboxMail')}</InboxLink>
      <div className="grid fit-columns-8 gap-3">
        <Button look="outline" size="small" disabled={busy} onClick={resend}>
          {t('auth.resendEmail')}
        </Button>
        <Button size="small" disabled={busy} onClick={check}>
          {t('auth.iVerified')}
        </Button>
      </div>
    </div>
  );
}
