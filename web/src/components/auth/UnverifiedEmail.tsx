import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadVerification, sendVerificationEmail } from '../../auth/sign-in';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { InboxLink } from './InboxLink';
import { useSubmit } from './use-submit';

export function UnverifiedEmail({
  inboxUrl,
  onVerified,
}: {
  inboxUrl?: string;
  onVerified: () => void;
}) {
  const { t } = useTranslation();
  const { busy, submit, faultOf } = useSubmit();
  const [note, setNote] = useState<'emailSent' | 'stillUnverified' | null>(null);

  return (
    <div className="grid gap-4">
      <p>{t('auth.unverified')}</p>
      <p role="status" className={note ? 'text-note font-semibold' : 'hidden'}>
        {note && t(`auth.${note}`)}
      </p>
      <FieldError>{faultOf('form')}</FieldError>
      <InboxLink url={inboxUrl}>{t('auth.inboxMail')}</InboxLink>
      <div className="grid grid-cols-2 gap-3">
        <Button
          look="outline"
          disabled={busy}
          onClick={() =>
            void submit(async () => {
              await sendVerificationEmail();
              setNote('emailSent');
            }, 'sendEmail')
          }
        >
          {t('auth.resendEmail')}
        </Button>
        <Button
          disabled={busy}
          onClick={() =>
            void submit(async () => {
              if (await reloadVerification()) onVerified();
              else setNote('stillUnverified');
            }, 'login')
          }
        >
          {t('auth.iVerified')}
        </Button>
      </div>
    </div>
  );
}
