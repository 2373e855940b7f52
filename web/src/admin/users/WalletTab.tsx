import { useTranslation } from 'react-i18next';
import { CreditsForm } from './CreditsForm';
import { Payments } from './Payments';
import type { TabProps } from './tab';

/** Balances, credits by hand, and the payments that may go back. */
export function WalletTab({ detail, onChanged }: TabProps) {
  const { t } = useTranslation();
  if (!detail.wallet) return <p>{t('adminUsers.noWallet')}</p>;
  return (
    <div className="grid gap-6">
      {detail.user.deleted ? (
        <p>{t('adminUsers.deletedText')}</p>
      ) : (
        <CreditsForm detail={detail} wallet={detail.wallet} onChanged={onChanged} />
      )}
      <Payments uid={detail.user.uid} onChanged={onChanged} />
    </div>
  );
}
