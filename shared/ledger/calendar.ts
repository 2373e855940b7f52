const istOffsetMs = 5.5 * 60 * 60 * 1000;

/** `2026-11`: the calendar month in India. IST is UTC+5:30 the year round. */
export function istMonth(atMs: number): string {
  return new Date(atMs + istOffsetMs).toISOString().slice(0, 7);
}
