import { blockReplies, freeReplies } from '@sachet/shared/chat';
import type { NextReply } from '@sachet/shared/contracts/chat';
import type { WalletSummary } from '@sachet/shared/contracts/wallet';
import { formatPrice } from '@sachet/shared/money';
import { useTranslation } from '../i18n/translate';

/** Which reply comes next, what it costs where it opens a block, and what stopping it takes. */
export function TurnLine({
  next,
  stopping,
}: {
  next: NextReply | null;
  stopping: WalletSummary['freeCancels'] | null;
}) {
  const { t } = useTranslation();
  if (!next) return <div className="min-h-7" />;
  const { block, repliesLeft, inr } = next;
  const of = block === 0 ? freeReplies : blockReplies;
  const number = of - repliesLeft + 1;
  return (
    <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 px-1 text-note">
      <p className="text-ink-soft tabular-nums">
        {block === 0
          ? t('chat.freeReply', { number, of })
          : t('chat.blockReply', { block, number, of })}
      </p>
      {stopping ? (
        <p role="status" className="tabular-nums">
          {stopping.left > 0
            ? t('chat.freeStops', stopping)
            : t(inr > 0 ? 'chat.willFinishFor' : 'chat.willFinish', { price: formatPrice(inr) })}
        </p>
      ) : (
        inr > 0 && (
          <p className="money rounded-full bg-marigold-wash px-3 py-0.5 font-bold">
            {t('chat.nextBlock', { replies: blockReplies, price: formatPrice(inr) })}
          </p>
        )
      )}
    </div>
  );
}
