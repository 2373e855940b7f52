import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';

export function ReportInvitation({
  busy,
  onConfirm,
  onClose,
}: {
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('invitation.reportTitle')}
      description={<p>{t('invitation.reportText')}</p>}
      closeLabel={t('shell.close')}
    >
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
        <Button look="outline" onClick={onClose}>
          {t('invitation.back')}
        </Button>
        <Button busy={busy} onClick={onConfirm}>
          {t('invitation.report')}
        </Button>
      </div>
    </Dialog>
  );
}
