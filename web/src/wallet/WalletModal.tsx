import { topUpDefault } from '@sachet/shared/contracts/payment';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProfile, useWallet } from '../api/hooks';
import type { AnyUnlockRequest } from '../app/pending-record';
import { paths } from '../paths';
import { buttonClasses } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { AddMoney } from '../top-up/AddMoney';
import { Settling } from '../top-up/Settling';
import { Verifying } from '../top-up/TopUpEnd';
import { useCheckout } from '../top-up/use-checkout';
import { Available } from './Available';
import { LockedBonus } from './LockedBonus';
import { Refusal } from './Refusal';

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
              fault={view.fault}
              busy={view.isBusy}
              typed={typed}
              onType={setTyped}
              purchase={unlock && price !== null ? { price, available } : null}
              onPay={(rupees) => void pay(rupees)}
              onLeave={onClose}
            />
          )}
          <Link to={paths.wallet} onClick={onClose} className={buttonClasses('plain', '-my-2')}>
            {t('wallet.seeStatement')}
          </Link>
        </div>
      )}
    </Dialog>
  );
}
