import { topUpDefault } from '@sachet/shared/contracts/payment';
import { formatRupees } from '@sachet/shared/money';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useWallet } from '../api/hooks';
import { useProfile } from '../api/profile';
import type { AnyUnlockRequest } from '../app/pending-record';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { AddMoney } from '../top-up/AddMoney';
import { Settling } from '../top-up/Settling';
import { Verifying } from '../top-up/TopUpEnd';
import { useCheckout } from '../top-up/use-checkout';
import { buttonClasses } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Available } from './Available';
import { LockedBonus } from './LockedBonus';

/**
 * What there is, why it did not do for `price`, and the way to more. While the gateway's sheet lies
 * over the page the dialog is gone; it comes back when the sheet is. `unlock` is what goes on then.
 */
export function WalletModal({
  price,
  unlock,
  onClose,
}: {
  price: number | null;
  unlock: AnyUnlockRequest | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { data: wallet } = useWallet();
  const { data: profile } = useProfile();
  const { view, pay, restart } = useCheckout(unlock && price !== null ? { unlock, price } : null);
  const [typed, setTyped] = useState(String(topUpDefault));
  const available = wallet?.available ?? 0;
  // More money would not help then.
  const isAboutBudget = price !== null && wallet && available >= price && profile?.budget;

  return (
    <Dialog
      open={view.shows !== 'sheet'}
      onClose={onClose}
      title={t('wallet.title')}
      closeLabel={t('shell.close')}
    >
      {view.shows === 'verifying' && <Verifying />}
      {view.shows === 'order' && (
        <Settling orderId={view.orderId} price={price} onAgain={restart} onClose={onClose} />
      )}
      {view.shows === 'form' && (
        <div className="grid gap-5">
          {wallet && price !== null && <Refusal price={price} available={available} />}
          <Available price={price} />
          <LockedBonus />
          {!isAboutBudget && (
            <AddMoney
              error={view.error}
              busy={view.isBusy}
              typed={typed}
              onType={setTyped}
              purchase={unlock && price !== null ? { price, available } : null}
              onPay={(rupees) => void pay(rupees)}
              onLeave={onClose}
            />
          )}
          <Link
            to={paths.wallet}
            onClick={onClose}
            className={buttonClasses({ look: 'plain', className: '-my-2' })}
          >
            {t('wallet.seeStatement')}
          </Link>
        </div>
      )}
    </Dialog>
  );
}

/**
 * Why `price` could not be paid, for whoever it concerns: members cannot add money themselves. With
 * enough in the wallet it was the member's budget.
 */
function Refusal({ price, available }: { price: number; available: number }) {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  const isMember = profile?.accountType === 'organization' && profile.role === 'user';
  const isAboutBudget = available >= price;
  if (isAboutBudget && !profile?.budget) return null;
  const words = {
    name: profile?.organizationName,
    budget: formatRupees(profile?.budget ?? 0),
    spent: formatRupees(profile?.spentThisMonth ?? 0),
    price: formatRupees(price),
  };
  return (
    <div role="alert" className="rounded-xl bg-vermilion-wash px-4 py-3">
      <p className="font-semibold">
        {isAboutBudget
          ? t('member.budgetTitle')
          : t(isMember ? 'member.fundsTitle' : 'error.insufficient_funds')}
      </p>
      {isMember && (
        <p className="mt-1 text-note">
          {t(isAboutBudget ? 'member.budgetText' : 'member.fundsText', words)}
        </p>
      )}
    </div>
  );
}
