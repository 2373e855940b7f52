import type { TopUp } from '@sachet/shared/contracts/payment';
import type { UserProfile } from '@sachet/shared/contracts/user';
import { formatPrice } from '@sachet/shared/money';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { revalidateWallet } from '../api/hooks';
import { useProfile } from '../api/profile';
import { useTopUp } from '../api/top-up';
import { closeDialog } from '../app/dialogs';
import { savePending } from '../app/pending';
import { useTranslation } from '../i18n/translate';
import { notify } from '../ui/Toaster';
import { endOrder, isAttended, useOpenedOrders, type OpenedOrder } from './orders';

/** Tells, wherever its payer is by then, that money has come. Shows nothing by itself. */
export function TopUpWatch() {
  const orders = useOpenedOrders();
  return orders
    .filter((order) => !order.hasEnded)
    .map((order) => <WatchedOrder key={order.orderId} order={order} />);
}

function WatchedOrder({ order }: { order: OpenedOrder }) {
  const { data: profile } = useProfile();
  const { data: topUp } = useTopUp(order.orderId);
  const tell = useTellCredited();

  useEffect(() => {
    if (topUp?.status !== 'credited' || !profile || !endOrder(order.orderId)) return;
    void tell(order, topUp, profile);
  }, [order, topUp, profile, tell]);
  return null;
}

/**
 * What the money was for goes on by itself only where the dialog that said so is still open over
 * it. Later, or on another page, that would charge by surprise: there it is offered.
 */
function useTellCredited() {
  const { t } = useTranslation();
  const navigate = useNavigate();

  return async ({ orderId, resume, from }: OpenedOrder, topUp: TopUp, profile: UserProfile) => {
    const wallet = await revalidateWallet(profile.uid);
    const amount = formatPrice(topUp.amount);
    const words = t(profile.organizationId ? 'topUp.succeededTeam' : 'topUp.succeeded', { amount });
    if (!resume || (wallet && wallet.available < resume.price)) return notify.success(words);

    const goOn = () => savePending({ kind: 'unlock', request: resume.unlock });
    if (isAttended(orderId)) {
      closeDialog();
      goOn();
      return notify.success(words);
    }
    notify.success(words, {
      label: t('topUp.continue', { price: formatPrice(resume.price) }),
      onClick: () => {
        goOn();
        void navigate(from);
      },
    });
  };
}
