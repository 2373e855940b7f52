const dayMs = 24 * 60 * 60 * 1000;

/** Days until then, one that has begun included, at least 0; null where nothing is erased. */
export function daysLeft(keptUntil: string | null, nowMs: number): number | null {
  if (keptUntil === null) return null;
  return Math.max(0, Math.ceil((Date.parse(keptUntil) - nowMs) / dayMs));
}
