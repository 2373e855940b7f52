import type { TopUp } from '@sachet/shared/payments/contracts/payment';
import type { UserProfile } from '@sachet/shared/people/contracts/user';
import { formatPrice } from '@sachet/shared/money';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { revalidateWallet } from '../../../api/hooks';
import { useProfile } from '../../../api/profile';
import { useTopUp } from '../../../api/top-up';
import { closeDialog } from '../../../app/base/dialogs';
import { savePending } from '../../studio/generation/pending';
import { useTranslation } from '../../../i18n/translate';
import { notify } from '../../../ui/Toaster';
import { endOrder, isEndInDialog, useOpenedOrders, type OpenedOrder } from './orders';

/** Notifies the user on any page that money has arrived. Renders nothing. */
export function TopUpWatch() {
  const orders = useOpenedOrders();
  return orders
    .filter((order) => !order.hasEnded)
    .map((order) => <WatchedOrder key={order.orderId} order={order} />);
}

function WatchedOrder({ order }: { order: OpenedOrder }) {
  const { data: profile } = useProfile();
  const { data: topUp } = useTopUp(order.orderId);
  const notifyCredited = useNotifyCredited();

  useEffect(() => {
    if (topUp?.status !== 'credited' || !profile || !endOrder(order.orderId)) return;
    void notifyCredited(order, topUp, profile);
  }, [order, topUp, profile, notifyCredited]);
  return null;
}

/**
 * Notifies the user that money has arrived. The purchase continues automatically only if the dialog that
 * announced this is still open. Later, or on another page, the purchase would be a surprise, so a button
 * offers it.
 */
function useNotifyCredited() {
  const { t } = useTranslation();
  const navigate = useNavigate();

  return async ({ orderId, resume, from }: OpenedOrder, topUp: TopUp, profile: UserProfile) => {
    const wallet = await revalidateWallet(profile.uid);
    const amount = formatPrice(topUp.amount);
    const words = t(profile.organizationId ? 'topUp.succeededTeam' : 'topUp.succeeded', { amount });
    if (!resume || (wallet && wallet.available < resume.price))
      return notify.success(words, { about: orderId });

    const resumePurchase = () => savePending({ kind: 'unlock', request: resume.unlock });
    if (isEndInDialog(orderId)) {
      closeDialog();
      resumePurchase();
      return notify.success(words, { about: orderId });
    }
    notify.success(words, {
      about: orderId,
      action: {
        label: t('topUp.continue', { price: formatPrice(resume.price) }),
        onClick: () => {
          resumePurchase();
          void navigate(from);
        },
      },
    });
  };
}
