import { repliesMax } from '@sachet/shared/chat';
import { formatPrice } from '@sachet/shared/money';
import { Pencil, RefreshCw } from 'lucide-react';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { dispatch } from './chat-store';
import { canContinue, failedPrompt, lastTurn } from './shown-messages';
import type { Chat, MessageToSend } from './use-chat';

/** Below the newest reply: try again, another reply, continue, edit the message; and what that costs. */
export function LastTurnActions({
  chat,
  onSay,
}: {
  chat: Chat;
  onSay: (message: MessageToSend) => void;
}) {
  const { t } = useTranslation();
  const { id, messages, next, conversation, isRunning, state } = chat;
  const last = lastTurn(messages);
  const isFull = (conversation?.turnCount ?? 0) >= repliesMax;
  if (isRunning || isFull || state.reply?.phase === 'lost') return null;
  const failed = failedPrompt(messages);
  const turnId = last?.turnId ?? null;
  // A new chat has no message to replace before its first reply.
  const canReplace = last !== null && id !== 'new';
  const look = next.inr > 0 ? 'money' : 'outline';
  const price = next.inr > 0 ? ` · ${formatPrice(next.inr)}` : '';
  const say = (prompt: string) => onSay({ prompt, ...(canReplace && { replacesTurnId: turnId }) });
  if (failed === null && !canReplace) return null;
  return (
    <div className="-mt-2 grid gap-1">
      <div className="flex flex-wrap gap-2">
        {failed !== null && (
          <Button look={look} className="money" onClick={() => say(failed)}>
            {t('results.tryAgain')}
            {price}
          </Button>
        )}
        {canContinue(messages) && (
          <Button
            look={look}
            size="small"
            className="money"
            onClick={() => onSay({ prompt: t('chat.continuePrompt') })}
          >
            {t('chat.continueReply')}
            {price}
          </Button>
        )}
        {canReplace && !last.hasFailed && (
          <Button look={look} size="small" className="money" onClick={() => say(last.prompt)}>
            <RefreshCw aria-hidden className="size-4" />
            {t('chat.again')}
            {price}
          </Button>
        )}
        {canReplace && state.editing === null && (
          <Button
            look="plain"
            size="small"
            onClick={() => dispatch({ type: 'edited', chat: id, words: last.prompt })}
          >
            <Pencil aria-hidden className="size-4" />
            {t('chat.edit')}
          </Button>
        )}
      </div>
      {canReplace && !last.hasFailed && (
        <p className="text-note text-ink-soft">{t('chat.againCounts')}</p>
      )}
    </div>
  );
}
