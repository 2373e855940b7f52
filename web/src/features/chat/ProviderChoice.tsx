import { blockReplies, freeReplies } from '@sachet/shared/chat/chat';
import { formatPrice } from '@sachet/shared/money';
import { chatBlockPriceRupees } from '@sachet/shared/models/rate-card';
import type { Provider } from '@sachet/shared/providers';
import { providerName, useProviders } from '../../app/base/provider';
import { getProviderMark, parseProvider, useProvidersFor } from '../../app/base/provider-uses';
import { persisted } from '../../browser/storage';
import { useStore } from '../../browser/store';
import { useTranslation } from '../../i18n/translate';
import { classes } from '../../ui/classes';
import { Segmented } from '../../ui/Segmented';

export function ProviderChoice() {
  const { t } = useTranslation();
  return (
    <Segmented
      legend={t('chat.provider')}
      value={useChatProvider()}
      onChange={chosenProvider.set}
      segments={useProvidersFor('texts').map((provider) => ({
        value: provider,
        label: providerName[provider],
      }))}
    />
  );
}

/** Shows the provider's letter on its packet. The name is written nearby. */
export function ProviderMark({ provider, className }: { provider: Provider; className?: string }) {
  const { letter, color } = getProviderMark(provider);
  return (
    <span
      aria-hidden
      className={classes(
        'grid size-9 shrink-0 place-items-center rounded-lg text-note font-extrabold',
        className,
      )}
      style={{ background: color }}
    >
      {letter}
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

const chosenProvider = persisted('sachet.chat-provider', parseProvider);

/** Returns the provider of new chats, which is stored in the browser. */
export function useChatProvider(): Provider {
  const chosen = useStore(chosenProvider);
  const able = useProvidersFor('texts');
  const [first] = useProviders();
  return able.find((provider) => provider === chosen) ?? able[0] ?? chosen ?? first!;
}
