import { titleMaxCharacters, type ConversationSummary } from '@sachet/shared/chat/contracts/chat';
import { Pencil, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { deleteConversation, renameConversation } from '../../api/chat';
import { toErrorMessage } from '../../api/errors';
import { isFailure } from '../../api/failure';
import { useUid } from '../../api/keys';
import { providerName } from '../../app/base/provider';
import { useAction } from '../../app/base/use-action';
import { useLanguage } from '../../i18n/language';
import { formatAgo } from '../../i18n/time';
import { useTranslation } from '../../i18n/translate';
import { Button, IconButton } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Dialog } from '../../ui/Dialog';
import { FieldError, TextField } from '../../ui/Field';
import { ProviderMark } from './ProviderChoice';

/** One saved conversation. On wide screens, its buttons appear on hover and focus. */
export function ThreadRow({
  conversation,
  excerpt = null,
  nowMs,
  isCurrent,
  onOpen,
  onDeleted,
}: {
  conversation: ConversationSummary;
  /** The place of the words of a search. */
  excerpt?: string | null;
  nowMs: number;
  isCurrent: boolean;
  onOpen: () => void;
  onDeleted: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null);
  const { provider, title, updatedAt } = conversation;
  const close = () => setAsked(null);
  return (
    <li
      className={classes(
        'group relative flex rounded-xl transition-colors duration-150',
        isCurrent ? 'bg-sunk' : 'hover:bg-sunk/60',
      )}
    >
      <button
        type="button"
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onOpen}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-xl px-2 py-1.5 text-left"
      >
        <ProviderMark provider={provider} />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 leading-snug font-medium wrap-anywhere">{title}</span>
          <span className="block truncate text-note text-ink-soft">
            {providerName[provider]} ·{' '}
            <time dateTime={updatedAt}>{formatAgo(updatedAt, nowMs, language)}</time>
          </span>
          {excerpt !== null && (
            <span className="line-clamp-2 text-note text-ink-soft italic">{excerpt}</span>
          )}
        </span>
      </button>
      <span
        className={classes(
          'flex items-center transition-opacity duration-150',
          'pointer-fine:absolute pointer-fine:inset-y-0 pointer-fine:right-0 pointer-fine:rounded-r-xl pointer-fine:bg-sunk',
          'pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100',
        )}
      >
        <IconButton
          label={t('threads.renameThis', { title })}
          className="text-ink-soft hover:text-ink"
          onClick={() => setAsked('rename')}
        >
          <Pencil className="size-4" />
        </IconButton>
        <IconButton
          label={t('threads.deleteThis', { title })}
          className="text-ink-soft hover:text-ink"
          onClick={() => setAsked('delete')}
        >
          <Trash2 className="size-4" />
        </IconButton>
      </span>
      {asked === 'rename' && <RenameThread conversation={conversation} onClose={close} />}
      {asked === 'delete' && (
        <DeleteThread conversation={conversation} onClose={close} onDeleted={onDeleted} />
      )}
    </li>
  );
}

/** Renames in a dialog (docs/product.md, Validation: "Rename uses a prompt"). */
function RenameThread({
  conversation: { id, title },
  onClose,
}: {
  conversation: ConversationSummary;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const uid = useUid();
  const [name, setName] = useState(title);
  const isMissing = name.trim() === '';
  const save = useAction(
    async () => {
      if (!uid) return;
      await renameConversation(uid, id, name.trim());
      onClose();
    },
    { toMessage: (thrown) => `${t('threads.renameFailed')}. ${toErrorMessage(t, thrown)}` },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isMissing) void save.run();
  }

  return (
    <Dialog open onClose={onClose} title={t('threads.rename')} closeLabel={t('common.close')}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog only has this field
          autoFocus
          label={t('threads.name')}
          value={name}
          maxLength={titleMaxCharacters}
          error={isMissing ? t('threads.nameRequired') : undefined}
          onChange={(event) => setName(event.target.value)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <FieldError>{save.error}</FieldError>
        <Button type="submit" busy={save.busy} disabled={isMissing}>
          {t('studioCommon.save')}
        </Button>
      </form>
    </Dialog>
  );
}

function DeleteThread({
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
