import type { Profile } from '@sachet/db/people/profiles';
import type { FreeWorkShare } from '@sachet/db/tables';
import { secondsToIstMidnight } from '@sachet/shared/time';
import { Refusal } from '../http/refusal.ts';

/** The refusal of free work. `share` is the part of the budget that is used up. */
export function toFreeWorkRefusal(profile: Profile, share: FreeWorkShare): Refusal {
  const retry = { retryAfterSeconds: secondsToIstMidnight(Date.now()) };
  const isVerifiable = profile.phone_number === null && !profile.email_verified;
  if (share === 'unverified_free_work' && isVerifiable) {
    return new Refusal(
      'free_used_up_unverified',
      'Free previews for unverified accounts are used up for today. Verify your email to continue, or come back tomorrow.',
      retry,
    );
  }
  if (share !== 'free_work') {
    return new Refusal(
      'free_used_up_unpaid',
      'Free previews are used up for today. Add credits to continue, or come back tomorrow.',
      retry,
    );
  }
  return new Refusal(
    'free_used_up',
    'Free previews are used up for today. Come back tomorrow.',
    retry,
  );
}
