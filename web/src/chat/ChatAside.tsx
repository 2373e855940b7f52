import { blockReplies, freeReplies } from '@sachet/shared/chat';
import { formatPrice } from '@sachet/shared/money';
import { chatBlockPriceRupees } from '@sachet/shared/rate-card';
import { useUid } from '../api/keys';
import { providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { Packet } from '../ui/Packet';
import { ThreadsPanel } from './ThreadsPanel';
import { useChatProvider } from './use-chat-provider';

/** Beside the box: the saved chats of whoever is signed in; for a visitor what a chat costs. */
export function ChatAside({ onOpen }: { onOpen: (conversationId: string) => void }) {
  const uid = useUid();
  return (
    <aside className="min-w-0 self-start max-lg:pt-5 lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      {uid ? (
        <div className="ml-auto max-w-md rounded-2xl border border-fold bg-packet px-3 py-4 max-lg:hidden">
          <ThreadsPanel id="threads-start" current={null} onOpen={onOpen} />
        </div>
      ) : (
        <CostPackets />
      )}
    </aside>
  );
}

/** Five dots a packet: a reply each. */
function CostPackets() {
  const { t } = useTranslation();
  const provider = useChatProvider();
  const price = formatPrice(chatBlockPriceRupees(provider));
  const packets = [
    {
      print: 'bg-print-sky',
      replies: freeReplies,
      words: t('chat.free', { free: freeReplies }),
      price: t('text.free'),
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
