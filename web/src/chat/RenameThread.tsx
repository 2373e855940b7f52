import { titleMaxCharacters, type ConversationSummary } from '@sachet/shared/contracts/chat';
import { useState, type FormEvent } from 'react';
import { useActionError } from '../app/use-action-error';
import { renameConversation } from '../api/chat';
import { toErrorMessage } from '../api/errors';
import { useUid } from '../api/keys';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { FieldError, TextField } from '../ui/Field';

/** docs/product.md, Validation: "Rename uses a prompt". */
export function RenameThread({
  conversation: { id, title },
  onClose,
}: {
  conversation: ConversationSummary;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const uid = useUid();
  const [name, setName] = useState(title);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useActionError();
  const isMissing = name.trim() === '';

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!uid || isMissing || busy) return;
    setBusy(true);
    setError(null);
    try {
      await renameConversation(uid, id, name.trim());
      onClose();
    } catch (thrown) {
      setError(`${t('threads.renameFailed')}. ${toErrorMessage(t, thrown)}`);
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={onClose} title={t('threads.rename')} closeLabel={t('shell.close')}>
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
        <TextField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- to rename is all this dialog is for
          autoFocus
          label={t('threads.name')}
          value={name}
          maxLength={titleMaxCharacters}
          error={isMissing ? t('threads.nameRequired') : undefined}
          onChange={(event) => setName(event.target.value)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <FieldError>{error}</FieldError>
        <Button type="submit" busy={busy} disabled={isMissing}>
          {t('threads.save')}
        </Button>
      </form>
    </Dialog>
  );
}
