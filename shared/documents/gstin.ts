/** The 15 characters of a GST registration: State code, PAN, number of the registration, `Z`, check character. */
import { z } from 'zod';
import { isStateCode, type StateCode } from './states.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The check character of a GSTIN's first 14 characters.
 *
 * @internal exported for tests
 */
export function gstinCheckCharacter(first14: string): string {
  const sum = [...first14].reduce((total, character, i) => {
    const product = digits.indexOf(character) * (i % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return digits[(36 - (sum % 36)) % 36]!;
}

type GstinFault = 'format' | 'state' | 'check';

/** The first fault of an upper-case GSTIN without spaces, or null if it is valid. */
export function findGstinFault(gstin: string): GstinFault | null {
  if (!/^\d\d[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(gstin)) return 'format';
  if (!isStateCode(gstin.slice(0, 2))) return 'state';
  return gstin[14] === gstinCheckCharacter(gstin.slice(0, 14)) ? null : 'check';
}

/** The State of a valid GSTIN. */
export const stateOfGstin = (gstin: string): StateCode => gstin.slice(0, 2) as StateCode;

const messages: Record<GstinFault, string> = {
  format: 'A GSTIN has 15 letters and digits, such as 27AAPFU0939F1ZV.',
  state: 'The first two digits of this GSTIN are not the code of a State.',
  check: 'This GSTIN has a typing error. Compare it with your registration certificate.',
};

/** Accepts lower case and spaces. */
export const Gstin = z
  .string()
  .max(40)
  .transform((text) => text.replaceAll(/\s/g, '').toUpperCase())
  .superRefine((gstin, context) => {
    const fault = findGstinFault(gstin);
    if (fault) context.addIssue({ code: 'custom', message: messages[fault] });
  });
