import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';

/**
 * docs/product.md, Screens: 'Please confirm' guards what admins do. `onConfirm` tells people itself
 * how it went; the dialog closes either way.
 */
export function ConfirmDialog({
  children,
  onConfirm,
  onClose,
}: {
  /** What will happen, to whom. */
  children: ReactNode;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    await onConfirm();
    onClose();
  }

  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title={t('admin.confirmTitle')}
      description={<div className="grid gap-2 text-body text-ink wrap-anywhere">{children}</div>}
      closeLabel={t('shell.close')}
    >
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
        <Button look="outline" disabled={busy} onClick={onClose}>
          {t('admin.cancel')}
        </Button>
        <Button busy={busy} onClick={() => void confirm()}>
          {t('admin.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}
