import type { Language } from '@sachet/shared/contracts/vocabulary';
import { allowScript } from '../../../browser/trusted-types';
import type { TFunction } from '../../../i18n/translate';

/** The options of the gateway's `checkout.js` that the client uses. The names are those of the gateway. */
export type CheckoutOptions = {
  key: string;
  order_id: string;
  /** The amount in paise. */
  amount: number;
  currency: string;
  name: string;
  description: string;
  prefill: { name?: string; email?: string; contact?: string };
  theme: { color: string };
  config: { display: { language: string } };
  retry: { enabled: boolean };
  /** The timeout in seconds. */
  timeout: number;
  handler?: (answer: PaymentAnswer) => void;
  modal?: { ondismiss: () => void; confirm_close: boolean; handleback: boolean };
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
  close: () => void;
  on: (event: 'payment.failed', listener: (failed: PaymentFailed) => void) => void;
};

type PaymentFailed = { error?: { description?: string | null; reason?: string | null } };

type Checkout = new (options: CheckoutOptions) => CheckoutSheet;

declare global {
  interface Window {
    Razorpay?: Checkout;
  }
}

const checkouts = new Map<string, Promise<Checkout>>();

/** Loads the gateway's script when the user first pays. After a failure, the next press tries again. */
export function loadCheckout(scriptUrl: string): Promise<Checkout> {
  const known = checkouts.get(scriptUrl);
  if (known) return known;
  const loading = load(scriptUrl);
  checkouts.set(scriptUrl, loading);
  loading.catch(() => checkouts.delete(scriptUrl));
  return loading;
}

function load(scriptUrl: string): Promise<Checkout> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const refuse = () => {
      script.remove();
      reject(new Error(`The script ${scriptUrl} defines no checkout`));
    };
    script.src = allowScript(scriptUrl, { writesHtml: true });
    script.addEventListener('load', () => (window.Razorpay ? resolve(window.Razorpay) : refuse()));
    script.addEventListener('error', refuse);
    document.head.append(script);
  });
}

/**
 * How the sheet was closed, and the last failed attempt, if any.
 */
export type SheetEnd =
  { kind: 'paid'; answer: PaymentAnswer } | { kind: 'closed'; failed: FailedAttempt | null };

/**
 * Opens the gateway's sheet over this page and resolves when it closes. Rejects if the sheet cannot be
 * opened.
 *
 * If `callbackUrl` is set, the gateway may replace this page and later send the user to that URL by a form.
 * The promise then settles only if the user goes back to this page.
 *
 * `onOpen` receives a function that closes the sheet without asking.
 */
export function openSheet(
  Razorpay: Checkout,
  options: CheckoutOptions,
  callbackUrl: string | null,
  onOpen: (close: () => void) => void,
): Promise<SheetEnd> {
  return new Promise((resolve) => {
    let failed: FailedAttempt | null = null;
    const close = () => resolve({ kind: 'closed', failed });
    const sheet = new Razorpay({
      ...options,
      // The sheet must not handle Back itself, because it would add history entries.
      modal: { confirm_close: true, handleback: false, ondismiss: close },
      ...(callbackUrl
        ? { callback_url: callbackUrl, redirect: true }
        : { handler: (answer) => resolve({ kind: 'paid', answer }) }),
    });
    sheet.on('payment.failed', ({ error }) => {
      failed = { description: error?.description ?? null, code: error?.reason ?? null };
    });
    window.addEventListener('pageshow', ({ persisted }) => persisted && close(), { once: true });
    sheet.open();
    onOpen(() => {
      sheet.close();
      close();
    });
  });
}

const apps =
  /Instagram|FBAN|FBAV|FB_IAB|Messenger|WhatsApp|Snapchat|Twitter|LinkedInApp|Pinterest|musical_ly|BytedanceWebview|Line\/|GSA\/|; wv\)/;

/**
 * Detects by the user agent whether this browser is part of another app. The gateway's frame does not work in
 * such a browser, so the payment uses the gateway's own page, which returns by a form.
 */
export function isInAppBrowser(userAgent: string): boolean {
  // On iOS, only the user agent of a standalone browser contains "Safari".
  const isBareWebView = /iPhone|iPad|iPod/.test(userAgent) && !userAgent.includes('Safari/');
  return apps.test(userAgent) || isBareWebView;
}

/** The gateway's report of a failed attempt to pay: its English text and its code. */
type FailedAttempt = { description: string | null; code: string | null };

/** The gateway's most frequent codes, by the text that explains them. */
const words = {
  payment_failed: 'declined',
  payment_declined: 'declined',
  card_declined: 'declined',
  payment_timed_out: 'timedOut',
  insufficient_funds: 'noMoney',
  payment_cancelled: 'windowClosed',
} as const;

/** The gateway writes English only, so other languages get our text if its code is known. */
export function toAttemptWords(
  t: TFunction,
  language: Language,
  { description, code }: FailedAttempt,
): string | null {
  const known = words[code as keyof typeof words] as (typeof words)[keyof typeof words] | undefined;
  if (known && (language !== 'en' || !description)) return t(`topUp.${known}`);
  return description ?? code;
}
