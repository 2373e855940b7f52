import { formatPrice, formatRupees } from '@sachet/shared/money';
import { useWallet } from '../../api/hooks';
import { useProfile } from '../../api/profile';
import { openWallet } from '../../app/base/dialogs';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';

/** Whether the available amount is below the amount at which the user wants a warning. */
export function useIsLow(): boolean {
  const { data: wallet } = useWallet();
  const { data: profile } = useProfile();
  return wallet !== undefined && wallet.available < (profile?.lowBalance ?? 0);
}

/** A warning about a low balance, with a button to add money. */
export function LowBalance({ hasButton = true }: { hasButton?: boolean }) {
  const { t } = useTranslation();
  const { data: wallet } = useWallet();
  const { data: profile } = useProfile();
  if (!useIsLow() || !wallet || !profile) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-marigold-wash py-2 pr-3 pl-4 text-note"
    >
      <p className="min-w-0 flex-1 basis-48 py-1 font-semibold text-pretty">
        {t('limits.isLow', {
          left: formatRupees(wallet.available),
          amount: formatPrice(profile.lowBalance),
        })}
      </p>
      {hasButton && (
        <Button look="outline" size="small" onClick={() => openWallet()}>
          {t('wallet.addFunds')}
        </Button>
      )}
    </div>
  );
}
