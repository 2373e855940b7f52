import { formatRupees } from '@sachet/shared/money';
import { useConfig, useWallet, revalidateWallet } from '../api/hooks';
import { useUid } from '../api/keys';
import { useProfile } from '../api/profile';
import { closeDialog } from '../app/dialogs';
import { dropPending } from '../app/pending';
import { useTranslation } from '../i18n/translate';
import { Dialog } from '../ui/Dialog';
import { Notice } from '../ui/Notice';
import { UnverifiedEmail } from './UnverifiedEmail';

/**
 * Asks the user to verify the email address before a paid action. The action continues after the verification
 * and is dropped if the dialog is closed.
 */
export function VerifyDialog() {
  const { t } = useTranslation();
  const uid = useUid();
  const { data: config } = useConfig();
  const { data: profile } = useProfile();
  const { data: wallet } = useWallet();

  function close() {
    dropPending();
    closeDialog();
  }

  async function goOn() {
    if (uid) await revalidateWallet(uid);
    closeDialog();
  }

  return (
    <Dialog
      open
      onClose={close}
      title={t('auth.unverifiedTitle')}
      closeLabel={t('shell.close')}
      description={t('error.email_unverified')}
    >
      <div className="grid gap-4">
        {wallet && wallet.locked > 0 && (
          <Notice className="font-semibold">
            {t('wallet.locked', { amount: formatRupees(wallet.locked) })}
          </Notice>
        )}
        <UnverifiedEmail
          text={t('gate.text', { email: profile?.email })}
          inboxUrl={config?.inboxUrl}
          onVerified={goOn}
        />
      </div>
    </Dialog>
  );
}
