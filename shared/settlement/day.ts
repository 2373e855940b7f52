/** Indian days, such as `2026-03-01`, for the gateway's reports and the books. */
import { z } from 'zod';
import { dayMs, istDay, startOfIstDay } from '../ledger/calendar.ts';

export const addDays = (day: string, days: number): string =>
  istDay(startOfIstDay(day) + days * dayMs);

/** All days from `from` to `to`, both included; empty if `to` is before `from`. */
export function listDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Whether the calendar of this century has this day. */
export function isDay(text: string): boolean {
  const [year, month, day] = /^20\d\d-\d\d-\d\d$/.test(text) ? text.split('-').map(Number) : [];
  if (!year || !month || !day || month > 12) return false;
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day <= lastOfMonth;
}

export const IndianDay = z
  .string()
  .refine((text) => isDay(text), 'Enter a date such as 2026-03-01.');

/** How long the gateway's report of a day may still change after the day has ended. */
const changesForMs = 2 * dayMs;
/** The pause after midnight before the first import, so that the gateway has written the day's last lines. */
const firstAfterMs = 6 * 60 * 60 * 1000;
const longestPauseMs = 6 * 60 * 60 * 1000;
const shortestPauseMs = 15 * 60 * 1000;

/** When a day's report is first requested. */
export const firstImportMs = (day: string): number => startOfIstDay(day) + dayMs + firstAfterMs;

/**
 * When to request a day's report again, or null for never. A complete report is requested once more, two days
 * later. `failures` counts the incomplete imports since the last complete one.
 */
export function nextImportMs(
  imported: { readonly day: string; readonly failures: number },
  nowMs: number,
): number | null {
  const { day, failures } = imported;
  if (failures > 0) {
    return nowMs + Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(failures - 1, 10));
  }
  const firstMs = firstImportMs(day);
  if (nowMs < firstMs) return firstMs;
  return nowMs < firstMs + changesForMs ? firstMs + changesForMs : null;
}
