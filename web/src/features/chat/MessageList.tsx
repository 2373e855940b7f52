import { repliesMax } from '@sachet/shared/chat/chat';
import { formatPrice, formatRupees } from '@sachet/shared/money';
import { ArrowDown, Check, Pencil, RefreshCw } from 'lucide-react';
import { Fragment, useEffect, useRef, useState, type RefObject } from 'react';
import { useWallet } from '../../api/hooks';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { dispatch } from './chat-store';
import { EditMessage } from './EditMessage';
import { MessageView, ReplacedTurn } from './MessageView';
import { canContinue, failedPrompt, lastTurn, type ShownMessage } from './shown-messages';
import type { Chat, MessageToSend } from './use-chat';

export function MessageList({
  chat,
  onSay,
}: {
  chat: Chat;
  onSay: (message: MessageToSend) => void;
}) {
  const { t } = useTranslation();
  const { scroller, content, isAway, toEnd } = useStickToEnd();
  const { messages, provider, isRunning, state } = chat;
  const edited = state.editing === null || isRunning ? null : lastTurn(messages);
  const paid = isRunning ? null : state.paid;
  useEndOnSending(state.reply?.isMine ? state.reply.key : null, toEnd);

  return (
    <div className="relative min-h-0">
      <div
        ref={scroller}
        role="log"
        // Turned off, because a screen reader would read fragments of a reply. The panel's status announces
        // the reply instead.
        aria-live="off"
        aria-label={t('chat.messages')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        <div ref={content} className="mx-auto grid max-w-3xl grid-cols-1 gap-6 px-4 py-6 sm:px-6">
          {messages.map((message, index) => (
            <Fragment key={message.key}>
              {isFirstKept(chat, index) && <Trimmed />}
              {message.isReplaced ? (
                isFirstOfTurn(messages, index) && (
                  <ReplacedTurn
                    messages={messages.filter(({ turnId }) => turnId === message.turnId)}
                    provider={provider}
                  />
                )
              ) : edited && message.turnId === edited.turnId && message.role === 'user' ? (
                <EditMessage
                  chat={chat}
                  words={state.editing ?? ''}
                  turnId={edited.turnId}
                  onSay={onSay}
                />
              ) : (
                <MessageView
                  message={message}
                  provider={provider}
                  isJustPaid={paid?.turnId === message.turnId}
                  hasText={hasReplyText(messages, index)}
                />
              )}
              {paid?.turnId === message.turnId && isLastOfTurn(messages, index) && (
                <PaidLine rupees={paid.rupees} />
              )}
            </Fragment>
          ))}
          <LastTurnActions chat={chat} onSay={onSay} />
        </div>
      </div>
      {isAway && (
        <Button
          look="ink"
          onClick={toEnd}
          size="small"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-[0_4px_16px_var(--shade)] active:translate-y-0"
        >
          <ArrowDown aria-hidden className="size-4" />
          {t('chat.newest')}
        </Button>
      )}
    </div>
  );
}

/** Below the newest reply: try again, another reply, continue, edit the message; and what that costs. */
function LastTurnActions({ chat, onSay }: { chat: Chat; onSay: (message: MessageToSend) => void }) {
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
            {t('common.tryAgain')}
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

/** Scrolls to the end after the user has sent a message. */
function useEndOnSending(key: string | null, toEnd: () => void): void {
  const shown = useRef(key);
  useEffect(() => {
    if (key !== null && key !== shown.current) toEnd();
    shown.current = key;
  }, [key, toEnd]);
}

function isFirstKept({ messages, keptFromTurnId }: Chat, index: number): boolean {
  const turnId = messages[index]?.turnId;
  return (
    keptFromTurnId !== null && turnId === keptFromTurnId && messages[index - 1]?.turnId !== turnId
  );
}

/** Whether the previous message is the first part of the same reply. */
function hasReplyText(messages: ShownMessage[], index: number): boolean {
  const before = messages[index - 1];
  return before?.role === 'assistant' && before.turnId === messages[index]?.turnId;
}

function isFirstOfTurn(messages: ShownMessage[], index: number): boolean {
  return messages[index - 1]?.turnId !== messages[index]?.turnId;
}

function isLastOfTurn(messages: ShownMessage[], index: number): boolean {
  return messages[index + 1]?.turnId !== messages[index]?.turnId;
}

function Trimmed() {
  const { t } = useTranslation();
  return (
    <p className="flex items-center gap-3 text-center text-note text-ink-soft before:flex-1 before:border-t before:border-dashed before:border-edge after:flex-1 after:border-t after:border-dashed after:border-edge">
      {t('chat.trimmed')}
    </p>
  );
}

/** Shows the price of the reply above and the remaining balance. */
function PaidLine({ rupees }: { rupees: number }) {
  const { t } = useTranslation();
  const { data: wallet } = useWallet();
  return (
    <p
      role="status"
      className="-mt-2 flex w-fit items-center gap-2 rounded-full bg-leaf-wash px-4 py-1.5 text-note"
    >
      <Check aria-hidden className="size-4 shrink-0 text-leaf" />
      <span className="money">
        <strong>{t('results.paid', { amount: formatPrice(rupees) })}</strong>
        {wallet && ` · ${t('results.left', { amount: formatRupees(wallet.available) })}`}
      </span>
    </p>
  );
}

/** Up to this distance from the end, in pixels, the reader counts as being at the end. */
const nearEnd = 32;

/**
 * Keeps the end of the content visible while it grows, until the reader scrolls up. `toEnd` scrolls to the
 * end and follows the content again.
 */
function useStickToEnd(): {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isAway: boolean;
  toEnd: () => void;
} {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isHeld = useRef(true);
  const [isAway, setAway] = useState(false);

  useEffect(() => {
    const box = scroller.current;
    if (!box || !content.current) return;
    let lastTop = box.scrollTop;
    const look = () => {
      const isNear = box.scrollHeight - box.clientHeight - box.scrollTop <= nearEnd;
      if (isNear) isHeld.current = true;
      else if (box.scrollTop < lastTop) isHeld.current = false;
      lastTop = box.scrollTop;
      setAway(!isNear && !isHeld.current);
    };
    const follow = new ResizeObserver(() => {
      if (isHeld.current) box.scrollTop = box.scrollHeight;
      look();
    });
    follow.observe(box);
    follow.observe(content.current);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      follow.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, []);

  return {
    scroller,
    content,
    isAway,
    toEnd() {
      isHeld.current = true;
      scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    },
  };
}
