import type { ConversationSummary } from '@sachet/shared/contracts/chat';
import { deleteConversation } from '../api/chat';
import { toErrorMessage } from '../api/errors';
import { isFailure } from '../api/failure';
import { useUid } from '../api/keys';
import { useAction } from '../app/use-action';
import { useTranslation } from '../i18n/translate';
import { ConfirmDialog } from '../ui/ConfirmDialog';

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
  const remove = useAction(
    async () => {
      if (!uid) return;
      await deleteConversation(uid, id, onDeleted);
      onClose();
    },
    {
      toMessage: (thrown) =>
        `${t('threads.deleteFailed')}. ${
          isFailure(thrown, 'wrong_state') ? t('threads.busy') : toErrorMessage(t, thrown)
        }`,
    },
  );
  return (
    <ConfirmDialog
      title={t('threads.deleteTitle')}
      confirm={t('threads.deleteConfirm')}
      cancel={t('threads.keep')}
      look="danger"
      busy={remove.busy}
      error={remove.error}
      onConfirm={() => void remove.run()}
      onClose={onClose}
    >
      {t('threads.deleteText', { title })}
    </ConfirmDialog>
  );
}
