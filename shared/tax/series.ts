/**
 * Numbers of documents. A series has one prefix and one financial year and no gaps: `RV/2627/000001`. After a
 * restore from a backup, another series continues the year: `RV/2627B/000001`. GST allows 16 letters, digits,
 * slashes and hyphens.
 */
import { z } from 'zod';

/** `2627`: the financial year of a day in India (`2026-11-22`), which begins on 1 April. */
export function financialYear(day: string): string {
  const year = Number(day.slice(0, 4));
  const first = day.slice(5, 7) < '04' ? year - 1 : year;
  return [first, first + 1].map((each) => String(each % 100).padStart(2, '0')).join('');
}

const lengthOfNumber = 16;

/** Not beginning with a zero, and short enough for seven digits behind it. */
export const SeriesPrefix = z.string().regex(/^[A-Z1-9][A-Z0-9]{0,2}$/, {
  error: 'A prefix has one to three capital letters or digits and does not begin with 0.',
});

/** @internal exported for tests */
export function toDocumentNumber(prefix: string, year: string, serial: number): string {
  return `${prefix}/${year}/${String(serial).padStart(6, '0')}`;
}

/** The number as a part of a file's name. */
export const toDocumentFileName = (number: string): string => number.replaceAll('/', '-');

/** The number as a person enters it or an address has it (`RV-2627-000001`), or null. */
export function parseDocumentNumber(text: string): string | null {
  const number = text.trim().toUpperCase().replaceAll('-', '/');
  return number.length <= lengthOfNumber &&
    /^[A-Z1-9][A-Z0-9]{0,2}\/\d{4}[B-Z]?\/\d{6,8}$/.test(number)
    ? number
    : null;
}
