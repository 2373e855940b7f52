import { dayMs, startOfIstDay } from '../time.ts';
import type { SupplierSettings } from './content.ts';
import { financialYear } from './series.ts';

interface DatedSettings {
  readonly validFromMs: number;
  readonly settings: Pick<SupplierSettings, 'gstin' | 'letter'>;
}

/**
 * Whether a registration has a letter of undertaking for the financial year of a document's day in India. All its
 * settings that have begun by then count, because the letter of the next year is entered while this year's is still
 * valid. Settings without a letter withdraw the earlier ones. `dated` is sorted, oldest first.
 */
export function hasLetter(
  dated: readonly DatedSettings[],
  { gstin, day }: { gstin: string | null; day: string },
): boolean {
  const endMs = startOfIstDay(day) + dayMs;
  const own = dated.filter(
    ({ settings, validFromMs }) => settings.gstin === gstin && validFromMs < endMs,
  );
  const withdrawn = own.findLastIndex(({ settings }) => settings.letter === null);
  const year = financialYear(day);
  return own.slice(withdrawn + 1).some(({ settings }) => settings.letter?.year === year);
}
