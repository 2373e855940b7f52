/** Chooses the occasions to offer on a day, and their order. Days are days in India. */
import { dayMs } from '@sachet/shared/time';
import { dates, type DatedOccasion, findNextDay, isByMoon, type Occasion, undated } from './dates';

export type PlannedOccasion = {
  readonly occasion: Occasion;
  /** The next date, `2026-12-25`; null for an occasion of every week. */
  readonly day: string | null;
  /** Days until then; -1 for an occasion that the Moon may have moved from yesterday to today. */
  readonly daysLeft: number | null;
  readonly isByMoon: boolean;
};

/** An occasion this near comes before those without a date. */
export const nearDays = 45;

const countDays = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
const toDayBefore = (day: string) => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);

/**
 * The near dated occasions, nearest first; those without a date; the later dated ones.
 * @param today `2026-11-27`, the day in India
 */
export function planOccasions(today: string): PlannedOccasion[] {
  const dated = (Object.keys(dates) as DatedOccasion[]).map((occasion) => plan(occasion, today));
  const known = dated.filter(({ daysLeft }) => daysLeft !== null);
  known.sort((a, b) => a.daysLeft! - b.daysLeft!);
  const isNear = ({ daysLeft }: PlannedOccasion) => daysLeft! <= nearDays;
  return [
    ...known.filter(isNear),
    ...undated.map((occasion) => ({ occasion, day: null, daysLeft: null, isByMoon: false })),
    ...known.filter((each) => !isNear(each)),
    // After the last year of the dates.
    ...dated.filter(({ daysLeft }) => daysLeft === null),
  ];
}

function plan(occasion: DatedOccasion, today: string): PlannedOccasion {
  const byMoon = isByMoon(occasion);
  const day = findNextDay(occasion, byMoon ? toDayBefore(today) : today);
  return { occasion, day, daysLeft: day === null ? null : countDays(today, day), isByMoon: byMoon };
}
