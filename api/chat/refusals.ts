/** Refusals of a message. */
import type { OverLimit } from '@sachet/db/chat/turns';
import { violatedConstraint } from '@sachet/db/constraint';
import type { Profile } from '@sachet/db/people/profiles';
import { formatPrice } from '@sachet/shared/money';
import { refuseUnverifiedSpender } from '../identity/access.ts';
import { keyConflict, Refusal } from '../http/refusal.ts';

/** A block is charged only at the price that was shown; a request without a price was shown none. */
export function refuseBlock(
  profile: Profile,
  shown: number | null | undefined,
  price: number,
): void {
  refuseUnverifiedSpender(profile);
  if (shown !== price) {
    throw new Refusal('wrong_state', `The next 5 replies cost ${formatPrice(price)}.`, {
      field: 'blockPrice',
    });
  }
}

export function refuseOverLimit(over: OverLimit | 'begun' | null): void {
  switch (over) {
    case null:
    case 'begun':
      return;
    case 'over_at_once':
      throw new Refusal('rate_limited', 'Wait until your other replies are finished.', {
        retryAfterSeconds: 5,
      });
    case 'over_minute':
      throw new Refusal('rate_limited', 'Too many messages. Wait a minute and try again.', {
        retryAfterSeconds: 60,
      });
    case 'over_day':
      throw new Refusal('rate_limited', "You've used today's free replies.", {
        retryAfterSeconds: 60 * 60,
      });
    default:
      throw over satisfies never;
  }
}

/** Another request was first: another tab with this reply, or the same request. */
export function toConflictRefusal(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'chat_turn_number':
      return new Refusal('wrong_state', 'A reply is already being written in this conversation.');
    case 'chat_turn_request':
      return keyConflict();
    default:
      return error;
  }
}
