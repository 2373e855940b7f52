import { titleMaxCharacters, type ConversationSummary } from '@sachet/shared/contracts/chat';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { deleteConversation, renameConversation, useConversations } from '../api/chat';
import { toErrorMessage } from '../api/errors';
import { isFailure } from '../api/failure';
import { useUid } from '../api/keys';
import { providerName } from '../app/provider';
import { useAction } from '../app/use-action';
import { useLanguage } from '../i18n/language';
import { formatAgo } from '../i18n/time';
import { useTranslation } from '../i18n/translate';
import { Button, IconButton } from '../ui/Button';
import { classes } from '../ui/classes';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { Dialog } from '../ui/Dialog';
import { EmptyState } from '../ui/EmptyState';
import { FieldError, TextField } from '../ui/Field';
import { Skeleton } from '../ui/Skeleton';
import { ProviderMark } from './ProviderChoice';

/** Lists the saved chats (docs/product.md, Screens). */
export function ThreadsPanel({
  id,
  hideTitle = false,
  current,
  onOpen,
  onGone,
}: {
  /** The id of the list's heading. */
  id: string;
  hideTitle?: boolean;
  /** The open conversation, if any. */
  current: string | null;
  onOpen: (conversationId: string) => void;
  /** Called after the user has deleted the open conversation. */
  onGone?: () => void;
}) {
  const { t } = useTranslation();
  const pages = useConversations();
  const { rows: conversations, hasMore, error, isValidating, isIncomplete } = pages;
  const nowMs = useNow();
  const isLoadingMore = isValidating && conversations !== undefined && isIncomplete;
  // If reading again fails, the rows stay, so the failure is shown only while rows are missing.
  const hasFailed = error !== undefined && isIncomplete;

  return (
    <div className="grid gap-2">
      <h2 id={id} className={hideTitle ? 'sr-only' : 'px-2 text-note font-semibold'}>
        {t('threads.title')}
      </h2>
      {hasFailed && (
        <div role="alert" className="grid justify-items-start gap-2 px-2 text-note">
          <p className="text-vermilion">{t('threads.failed')}</p>
          <p className="text-ink-soft">{toErrorMessage(t, error)}</p>
          <Button look="outline" size="small" onClick={() => void pages.revalidate()}>
            {t('threads.retry')}
          </Button>
        </div>
      )}
      {!conversations && !hasFailed && <Loading />}
      {conversations?.length === 0 && (
        <EmptyState title={t('threads.empty')}>{t('threads.emptyText')}</EmptyState>
      )}
      {conversations && conversations.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
          {conversations.map((conversation) => (
            <ThreadRow
              key={conversation.id}
              conversation={conversation}
              nowMs={nowMs}
              isCurrent={conversation.id === current}
              onOpen={() => onOpen(conversation.id)}
              onDeleted={() => conversation.id === current && onGone?.()}
            />
          ))}
        </ul>
      )}
      {hasMore && (
        <Button
          look="outline"
          size="small"
          className="mt-2"
          busy={isLoadingMore}
          onClick={pages.loadMore}
        >
          {t('threads.loadMore')}
        </Button>
      )}
    </div>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status" className="grid gap-2 px-2">
      <span className="sr-only">{t('shell.loading')}</span>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </div>
  );
}

const minuteMs = 60_000;

/** Returns the current time in milliseconds, updated once a minute. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** Shows the saved conversations in a sheet on screens without room for them beside the chat. */
export function ThreadsSheet({
  current,
  onClose,
  onOpen,
  onGone,
  onNew,
}: {
  current: string | null;
  onClose: () => void;
  onOpen: (conversationId: string) => void;
  onGone?: () => void;
  onNew?: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} title={t('threads.title')} closeLabel={t('shell.close')}>
      {onNew && (
        <Button look="outline" size="small" className="mb-3" onClick={onNew}>
          <Plus aria-hidden className="size-4" />
          {t('chat.newTitle')}
        </Button>
      )}
      <div className="-mx-2 min-h-[50svh]">
        <ThreadsPanel
          id="threads-sheet"
          hideTitle
          current={current}
          onOpen={onOpen}
          onGone={onGone}
        />
      </div>
    </Dialog>
  );
}

/** A row for one saved conversation. On wide screens, its buttons appear on hover and focus. */
function ThreadRow({
  conversation,
  nowMs,
  isCurrent,
  onOpen,
  onDeleted,
}: {
  conversation: ConversationSummary;
  nowMs: number;
  isCurrent: boolean;
  onOpen: () => void;
  onDeleted: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null);
  const { provider, title, modelName, updatedAt } = conversation;
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
          <span className="block truncate font-medium">{title}</span>
          <span className="flex text-note text-ink-soft">
            <span className="truncate">
              {providerName[provider]} · {modelName}
            </span>
            <time dateTime={updatedAt} className="shrink-0 whitespace-pre">
              {' · '}
              {formatAgo(updatedAt, nowMs, language)}
            </time>
          </span>
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

/** The dialog for a new title (docs/product.md, Validation: "Rename uses a prompt"). */
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
    <Dialog open onClose={onClose} title={t('threads.rename')} closeLabel={t('shell.close')}>
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
          {t('threads.save')}
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
