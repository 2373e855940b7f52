import type { CreateOrderResponse, TopUp } from '@sachet/shared/contracts/payment';
import type { TFunction } from 'i18next';
import { createTopUpOrder, verifyPayment } from '../../api/actions';
import { errorWords } from '../../api/errors';
import { ApiFailure, isFailure } from '../../api/failure';
import { readTopUp } from '../../api/top-up';
import { randomKey } from '../../ui/random-key';
import { loadCheckout, type Checkout, type PaymentAnswer } from './checkout-script';
import type { CheckoutEnd } from './open-checkout';

export type CheckoutFault = {
  words: string;
  /** Sure only where no payment can have begun. */
  isNothingPaid: boolean;
};

/** The one thing that the stages below throw. */
export class CheckoutStopped extends Error {
  readonly fault: CheckoutFault;

  constructor(fault: CheckoutFault) {
    super(fault.words);
    this.fault = fault;
  }
}

function stopped(words: string, isNothingPaid: boolean): CheckoutStopped {
  return new CheckoutStopped({ words, isNothingPaid });
}

/** One order, under a key of its own, and what shows it. */
export function openOrder(
  t: TFunction,
  rupees: number,
  scriptUrl: string,
): Promise<[CreateOrderResponse, Checkout]> {
  return Promise.all([
    createTopUpOrder(rupees, randomKey()).catch((thrown: unknown) => {
      throw stopped(isRefused(thrown) ? errorWords(t, thrown) : t('topUp.initiateFailed'), true);
    }),
    loadCheckout(scriptUrl).catch(() => {
      throw stopped(t('topUp.scriptFailed'), true);
    }),
  ]);
}

export async function showCheckout(
  t: TFunction,
  open: () => Promise<CheckoutEnd>,
): Promise<CheckoutEnd> {
  try {
    return await open();
  } catch {
    throw stopped(t('topUp.openFailed'), true);
  }
}

/** What the server knows of the payment. null: no answer came, so the order is to be asked after. */
export function settle(
  t: TFunction,
  end: CheckoutEnd,
  order: { uid: string; orderId: string; rupees: number },
): Promise<TopUp | null> {
  return end.kind === 'paid'
    ? verify(t, end.answer, order.rupees)
    : askAfterClosing(t, order, end.reason);
}

async function verify(t: TFunction, answer: PaymentAnswer, rupees: number): Promise<TopUp | null> {
  try {
    return await verifyPayment({ ...answer, amount: rupees });
  } catch (thrown) {
    if (!isRefused(thrown) || isFailure(thrown, 'rate_limited')) return null;
    throw stopped(t('topUp.verifyFailed'), false);
  }
}

function isRefused(thrown: unknown): boolean {
  return thrown instanceof ApiFailure && thrown.status >= 400 && thrown.status < 500;
}

/** Whoever shuts the sheet may have paid, and the server may know already. */
async function askAfterClosing(
  t: TFunction,
  { uid, orderId }: { uid: string; orderId: string },
  reason: string | null,
): Promise<TopUp> {
  const topUp = await readTopUp(uid, orderId).catch(() => null);
  if (topUp && topUp.status !== 'created' && topUp.status !== 'failed') return topUp;
  throw stopped(reason ?? topUp?.reason ?? t('topUp.windowClosed'), false);
}
