import { formatRupees } from '@sachet/shared/money';
import { LockKeyhole } from 'lucide-react';
import { useWallet } from '../../api/hooks';
import { useTranslation } from '../../i18n/translate';

/** Shows the part of the balance that cannot be spent, because its person had a bonus before. */
export function LockedBonus() {
  const { t } = useTranslation();
  const { data: wallet } = useWallet();
  if (!wallet || wallet.locked === 0) return null;
  return (
    <p className="flex w-0 min-w-full items-center gap-2.5 rounded-xl bg-sunk px-4 py-3 text-note font-semibold">
      <LockKeyhole aria-hidden className="size-4 shrink-0" />
      {t('wallet.locked', { amount: formatRupees(wallet.locked) })}
    </p>
  );
}
