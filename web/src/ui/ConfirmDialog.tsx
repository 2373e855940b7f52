import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/translate';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { FieldError } from './Field';

/** Asks before an action that is hard to undo. While `busy`, it stays open and cannot be closed. */
export function ConfirmDialog({
  title,
  confirm,
  cancel,
  look = 'ink',
  busy = false,
  error,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  /** The labels of the two buttons. */
  confirm: string;
  cancel: string;
  look?: 'ink' | 'money' | 'danger';
  busy?: boolean;
  error?: string | null;
  onConfirm: () => void;
  onClose: () => void;
  /** Explains the effect of the action. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title={title}
      description={<div className="grid gap-2 text-body text-ink wrap-anywhere">{children}</div>}
      closeLabel={t('common.close')}
    >
      <div className="grid gap-4">
        <FieldError>{error}</FieldError>
        {/* Two labels that are too long for one row have a row each. */}
        <div className="flex flex-wrap gap-3 *:grow">
          <Button look="outline" disabled={busy} onClick={onClose}>
            {cancel}
          </Button>
          <Button look={look} busy={busy} className="tabular-nums" onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
