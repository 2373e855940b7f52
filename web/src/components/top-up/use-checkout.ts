import type { ClientConfig } from '@sachet/shared/contracts/config';
import type { CreateOrderResponse } from '@sachet/shared/contracts/payment';
import type { UserProfile } from '@sachet/shared/contracts/user';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useConfig, useProfile } from '../../api/hooks';
import { useUid } from '../../api/keys';
import { keepTopUp } from '../../api/top-up';
import { notify } from '../../ui/Toaster';
import type { CheckoutOptions } from './checkout-script';
import {
  CheckoutStopped,
  openOrder,
  settle,
  showCheckout,
  type CheckoutFault,
} from './checkout-stages';
import { isInAppBrowser } from './in-app-browser';
import { openCheckout } from './open-checkout';
import type { OpenedOrder } from './order-record';
import { keepOrder } from './orders';

/** docs/product.md, States: opening, then verifying, then success or failure. */
export type CheckoutState =
  /** `orderId`: of a checkout that was shut, and may have been paid all the same. */
  | { step: 'amount'; fault: CheckoutFault | null; orderId: string | null }
  | { step: 'opening' }
  /** The gateway's sheet lies over the page: the dialog lets go of the focus. */
  | { step: 'sheet' }
  | { step: 'verifying' }
  /** The server has the payment; `useTopUp` says what becomes of it. */
  | { step: 'settling'; orderId: string };

const atTheAmount: CheckoutState = { step: 'amount', fault: null, orderId: null };

/** One payment at a time, from the press of the pay button to its end. One press makes one order. */
export function useCheckout(resume: OpenedOrder['resume']) {
  const { t } = useTranslation();
  const uid = useUid();
  const { data: config } = useConfig();
  const { data: profile } = useProfile();
  const [state, setState] = useState<CheckoutState>(atTheAmount);
  const isRunning = useRef(false);
  const openedId = useRef<string | null>(null);
  const isClosed = useClosed();

  async function pay(rupees: number): Promise<void> {
    if (isRunning.current || !uid || !config?.razorpay) return;
    isRunning.current = true;
    try {
      await checkOut(rupees, uid, config, config.razorpay.scriptUrl);
    } catch (thrown) {
      const fault =
        thrown instanceof CheckoutStopped
          ? thrown.fault
          : { words: t('topUp.failed'), isNothingPaid: false };
      setState({ step: 'amount', fault, orderId: openedId.current });
      notify.error(t('topUp.failedBecause', { reason: fault.words }));
    } finally {
      isRunning.current = false;
    }
  }

  async function checkOut(rupees: number, uid: string, config: ClientConfig, scriptUrl: string) {
    setState({ step: 'opening' });
    openedId.current = null;
    const [order, Razorpay] = await openOrder(t, rupees, scriptUrl);
    if (isClosed.current) return;
    const { orderId, callbackUrl } = order;
    openedId.current = orderId;
    keepOrder({ orderId, amount: rupees, resume });
    const options = optionsOf(t, order, config, profile ?? null);
    const end = await showCheckout(t, async () => {
      await letGoOfTheFocus();
      const leaves = isInAppBrowser(navigator.userAgent);
      return openCheckout(Razorpay, options, leaves ? callbackUrl : null);
    });
    setState({ step: 'verifying' });
    const topUp = await settle(t, end, { uid, orderId, rupees });
    if (topUp) await keepTopUp(uid, topUp);
    setState({ step: 'settling', orderId });
  }

  /** An open dialog would keep the focus from the sheet. It gives it back a moment after it is gone. */
  async function letGoOfTheFocus(): Promise<void> {
    flushSync(() => setState({ step: 'sheet' }));
    await new Promise((resolve) => setTimeout(resolve));
  }

  return { state, pay, again: () => setState(atTheAmount) };
}

/** Whoever closes the dialog while the checkout is being opened does not want it any more. */
function useClosed() {
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  return isClosed;
}

/** Seconds. */
const sheetTimeoutS = 15 * 60;
const marigold = '#F7A823';

function optionsOf(
  t: TFunction,
  { keyId, orderId, amount, currency }: CreateOrderResponse,
  { company }: ClientConfig,
  profile: UserProfile | null,
): CheckoutOptions {
  return {
    key: keyId,
    order_id: orderId,
    amount,
    currency,
    name: company.name,
    description: t('topUp.description'),
    prefill: {
      name: profile ? `${profile.firstName} ${profile.lastName}` : undefined,
      email: profile?.email ?? undefined,
      contact: profile?.phoneNumber ?? undefined,
    },
    theme: { color: marigold },
    config: { display: { language: document.documentElement.lang === 'hi' ? 'hi' : 'en' } },
    retry: { enabled: true },
    timeout: sheetTimeoutS,
  };
}
