import { formatPrice, formatRupees } from '@sachet/shared/money';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWallet } from '../api/hooks';

/** What the reply above has cost, and what is left. */
export function PaidLine({ rupees }: { rupees: number }) {
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
