import { topUpMax, topUpMin } from '@sachet/shared/contracts/payment';

export type TypedAmount =
  | { rupees: number; error: null }
  /** `minimum` is also the error of an empty field. */
  | { rupees: null; error: 'minimum' | 'whole' | 'maximum' };

/**
 * Parses whole rupees, with or without ₹ and commas, in Latin or Devanagari digits (docs/product.md,
 * Validation: an integer, at least 1).
 */
export function parseAmount(typed: string): TypedAmount {
  const text = typed
    .replaceAll(/[\s,₹]/g, '')
    .replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - '०'.charCodeAt(0)));
  if (text === '' || /^[-−]/.test(text)) return { rupees: null, error: 'minimum' };
  if (!/^\d+(\.0*)?$/.test(text)) return { rupees: null, error: 'whole' };
  const rupees = Number(text);
  if (rupees < topUpMin) return { rupees: null, error: 'minimum' };
  if (rupees > topUpMax) return { rupees: null, error: 'maximum' };
  return { rupees, error: null };
}
