import type {
  CreateOrderRequest,
  TopUp,
  VerifyPaymentRequest,
} from '@sachet/shared/payments/contracts/payment';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { CheckoutOptions } from '../features/payments/top-up/razorpay';
import { figuresAfter, someWallet } from './people';
import { announce, answer, clientConfig } from './server';

/** The gateway's payment sheet. A test controls it. */
export interface Sheet {
  options: CheckoutOptions;
  pay(): void;
  /** Fails an attempt to pay. The sheet stays open for another attempt. */
  fail(description: string, reason?: string): void;
  dismiss(): void;
  isClosed: boolean;
}

let isBroken = false;
const sheets: Sheet[] = [];

type PaymentFailed = { error: { description: string; reason: string } };

/** Replaces the class of the gateway's script and has the same interface. */
class Razorpay {
  readonly #options: CheckoutOptions;
  #sheet: Sheet | undefined;
  #onFailed: (failed: PaymentFailed) => void = () => undefined;

  constructor(options: CheckoutOptions) {
    if (isBroken) throw new Error('Not here');
    this.#options = options;
  }

  on(_event: 'payment.failed', listener: (failed: PaymentFailed) => void) {
    this.#onFailed = listener;
  }

  open(): void {
    const options = this.#options;
    this.#sheet = {
      options,
      isClosed: false,
      pay: () =>
        options.handler?.({
          razorpay_order_id: options.order_id,
          razorpay_payment_id: 'pay_1',
          razorpay_signature: 'signed',
        }),
      fail: (description, reason = '') => this.#onFailed({ error: { description, reason } }),
      dismiss: () => options.modal?.ondismiss(),
    };
    sheets.push(this.#sheet);
  }

  close(): void {
    if (this.#sheet) this.#sheet.isClosed = true;
  }
}

/** A script that replaces the gateway's script. */
const script = 'data:text/javascript,window.Razorpay=window.TestRazorpay';
Object.assign(window, { TestRazorpay: Razorpay });

export interface ServedCheckout {
  /** Waits until the sheet is open, and returns it. */
  sheet(): Promise<Sheet>;
  sheets: readonly Sheet[];
  /** Changes the state of the newest order, and sends a live event about it. */
  become(given: Partial<TopUp>): Promise<void>;
  /** Pays the newest order without a callback: only the gateway knows of the payment. */
  payUnheard(): void;
}

let orders = 0;

/** Answers requests for orders. If `isBroken`, the gateway's sheet fails to open. */
export function answerCheckout(given: { isBroken?: boolean } = {}): ServedCheckout {
  isBroken = given.isBroken ?? false;
  sheets.length = 0;
  const topUps = new Map<string, TopUp>();
  let newest = '';
  const change = (orderId: string, to: Partial<TopUp>) => {
    const before = topUps.get(orderId)!;
    const wallet = figuresAfter(to.status === 'credited' ? before.amount : 0);
    const topUp = { ...before, wallet, ...to };
    topUps.set(orderId, topUp);
    return topUp;
  };
  answer('GET /api/config', {
    ...clientConfig,
    razorpay: { keyId: 'rzp_test_key', scriptUrl: script },
  });
  answer('POST /api/razorpay-order', ({ body }) => {
    orders += 1;
    newest = `order_${orders}`;
    const { amount } = body as CreateOrderRequest;
    topUps.set(newest, someTopUp({ orderId: newest, amount, status: 'created' }));
    return {
      orderId: newest,
      keyId: 'rzp_test_key',
      amount: amount * 100,
      currency: 'INR' as const,
      callbackUrl: 'https://sachet.test/api/razorpay-callback',
    };
  });
  answer('POST /api/razorpay-verify', ({ body }) =>
    change((body as VerifyPaymentRequest).razorpay_order_id, { status: 'credited' }),
  );
  let unreported: string | null = null;
  answer('GET /api/top-up', ({ search }) => {
    const orderId = search.get('order') ?? '';
    const isFound = orderId === unreported && search.has('closed');
    return isFound ? change(orderId, { status: 'credited' }) : topUps.get(orderId)!;
  });
  return {
    sheets,
    async sheet() {
      await expect.poll(() => sheets.length).toBeGreaterThan(0);
      return sheets.at(-1)!;
    },
    payUnheard: () => {
      unreported = newest;
    },
    async become(to) {
      change(newest, to);
      await announce({ event: 'top-up', id: newest });
    },
  };
}

/** A paid top-up of ₹200. */
export const someTopUp = (given: Partial<TopUp> = {}): TopUp => ({
  orderId: 'order_of_before',
  amount: 200,
  status: 'credited',
  reason: null,
  wallet: figuresAfter(given.status === undefined || given.status === 'credited' ? 200 : 0),
  createdAt: '2026-03-01T10:00:00.000Z',
  ...given,
});

/** The wallet dialog, and the messages at the end of a payment. */
export const walletDialog = page.getByRole('dialog', { name: 'Wallet' });
export const walletButton = (name: string) =>
  walletDialog.getByRole('button', { name, exact: true });
export const toast = (words: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(words);
export const added200 = 'Payment successful! ₹200 added to your wallet.';

export const walletWith = (rupees: number) =>
  someWallet({ seq: 2, walletBalance: rupees, available: rupees });

export async function pressPay(preset = '₹200'): Promise<void> {
  await walletButton(preset).click();
  await walletButton(`Pay ${preset}`).click();
}
