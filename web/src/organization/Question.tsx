import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';

/** Asked before what cannot be undone here: what it does, the way back and the way on. */
export function Question({
  title,
  keep,
  confirm,
  busy,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  keep: string;
  confirm: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={children}
      closeLabel={t('shell.close')}
    >
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
        <Button look="outline" onClick={onClose}>
          {keep}
        </Button>
        <Button busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
