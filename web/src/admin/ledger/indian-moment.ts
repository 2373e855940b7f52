import { istOffsetMs } from '@sachet/shared/ledger/calendar';
import { getMonth } from '../../statement/filter';

const indianOffset = '+05:30';

/** `2026-11-21T14:05` as a field for a moment has it, or '' for what is no moment. In Indian time. */
export function formatMomentInput(moment: string): string {
  const ms = Date.parse(moment);
  return Number.isNaN(ms) ? '' : new Date(ms + istOffsetMs).toISOString().slice(0, 16);
}

/** `2026-11-21T14:05:00+05:30`, as the API takes it; '' stays ''. */
export function parseMomentInput(input: string): string {
  return input && `${input.slice(0, 16)}:00${indianOffset}`;
}

/** The calendar month in India, `back` months ago: its first moment and that of the next. */
export function monthPeriod(nowMs: number, back: number): { from: string; to: string } {
  const start = (month: number) => parseMomentInput(`${getMonth(nowMs, month).from}T00:00`);
  return { from: start(back), to: start(back - 1) };
}
