import { istOffsetMs } from '@sachet/shared/time';
import { getMonth } from '../../wallet/statement/filter';

const indianOffset = '+05:30';

/**
 * Formats a timestamp for a datetime field in Indian time, `2026-11-21T14:05`; '' for an invalid
 * one.
 */
export function formatMomentInput(moment: string): string {
  const ms = Date.parse(moment);
  return Number.isNaN(ms) ? '' : new Date(ms + istOffsetMs).toISOString().slice(0, 16);
}

/** Converts the field's value to the API's format, `2026-11-21T14:05:00+05:30`; '' stays ''. */
export function parseMomentInput(input: string): string {
  return input && `${input.slice(0, 16)}:00${indianOffset}`;
}

/** The Indian calendar month `back` months ago: its start and the start of the next month. */
export function monthPeriod(nowMs: number, back: number): { from: string; to: string } {
  const start = (month: number) => parseMomentInput(`${getMonth(nowMs, month).from}T00:00`);
  return { from: start(back), to: start(back - 1) };
}
