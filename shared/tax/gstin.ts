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

/** The forms of numbers with 15 characters, as the API of the GST portal describes them. */
const forms = {
  business: /^\d\d[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/,
  /** A department of the government, which has a TAN. */
  department: /^\d\d[A-Z]{4}\d{5}[A-Z]\dZ\d$/,
  /** A Unique Identity Number of an embassy or a body of the United Nations. It begins with the State. */
  uin: /^\d{4}[A-Z]{3}\d{5}[UO]N[0-9A-Z]$/,
  /** The registration of a person who deducts or collects tax at source, which buys nothing. */
  deductor: /^\d\d[A-Z]{4}[0-9A-Z]\d{4}[A-Z][1-9A-Z][CD][0-9A-Z]$/,
  nonResident: /^\d{4}[A-Z]{3}\d{5}(?:NR|OS)[0-9A-Z]$/,
};

export type GstinFault = 'format' | 'state' | 'check' | 'deductor' | 'nonResident';

/**
 * The first fault of an upper-case GSTIN or UIN without spaces, or null if it is valid. The check character of a
 * UIN is not compared: no public source says how it is computed.
 */
export function findGstinFault(gstin: string): GstinFault | null {
  if (forms.nonResident.test(gstin)) return 'nonResident';
  if (forms.deductor.test(gstin)) return 'deductor';
  const isUin = forms.uin.test(gstin);
  if (!isUin && !forms.business.test(gstin) && !forms.department.test(gstin)) return 'format';
  if (!isStateCode(gstin.slice(0, 2))) return 'state';
  return isUin || gstin[14] === gstinCheckCharacter(gstin.slice(0, 14)) ? null : 'check';
}

/** The holder of a UIN pays the tax and claims a refund; it has no input tax credit and no zone. */
export const isUin = (gstin: string): boolean => forms.uin.test(gstin);

/** The State of a valid GSTIN. */
export const stateOfGstin = (gstin: string): StateCode => gstin.slice(0, 2) as StateCode;

const messages: Record<GstinFault, string> = {
  format: 'A GSTIN has 15 letters and digits, such as 27AAPFU0939F1ZV.',
  state: 'The first two digits of this GSTIN are not the code of a State.',
  check: 'This GSTIN has a typing error. Compare it with your registration certificate.',
  deductor:
    'This is a registration for tax deducted or collected at source (TDS, TCS). Enter the GSTIN of your business, or leave this empty.',
  nonResident:
    'The GST portal does not accept the number of a non-resident as a buyer. Leave this empty and choose your country.',
};

/** Accepts lower case and spaces. */
export const Gstin = z
  .string()
  .max(40)
  .transform((text) => text.replaceAll(/\s/g, '').toUpperCase())
  .superRefine((gstin, context) => {
    const fault = findGstinFault(gstin);
    if (fault) {
      context.addIssue({ code: 'custom', message: messages[fault], params: { fault } });
    }
  });
