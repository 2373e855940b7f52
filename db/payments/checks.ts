/** The checks of the gateway's facts that were not finished. */
import { ask, type Check } from '../ledger/check.ts';
import { workers } from '../ledger/checks.ts';

export const paymentChecks = {
  webhook_unprocessed: {
    toDo: workers,
    now: ask(`
      select event_id as subject, kind || ' of ' || received_at as detail
      from gateway_webhook where processed_at is null and received_at < now() - interval '6 hours'`),
  },
  refund_unfinished: {
    toDo: 'Ask Razorpay for the refund’s state. Finance completes it at /admin/payments.',
    now: ask(`
      select id as subject, status || ' since ' || created_at as detail
      from payment_refund where status in ('reserved', 'pending')
        and created_at < now() - interval '7 days'`),
  },
} as const satisfies Record<string, Check>;
