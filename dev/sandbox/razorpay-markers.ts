/**
 * Markers in the notes of an order or a refund make this stand-in misbehave. They are in `notes.sandbox`,
 * separated by spaces, and mean nothing to the real Razorpay. An order's notes can be changed later with
 * `PATCH /v1/orders/:id`, so a test can also mark an order that it did not create. Example:
 * `webhook:late=2000,twice,reorder callback:lost`.
 *
 * | marker                  | effect                                                               |
 * |-------------------------|----------------------------------------------------------------------|
 * | `webhook:late=2000`     | webhooks are sent 2,000 ms later, at most 600,000                    |
 * | `webhook:twice`         | each webhook is delivered twice, with one event id                   |
 * | `webhook:reorder`       | the webhooks of one step come in reverse order: `order.paid` before `payment.authorized` |
 * | `webhook:lost`          | no webhook is sent                                                   |
 * | `callback:late=2000`    | the sheet is notified 2,000 ms after the payment                     |
 * | `callback:lost`         | the sheet is never notified of the payment                           |
 * | `pay:late=2000`         | a late payment is authorized after 2,000 ms instead of 5,000 ms      |
 * | `pay:amount=100`        | the payment is of 100 paise, ignoring the order's amount                |
 * | `pay:currency=USD`      | the payment is in that currency                                      |
 * | `refund:pending`        | a refund stays pending until the dashboard resolves it               |
 * | `refund:fail`           | a refund is pending and then fails, by webhook                       |
 * | `refund:refuse`         | a refund is refused, because the account has too little balance      |
 * | `dispute:unnamed`       | the settlement report names the payment of a dispute, not the dispute |
 * | `api:slow=2000`         | reads of the order and its payments answer 2,000 ms later            |
 * | `api:down=2`            | the first 2 of those reads answer 502                                |
 */
import type { Notes } from './razorpay-wire.ts';

export type Markers = {
  webhook: { lateMs: number; twice: boolean; reorder: boolean; lost: boolean };
  callback: { lateMs: number; lost: boolean };
  pay: { lateMs: number; amount: number | null; currency: string | null };
  refund: 'processed' | 'pending' | 'failed' | 'refused';
  dispute: { unnamed: boolean };
  api: { slowMs: number; downFirst: number };
};

const longestMs = 600_000;
const usualLateMs = 5_000;

/** If several notes have a marker, the later one wins. */
export function parseMarkers(...notes: Notes[]): Markers {
  const words = new Map<string, string>();
  for (const each of notes) {
    const text = Array.isArray(each) ? '' : (each.sandbox ?? '');
    for (const [, family = '', list = ''] of text.matchAll(/([a-z]+):(\S+)/g)) {
      for (const word of list.split(',')) {
        const [name = '', value = ''] = word.split('=');
        words.set(`${family}:${name}`, value);
      }
    }
  }
  const whole = (name: string) => {
    const value = Number(words.get(name) || Number.NaN);
    return Number.isInteger(value) && value >= 0 ? value : null;
  };
  const milliseconds = (name: string, usual = 0) => Math.min(whole(name) ?? usual, longestMs);
  return {
    webhook: {
      lateMs: milliseconds('webhook:late'),
      twice: words.has('webhook:twice'),
      reorder: words.has('webhook:reorder'),
      lost: words.has('webhook:lost'),
    },
    callback: { lateMs: milliseconds('callback:late'), lost: words.has('callback:lost') },
    pay: {
      lateMs: milliseconds('pay:late', usualLateMs),
      amount: whole('pay:amount'),
      currency: words.get('pay:currency') || null,
    },
    refund: toRefundOutcome(words),
    dispute: { unnamed: words.has('dispute:unnamed') },
    api: { slowMs: milliseconds('api:slow'), downFirst: whole('api:down') ?? 0 },
  };
}

function toRefundOutcome(words: ReadonlyMap<string, string>): Markers['refund'] {
  if (words.has('refund:refuse')) return 'refused';
  if (words.has('refund:fail')) return 'failed';
  return words.has('refund:pending') ? 'pending' : 'processed';
}
