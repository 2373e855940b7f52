import { blockReplies } from '@sachet/shared/chat';
import { formatPrice } from '@sachet/shared/money';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';

/** Asked once in a browser: from here on replies cost money. */
export function BlockConfirm({
  price,
  onAgree,
  onClose,
}: {
  /** Rupees. */
  price: number;
  onAgree: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const words = { replies: blockReplies, price: formatPrice(price) };
  return (
    <Dialog open onClose={onClose} title={t('chat.nextBlock', words)} closeLabel={t('shell.close')}>
      <p>{t('chat.confirmText', words)}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onClose}>
          {t('chat.confirmLater')}
        </Button>
        <Button look="money" className="money" onClick={onAgree}>
          {t('chat.sendFor', words)}
        </Button>
      </div>
    </Dialog>
  );
}
