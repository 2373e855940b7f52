import { letIn } from '../../trusted-types';

/** What we use of the gateway's `checkout.js` (its own words for the fields). */
export type CheckoutOptions = {
  key: string;
  order_id: string;
  /** Paise. */
  amount: number;
  currency: string;
  name: string;
  description: string;
  prefill: { name?: string; email?: string; contact?: string };
  theme: { color: string };
  config: { display: { language: string } };
  retry: { enabled: boolean };
  /** Seconds. */
  timeout: number;
  handler?: (answer: PaymentAnswer) => void;
  modal?: { ondismiss: () => void; confirm_close: boolean };
  callback_url?: string;
  redirect?: boolean;
};

export type PaymentAnswer = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

type CheckoutSheet = {
  open: () => void;
  on: (event: 'payment.failed', listener: (failed: PaymentFailed) => void) => void;
};

type PaymentFailed = { error?: { description?: string | null; reason?: string | null } };

export type Checkout = new (options: CheckoutOptions) => CheckoutSheet;

declare global {
  interface Window {
    Razorpay?: Checkout;
  }
}

let loading: Promise<Checkout> | null = null;

/** Loaded when the first payment begins. A failure is forgotten: the next press tries again. */
export function loadCheckout(scriptUrl: string): Promise<Checkout> {
  loading ??= load(scriptUrl).catch((thrown: unknown) => {
    loading = null;
    throw thrown;
  });
  return loading;
}

function load(scriptUrl: string): Promise<Checkout> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const refuse = () => {
      script.remove();
      reject(new Error(`No checkout at ${scriptUrl}`));
    };
    script.src = letIn(scriptUrl, { writesHtml: true });
    script.addEventListener('load', () => (window.Razorpay ? resolve(window.Razorpay) : refuse()));
    script.addEventListener('error', refuse);
    document.head.append(script);
  });
}
