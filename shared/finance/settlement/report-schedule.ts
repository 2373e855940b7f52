/** When a day of the gateway's settlement report is imported. Days are Indian ones, such as `2026-03-01`. */
import { dayMs, hourMs, minuteMs, startOfIstDay } from '../../time.ts';

/** How long the gateway's report of a day may still change after the day has ended. */
const changesForMs = 2 * dayMs;
/** The pause after midnight before the first import, so that the gateway has written the day's last lines. */
const firstAfterMs = 6 * hourMs;
const longestPauseMs = 6 * hourMs;
const shortestPauseMs = 15 * minuteMs;

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
