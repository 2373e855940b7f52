import type { SettlementsResponse } from '@sachet/shared/contracts/admin-settlements';

type Day = SettlementsResponse['days'][number];

/** `reading`: the worker has been asked to read it, or is at it. */
export type ReportState = 'unread' | 'reading' | 'complete' | 'final' | 'incomplete';

/** The server's clock may be a little ahead of this one. */
const clockSkewMs = 60_000;

/** Of a day's report; null where nobody has asked for it yet. */
export function getReportState(day: Day | null, nowMs: number, isRequested: boolean): ReportState {
  if (isRequested) return 'reading';
  if (!day) return 'unread';
  const { nextImportAt, problem, completeAt } = day;
  if (nextImportAt && Date.parse(nextImportAt) <= nowMs + clockSkewMs) return 'reading';
  if (problem !== null) return 'incomplete';
  if (completeAt === null) return 'unread';
  return nextImportAt === null ? 'final' : 'complete';
}

/** A range that was asked for, with the newest import before that. */
export interface Requested {
  days: readonly string[];
  after: number;
}

/** Which of those days no import has read since. */
export function getUnread(
  { days, after }: Requested,
  imports: SettlementsResponse['imports'],
): string[] {
  const read = new Set(imports.filter(({ id }) => id > after).map(({ day }) => day));
  return days.filter((day) => !read.has(day));
}
