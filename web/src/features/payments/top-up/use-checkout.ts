import type { ClientConfig } from '@sachet/shared/contracts/config';
import type { CreateOrderResponse, TopUp } from '@sachet/shared/payments/contracts/payment';
import type { UserProfile } from '@sachet/shared/people/contracts/user';
import { useEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import { api } from '../../../api/client';
import { toErrorMessage } from '../../../api/errors';
import { ApiFailure, isOffline, isRefused } from '../../../api/failure';
import { useConfig } from '../../../api/hooks';
import { useIdempotentSend } from '../../../api/idempotent-send';
import { useUid } from '../../../api/keys';
import { useProfile } from '../../../api/profile';
import { cacheTopUp, readClosedTopUp, useTopUp } from '../../../api/top-up';
import { getLanguage, type TFunction, useTranslation } from '../../../i18n/translate';
import { notify } from '../../../ui/Toaster';
import { useBack } from '../../../browser/back';
import { advanceCheckout, beforeCheckout, hasBegun, toCheckoutView } from './checkout-machine';
import { saveOrder, type OpenedOrder } from './orders';
import {
  isInAppBrowser,
  loadCheckout,
  openSheet,
  type CheckoutOptions,
  type PaymentAnswer,
  type SheetEnd,
  toAttemptWords,
} from './razorpay';

/** Runs one payment at a time, from the pay button to its end. One press creates one order. */
export function useCheckout(resume: OpenedOrder['resume']) {
  const { t } = useTranslation();
  const uid = useUid();
  const { data: config } = useConfig();
  const { data: profile } = useProfile();
  const [state, dispatch] = useReducer(advanceCheckout, beforeCheckout);
  const { data: shut } = useTopUp(state.step === 'amount' ? state.orderId : null);
  const send = useIdempotentSend();
  const isRunning = useRef(false);
  const isClosed = useClosed();
  const closeSheet = useRef<() => void>(undefined);
  // The sheet asks before its own button or Escape closes it, but it does not notice Back.
  useBack(state.step === 'sheet', () => {
    if (confirm(t('topUp.leaveSheet'))) closeSheet.current?.();
  });

  async function pay(rupees: number): Promise<void> {
    if (isRunning.current || !uid || !config?.razorpay) return;
    isRunning.current = true;
    dispatch({ type: 'payPressed' });
    try {
      await checkOut(rupees, uid, config, config.razorpay.scriptUrl);
    } catch (thrown) {
      const { message, isNothingPaid, orderId } =
        thrown instanceof CheckoutStopped ? thrown : new CheckoutStopped(t('topUp.failed'), false);
      dispatch({ type: 'stopped', error: { message, isNothingPaid } });
      notify.error(t('topUp.failedBecause', { reason: message }), { about: orderId });
    } finally {
      isRunning.current = false;
    }
  }

  async function checkOut(rupees: number, uid: string, config: ClientConfig, scriptUrl: string) {
    if (isOffline()) throw new CheckoutStopped(t('error.unsent'), true);
    const [order, Razorpay] = await Promise.all([
      send({ rupees }, (key) =>
        api('POST /api/razorpay-order', { body: { amount: rupees }, idempotencyKey: key }),
      ).catch((thrown: unknown) => {
        const fallback = t('topUp.initiateFailed');
        const isAnswered = thrown instanceof ApiFailure && thrown.status > 0;
        const words = isAnswered ? toErrorMessage(t, thrown, { fallback }) : fallback;
        throw new CheckoutStopped(words, true);
      }),
      loadCheckout(scriptUrl).catch(() => {
        throw new CheckoutStopped(t('topUp.scriptFailed'), true);
      }),
    ]);
    // Stops, because the user closed the dialog while the checkout was opening.
    if (isClosed.current) return;
    const { orderId, callbackUrl } = order;
    saveOrder({ orderId, amount: rupees, resume });
    // Hides the dialog first, because an open dialog keeps the focus. A dialog releases the focus a moment
    // after it is hidden.
    flushSync(() => dispatch({ type: 'ordered', orderId }));
    await new Promise((resolve) => setTimeout(resolve));
    const leaves = isInAppBrowser(navigator.userAgent);
    const options = toOptions(t, order, config, profile ?? null);
    const onOpen = (close: () => void) => {
      closeSheet.current = close;
    };
    const end = await openSheet(Razorpay, options, leaves ? callbackUrl : null, onOpen).catch(
      () => {
        throw new CheckoutStopped(t('topUp.openFailed'), true);
      },
    );
    dispatch({ type: 'sheetLeft' });
    const topUp = await findOutcome(t, end, { uid, orderId, rupees });
    if (topUp) await cacheTopUp(uid, topUp);
    dispatch({ type: 'handedOver' });
  }

  return {
    view: toCheckoutView(state, shut),
    pay,
    restart: () => dispatch({ type: 'restarted' }),
  };
}

class CheckoutStopped extends Error {
  readonly isNothingPaid: boolean;
  /** The order that may have been paid. */
  readonly orderId: string | undefined;

  /** `message` is shown to the user. */
  constructor(message: string, isNothingPaid: boolean, orderId?: string) {
    super(message);
    this.isNothingPaid = isNothingPaid;
    this.orderId = orderId;
  }
}

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

/**
 * Asks the server for the state of the payment. Returns null if no answer arrived, so that the order must be
 * read later.
 */
function findOutcome(
  t: TFunction,
  end: SheetEnd,
  order: { uid: string; orderId: string; rupees: number },
): Promise<TopUp | null> {
  return end.kind === 'paid'
    ? verify(t, end.answer, order.rupees)
    : askAfterClosing(t, order, end.failed && toAttemptWords(t, getLanguage(), end.failed));
}

async function verify(t: TFunction, answer: PaymentAnswer, rupees: number): Promise<TopUp | null> {
  try {
    return await api('POST /api/razorpay-verify', { body: { ...answer, amount: rupees } });
  } catch (thrown) {
    if (!isRefused(thrown) || thrown.code === 'rate_limited') return null;
    const fallback = t('topUp.verifyFailed');
    // This text is shown for every refusal with a known code (docs/product.md, Messages).
    const words = thrown.code === null ? toErrorMessage(t, thrown, { fallback }) : fallback;
    throw new CheckoutStopped(words, false, answer.razorpay_order_id);
  }
}

/** Asks for the order's state after the user closed the sheet, because the user may have paid before. */
async function askAfterClosing(
  t: TFunction,
  { uid, orderId }: { uid: string; orderId: string },
  reason: string | null,
): Promise<TopUp> {
  const topUp = await readClosedTopUp(uid, orderId).catch(() => null);
  if (topUp && hasBegun(topUp)) return topUp;
  throw new CheckoutStopped(reason ?? topUp?.reason ?? t('topUp.windowClosed'), false, orderId);
}

/** The timeout of the sheet in seconds. */
const sheetTimeoutS = 15 * 60;
const marigold = '#F7A823';

function toOptions(
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
