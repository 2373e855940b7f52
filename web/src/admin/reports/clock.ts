const minuteMs = 60_000;

/** What is left until a deadline, or how late it is, in whole units. */
export function readClock(deadline: string, now: number) {
  const leftMs = Date.parse(deadline) - now;
  const minutes = Math.floor(Math.abs(leftMs) / minuteMs);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  return { isLate: leftMs < 0, days, hours, minutes: minutes % 60 };
}
