/**
 * Finds out whether a spreadsheet has rewritten the dates of the dashboard's export with the month first. Such
 * a file can be read without an error, with wrong days, if no day is above 12.
 */
import { parseWrittenDate, type DateOrder } from './bank-day.ts';
import { pickDates, type CsvRow } from './csv-row.ts';
import { addDays } from '../../time.ts';

/** Most settlements arrive within this many days. */
const usuallyWithinDays = 10;

/** The dashboard's way to write a moment. */
const isAsExported = (cell: string): boolean => /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/.test(cell);

/** `today` is an Indian day. */
export function createDateOrderCheck(today: string) {
  const seen = new Set<string>();
  const count = { 'day-first': 0, 'month-first': 0, unclear: 0 };
  return {
    add(row: CsvRow): void {
      const cells = pickDates(row);
      // Judging a row takes longer than reading it, and most rows of a file share their days.
      const key = cells.map((cell) => `${cell.slice(0, 10)} ${cell.length}`).join();
      if (seen.has(key)) return;
      seen.add(key);
      const order = judgeOrder(cells, today);
      if (order) count[order] += 1;
    },
    /** Whether the dates, read with the day first, may be wrong. */
    isDoubtful: (): boolean =>
      count['month-first'] > count['day-first'] ||
      (count['month-first'] === count['day-first'] && count.unclear > 0),
  };
}

/**
 * The only order in which both dates exist, or in which the settlement follows within the usual time and not
 * in the future. `unclear` if a spreadsheet wrote the dates and both orders are possible; null for what proves
 * nothing.
 */
function judgeOrder(cells: readonly [string, string], today: string): DateOrder | 'unclear' | null {
  const [made, settled] = cells.map(parseWrittenDate);
  const proven = made?.proves ?? settled?.proves;
  if (proven) return proven;
  const isUsual = (order: DateOrder): boolean => {
    const [from, to] = [made?.days[order], settled?.days[order]];
    if (!from || !to) return false;
    return from <= to && to <= addDays(from, usuallyWithinDays) && to <= today;
  };
  const isDayFirst = isUsual('day-first');
  if (isDayFirst !== isUsual('month-first')) return isDayFirst ? 'day-first' : 'month-first';
  const isOpen = [made, settled].some(
    (date) => date && date.days['day-first'] !== date.days['month-first'],
  );
  return isOpen && !cells.some(isAsExported) ? 'unclear' : null;
}
