import { istDay, addDays, listDays } from '@sachet/shared/time';
import { Refusal } from '../http/refusal.ts';

/** Both days are included. Throws for a range that is reversed, in the future, or longer than `most` days. */
export function toDays({ from, to }: { from: string; to: string }, most: number): string[] {
  if (to < from) throw new Refusal('invalid', 'The first day is after the last.', { field: 'to' });
  if (to > istDay(Date.now())) {
    throw new Refusal('invalid', 'This day is in the future.', { field: 'to' });
  }
  if (from >= addDays(to, 1 - most)) return listDays(from, to);
  throw new Refusal('invalid', `At most ${most} days at a time.`, { field: 'from' });
}
