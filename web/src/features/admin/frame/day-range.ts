import {
  mostReconciledDays,
  type SettlementRange,
} from '@sachet/shared/finance/contracts/admin-settlements';
import { istDay, addDays, listDays } from '@sachet/shared/time';
import { IndianDay } from '@sachet/shared/contracts/vocabulary';

export interface RangeFault {
  field: 'from' | 'to';
  problem: 'reversed' | 'future' | 'tooLong' | 'notOver';
}

/** The range in the address; by default the last `daysShown` days. */
export function toRange(
  asked: { from: string; to: string },
  nowMs: number,
  daysShown = 14,
): SettlementRange {
  const to = IndianDay.safeParse(asked.to).data ?? istDay(nowMs);
  return { from: IndianDay.safeParse(asked.from).data ?? addDays(to, 1 - daysShown), to };
}

/** Finds the error for which the server would refuse the range, and the field that the error belongs to. */
export function findRangeFault(
  { from, to }: SettlementRange,
  nowMs: number,
  most = mostReconciledDays,
): RangeFault | null {
  if (to < from) return { field: 'to', problem: 'reversed' };
  if (to > istDay(nowMs)) return { field: 'to', problem: 'future' };
  // Compares both ends instead of listing the days, because a mistyped year may be a thousand years ago.
  if (from < addDays(to, 1 - most)) return { field: 'from', problem: 'tooLong' };
  return null;
}

/** The days of the range, newest first. */
export const toDays = ({ from, to }: SettlementRange): string[] => listDays(from, to).toReversed();
