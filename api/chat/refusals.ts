import type { Profile } from '@sachet/db/people/profiles';
import type { TurnRefusal } from '@sachet/flows/chat/begin-turn';
import { formatPrice } from '@sachet/shared/money';
import {
  emailUnverified,
  keyConflict,
  noModel,
  noSuchGeneration,
  promptRefused,
  Refusal,
  toPurchaseRefusal,
} from '../http/refusal.ts';
import { toFreeWorkRefusal } from '../limits/free-work.ts';

export function toTurnRefusal(refusal: TurnRefusal, profile: Profile): Refusal {
  if (typeof refusal === 'object') {
    if ('usedUp' in refusal) return toFreeWorkRefusal(profile, refusal.usedUp);
    if ('ledger' in refusal) return toPurchaseRefusal(refusal.ledger, profile);
    const message = `The next 5 replies cost ${formatPrice(refusal.priceRupees)}.`;
    return new Refusal('wrong_state', message, { field: 'blockPrice' });
  }
  switch (refusal) {
    case 'no_conversation':
      return new Refusal('not_found', 'Conversation not found.');
    case 'other_provider':
      return new Refusal('invalid', 'This conversation belongs to another provider.', {
        field: 'provider',
      });
    case 'full':
      return new Refusal('wrong_state', 'This conversation is full. Start a new one.');
    case 'over_at_once':
      return new Refusal('rate_limited', 'Wait until your other replies are finished.', {
        retryAfterSeconds: 5,
      });
    case 'over_minute':
      return new Refusal('rate_limited', 'Too many messages. Wait a minute and try again.', {
        retryAfterSeconds: 60,
      });
    case 'over_day':
      return new Refusal('rate_limited', "You've used today's free replies.", {
        retryAfterSeconds: 60 * 60,
      });
    case 'unverified':
      return emailUnverified();
    case 'prompt_forbidden':
      return promptRefused();
    case 'no_model':
      return noModel();
    case 'no_generation':
      return noSuchGeneration();
    case 'no_text':
      return new Refusal('wrong_state', 'This result has no text to continue from.');
    case 'no_upload':
      return new Refusal('not_found', 'Upload this picture again.', { field: 'uploadIds' });
    case 'not_last':
      return new Refusal(
        'wrong_state',
        'This chat has changed. Only the last reply can be replaced.',
        {
          field: 'replacesTurnId',
        },
      );
    case 'turn_under_way':
      return new Refusal('wrong_state', 'A reply is already being written in this conversation.');
    case 'key_reused':
      return keyConflict();
    default:
      return refusal satisfies never;
  }
}
