import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';

export function CancelInvite({
  email,
  busy,
  onConfirm,
  onClose,
}: {
  email: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('organization.cancelTitle')}
      description={<p className="wrap-anywhere">{t('organization.cancelText', { email })}</p>}
      closeLabel={t('shell.close')}
    >
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
        <Button look="outline" onClick={onClose}>
          {t('organization.keep')}
        </Button>
        <Button busy={busy} onClick={onConfirm}>
          {t('organization.cancelConfirm')}
        </Button>
      </div>
    </Dialog>
  );
}
