import type { ConversationSummary } from '@sachet/shared/contracts/chat';
import { useState } from 'react';
import { useActionError } from '../app/use-action-error';
import { deleteConversation } from '../api/chat';
import { toErrorMessage } from '../api/errors';
import { isFailure } from '../api/failure';
import { useUid } from '../api/keys';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { FieldError } from '../ui/Field';

export function DeleteThread({
  conversation: { id, title },
  onClose,
  onDeleted,
}: {
  conversation: ConversationSummary;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { t } = useTranslation();
  const uid = useUid();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useActionError();

  async function remove() {
    if (!uid) return;
    setBusy(true);
    setError(null);
    try {
      await deleteConversation(uid, id, onDeleted);
      onClose();
    } catch (thrown) {
      const isWriting = isFailure(thrown, 'wrong_state');
      const reason = isWriting ? t('threads.busy') : toErrorMessage(t, thrown);
      setError(`${t('threads.deleteFailed')}. ${reason}`);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('threads.deleteTitle')}
      description={t('threads.deleteText', { title })}
      closeLabel={t('shell.close')}
    >
      <div className="grid gap-4">
        <FieldError>{error}</FieldError>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" disabled={busy} onClick={onClose}>
            {t('threads.keep')}
          </Button>
          <Button busy={busy} look="danger" onClick={() => void remove()}>
            {t('threads.deleteConfirm')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
