import { blockReplies, freeReplies } from '@sachet/shared/chat';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { formatPrice } from '@sachet/shared/money';
import { chatBlockPriceRupees } from '@sachet/shared/rate-card';
import { useTranslation } from '../i18n/translate';
import { classes } from '../ui/classes';

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
