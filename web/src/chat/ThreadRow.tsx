import type { ConversationSummary } from '@sachet/shared/contracts/chat';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { providerName } from '../app/provider';
import { useLanguage } from '../i18n/language';
import { formatAgo } from '../i18n/time';
import { useTranslation } from '../i18n/translate';
import { IconButton } from '../ui/Button';
import { classes } from '../ui/classes';
import { DeleteThread } from './DeleteThread';
import { ProviderMark } from './ProviderMark';
import { RenameThread } from './RenameThread';

/** One saved conversation. On a desk its tools appear under the pointer and the focus. */
export function ThreadRow({
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
