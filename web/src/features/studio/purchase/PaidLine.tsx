import { formatPrice, formatRupees } from '@sachet/shared/money';
import { Check } from 'lucide-react';
import { useWallet } from '../../../api/hooks';
import { useTranslation } from '../../../i18n/translate';

/** Shows the amounts that were paid and the wallet's balance. */
export function PaidLine({ charges }: { charges: number[] }) {
  const { t } = useTranslation();
  const { data: wallet } = useWallet();
  return (
    <p role="status" className="flex min-h-13 items-center gap-3 rounded-xl bg-leaf-wash px-4 py-3">
      <Check aria-hidden className="size-5 shrink-0 text-leaf" />
      <span className="min-w-0 wrap-anywhere tabular-nums">
        {charges.length > 0 && (
          <strong>{t('results.paid', { amount: charges.map(formatPrice).join(' + ') })}</strong>
        )}
        {wallet && ` · ${t('results.left', { amount: formatRupees(wallet.available) })}`}
      </span>
    </p>
  );
}
