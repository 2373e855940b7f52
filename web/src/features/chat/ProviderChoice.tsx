import { blockReplies, freeReplies } from '@sachet/shared/chat/chat';
import { Provider } from '@sachet/shared/contracts/vocabulary';
import { formatPrice } from '@sachet/shared/money';
import { chatBlockPriceRupees } from '@sachet/shared/models/rate-card';
import { providers } from '@sachet/shared/vocabulary';
import { useCanServe } from '../../api/hooks';
import { providerName } from '../../app/base/provider';
import { persisted } from '../../browser/storage';
import { useStore } from '../../browser/store';
import { useTranslation } from '../../i18n/translate';
import { classes } from '../../ui/classes';
import { Segmented } from '../../ui/Segmented';

export function ProviderChoice() {
  const { t } = useTranslation();
  const canServe = useCanServe();
  const able = providers.filter((provider) => canServe(provider, 'texts'));
  return (
    <Segmented
      legend={t('chat.provider')}
      value={useChatProvider()}
      onChange={chosenProvider.set}
      segments={able.map((provider) => ({
        value: provider,
        label: providerName[provider],
      }))}
    />
  );
}

const print: Record<Provider, string> = { google: 'bg-print-sky', openai: 'bg-print-jade' };

/** Shows the provider's initial on its packet. The name is written nearby. */
export function ProviderMark({ provider, className }: { provider: Provider; className?: string }) {
  return (
    <span
      aria-hidden
      className={classes(
        'grid size-9 shrink-0 place-items-center rounded-lg text-note font-extrabold',
        print[provider],
        className,
      )}
    >
      {providerName[provider].slice(0, 1)}
    </span>
  );
}

export function ChatCost({ provider, className }: { provider: Provider; className?: string }) {
  const { t } = useTranslation();
  return (
    <p className={classes('text-note text-ink-soft', className)}>
      {t('chat.cost', {
        free: freeReplies,
        block: blockReplies,
        price: formatPrice(chatBlockPriceRupees(provider)),
      })}
    </p>
  );
}

const chosenProvider = persisted('sachet.chat-provider', (stored) =>
  Provider.catch('google').parse(stored),
);

/** Returns the provider of new chats, which is stored in the browser. */
export function useChatProvider(): Provider {
  const chosen = useStore(chosenProvider);
  const canServe = useCanServe();
  const able = providers.filter((provider) => canServe(provider, 'texts'));
  return able.includes(chosen) ? chosen : (able[0] ?? chosen);
}
