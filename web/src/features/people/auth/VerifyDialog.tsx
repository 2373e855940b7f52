import { mustVerifyEmail } from '@sachet/shared/wallet/email-gate';
import { useConfig, revalidateWallet } from '../../../api/hooks';
import { useUid } from '../../../api/keys';
import { useProfile } from '../../../api/profile';
import { closeDialog } from '../../../app/base/dialogs';
import { useTranslation } from '../../../i18n/translate';
import { Dialog } from '../../../ui/Dialog';
import { UnverifiedEmail } from './UnverifiedEmail';

/**
 * Asks the user to verify the email address before a paid action. The action continues after the verification
 * and is dropped if the dialog is closed.
 */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const uid = useUid();
  const { data: config } = useConfig();
  const { data: profile } = useProfile();
  const isGate = profile ? mustVerifyEmail(profile) : true;

  async function goOn() {
    if (uid) await revalidateWallet(uid);
    closeDialog();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('auth.unverifiedTitle')}
      closeLabel={t('common.close')}
      description={t(isGate ? 'error.email_unverified' : 'error.allowance_used_up')}
    >
      <div className="grid gap-4">
        <UnverifiedEmail
          text={t('gate.text', { email: profile?.email })}
          inboxUrl={config?.inboxUrl}
          onVerified={goOn}
        />
      </div>
    </Dialog>
  );
}
