import { topUpDefault } from '@sachet/shared/payments/contracts/payment';
import { formatRupees } from '@sachet/shared/money';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useWallet } from '../../api/hooks';
import { useProfile } from '../../api/profile';
import { LoadError } from '../../app/base/Loaded';
import type { AnyUnlockRequest } from '@sachet/shared/studio/contracts/generation';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../app/base/paths';
import { AddMoney } from '../payments/top-up/AddMoney';
import { Settling, Verifying } from '../payments/top-up/TopUpEnd';
import { useCheckout } from '../payments/top-up/use-checkout';
import { buttonClasses } from '../../ui/Button';
import { Description, DescriptionList } from '../../ui/DescriptionList';
import { Dialog } from '../../ui/Dialog';
import { Money } from '../../ui/Money';
import { Notice } from '../../ui/Notice';
import { Skeleton } from '../../ui/Skeleton';
import { LockedBonus } from './LockedBonus';

/**
 * Shows the balance, why the balance was not enough for `price`, and how to add money. The dialog is hidden
 * while the gateway's sheet is open. `unlock` is the purchase that continues after the top-up.
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
  // The user's budget is too small, so adding money would not help.
  const isAboutBudget = price !== null && wallet && available >= price && profile?.budget;

  return (
    <Dialog
      open={view.shows !== 'sheet'}
      onClose={onClose}
      title={t('studioCommon.wallet')}
      closeLabel={t('common.close')}
    >
      {view.shows === 'verifying' && <Verifying />}
      {view.shows === 'order' && (
        <Settling orderId={view.orderId} price={price} onAgain={restart} onClose={onClose} />
      )}
      {view.shows === 'form' && (
        <div className="grid gap-5">
          {wallet && price !== null && (
            <Refusal price={price} available={available} onLeave={onClose} />
          )}
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
 * Explains why `price` could not be paid. Members cannot add money themselves. If the wallet has
 * enough, the member's budget or an individual's own limit was too small.
 */
function Refusal({
  price,
  available,
  onLeave,
}: {
  price: number;
  available: number;
  onLeave: () => void;
}) {
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
  if (isAboutBudget && profile?.accountType === 'individual') {
    return (
      <Notice role="alert" tone="bad" className="grid justify-items-start gap-1">
        <p className="font-semibold">{t('limits.reachedTitle')}</p>
        <p className="text-note">{t('limits.reachedText', words)}</p>
        <Link
          to={`${paths.wallet}#limits`}
          onClick={onLeave}
          className="inline-flex min-h-11 items-center text-note font-semibold underline underline-offset-2"
        >
          {t('limits.change')}
        </Link>
      </Notice>
    );
  }
  return (
    <Notice role="alert" tone="bad">
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
    </Notice>
  );
}

/** Shows the available amount, and how much of `price` is missing. */
export function Available({ price }: { price: number | null }) {
  const { t } = useTranslation();
  const { data: wallet, error, mutate } = useWallet();
  const missing = wallet && price !== null ? Math.max(0, price - wallet.available) : 0;
  if (!wallet && error) {
    return <LoadError title={t('wallet.failed')} error={error} onRetry={() => mutate()} />;
  }
  return (
    <DescriptionList className="grid gap-2">
      <Description name={t('wallet.available')} inline className="figure-title font-extrabold">
        {wallet ? <Money rupees={wallet.available} /> : <Skeleton className="h-7 w-28" />}
      </Description>
      {price !== null && missing > 0 && (
        <>
          <Description name={t('wallet.price')} inline>
            <Money rupees={price} />
          </Description>
          <Description name={t('wallet.shortfall')} inline className="font-bold">
            <Money rupees={missing} />
          </Description>
        </>
      )}
    </DescriptionList>
  );
}
