import type { BookingRefusal } from '@sachet/flows/finance/book-finding';
import { toCreditsRefusal } from '../wallet/add-credits.ts';
import { Refusal } from '../http/refusal.ts';

export function toBookingRefusal(refusal: BookingRefusal): Refusal {
  switch (refusal) {
    case 'not_bookable':
      return new Refusal('wrong_state', 'There is no difference to book. Reload the list.');
    case 'gateway_away':
      return new Refusal('unavailable', 'The payment gateway isn’t responding. Try again later.');
    case 'payment_needed':
      return new Refusal(
        'wrong_state',
        'The payment isn’t in the ledger yet. Book the payment first.',
      );
    case 'wallet_needed':
      return new Refusal('invalid', 'No order names the payer. Enter the wallet.', {
        field: 'walletId',
      });
    default:
      return toCreditsRefusal(refusal);
  }
}
