import { blockReplies, freeReplies } from '@sachet/shared/chat/chat';
import { formatPrice } from '@sachet/shared/money';
import { chatBlockPriceRupees } from '@sachet/shared/models/rate-card';
import { History } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { openOver } from '../../browser/url-overlay';
import { useConversations } from '../../api/chat';
import { useUid } from '../../api/keys';
import { openAuth } from '../../app/base/dialogs';
import { useAction } from '../../app/base/use-action';
import { savePending } from '../studio/generation/pending';
import { providerName } from '../../app/base/provider';
import { RulesNotice } from '../studio/form/RulesNotice';
import { useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../app/base/paths';
import { knownUser } from '../../api/known-user';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { Packet } from '../../ui/Packet';
import { sendMessage } from './chat-client';
import { useChatState } from './chat-store';
import { ChatCost, ProviderChoice, useChatProvider } from './ProviderChoice';
import { isTooLong, PromptBox } from './PromptBox';
import { ThreadsPanel, ThreadsSheet } from './ThreadsPanel';

/** Returns a function that opens a chat over the page. */
function useOpenChat(): (chat: string) => void {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (chat) =>
    void navigate(paths.chat(params, chat), { preventScrollReset: true, state: openOver('chat') });
}

/** The form where a chat begins (docs/product.md, Screens). */
export function ChatStart() {
  const { t } = useTranslation();
  const language = useLanguage();
  const open = useOpenChat();
  const uid = useUid();
  const provider = useChatProvider();
  const { draft, pictures } = useChatState('new');
  const [isAsked, setAsked] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const prompt = draft.trim();

  const start = useAction(async () => {
    const user = await knownUser();
    if (user === null) {
      savePending({ kind: 'chat', provider, prompt });
      return openAuth('sign-up');
    }
    setAsked(false);
    sendMessage({ uid: user, chat: 'new', provider, prompt, language, pictures });
    open('new');
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (prompt !== '' && !isTooLong(draft)) void start.run();
  }

  return (
    <>
      <form noValidate onSubmit={submit} className="grid content-start gap-5">
        <PromptBox
          chat="new"
          draft={draft}
          pictures={pictures}
          provider={provider}
          isRoomy
          label={t('chat.message')}
          placeholder={t('chat.startPlaceholder')}
          error={isAsked && prompt === '' ? t('general.promptRequired') : undefined}
        />
        <RulesNotice />
        <div className="grid gap-2.5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-center lg:gap-6">
          <Button type="submit" size="large" busy={start.busy} className="lg:order-last">
            {t('chat.start')}
          </Button>
          <ChatCost provider={provider} className="max-lg:text-center" />
        </div>
        <ProviderChoice />
        {uid && (
          <Button look="outline" className="lg:hidden" onClick={() => setSheetOpen(true)}>
            <History aria-hidden className="size-4" />
            {t('chat.showPrevious')}
          </Button>
        )}
      </form>
      {isSheetOpen && (
        <ThreadsSheet
          current={null}
          onClose={() => setSheetOpen(false)}
          onOpen={(chat) => {
            setSheetOpen(false);
            open(chat);
          }}
        />
      )}
    </>
  );
}

/** The content beside the box: saved chats for a signed-in user, the price of a chat for a visitor. */
export function ChatAside() {
  const uid = useUid();
  const open = useOpenChat();
  const { rows: conversations } = useConversations();
  return (
    <aside
      className={classes(
        'grid min-w-0 gap-6 self-start lg:sticky lg:top-20',
        uid && 'max-lg:hidden',
      )}
    >
      {uid ? (
        <div className="rounded-2xl border border-fold bg-packet px-3 py-4">
          <ThreadsPanel id="threads-start" current={null} onOpen={open} />
        </div>
      ) : (
        <CostPackets />
      )}
      {(!uid || conversations?.length === 0) && <SampleChat />}
    </aside>
  );
}

/** A question and its answer, for who has no chats yet. */
function SampleChat() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="sample-chat" className="grid gap-3">
      <h2 id="sample-chat" className="text-note font-semibold text-ink-soft">
        {t('home.drawn')}
      </h2>
      <p className="ml-auto max-w-[88%] rounded-2xl rounded-br-md bg-sunk px-4 py-2.5">
        {t('chat.sampleQuestion')}
      </p>
      <p className="max-w-[88%] text-pretty tabular-nums">{t('chat.sampleAnswer')}</p>
    </section>
  );
}

/** Shows what replies cost. Each packet has one dot per reply. */
function CostPackets() {
  const { t } = useTranslation();
  const provider = useChatProvider();
  const price = formatPrice(chatBlockPriceRupees(provider));
  const packets = [
    {
      print: 'bg-print-sky',
      replies: freeReplies,
      words: t('chat.free', { free: freeReplies }),
      price: t('common.free'),
    },
    {
      print: 'bg-print-lilac',
      replies: blockReplies,
      words: t('chat.nextBlock', { replies: blockReplies, price }),
      price,
    },
  ];
  return (
    <ul className="grid fit-columns-8.5 gap-4 sm:gap-6">
      {packets.map(({ print, replies, words, price: label }) => (
        <li key={words} className="grid">
          <Packet>
            <div className={`crimp h-8 sm:h-10 ${print}`} />
            <div className="grid gap-4 border-t border-dashed border-fold p-4 sm:p-5">
              <span aria-hidden className="flex flex-wrap gap-1.5">
                {Array.from({ length: replies }, (_, dot) => (
                  <span key={dot} className={`size-4 rounded-full rounded-bl-sm ${print}`} />
                ))}
              </span>
              <p>
                <strong className="money block text-title font-extrabold">{label}</strong>
                <span className="text-note text-ink-soft">{words}</span>
              </p>
              <p className="text-note text-ink-soft">{providerName[provider]}</p>
            </div>
          </Packet>
        </li>
      ))}
    </ul>
  );
}
