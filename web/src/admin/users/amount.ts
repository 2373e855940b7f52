import { adminCreditsMax } from '@sachet/shared/contracts/admin-users';
import { paiseFromRupees } from '@sachet/shared/money';

const amount = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/**
 * Rupees of what was typed: a decimal, a minus deducts, commas and ₹ may stand in it. null for what
 * is no amount, is nothing, has more than two decimals or is more than the server takes at once.
 */
export function parseAmount(typed: string): number | null {
  const plain = typed
    .trim()
    .replaceAll(/[,₹\s]/g, '')
    .replace('\u2212', '-');
  if (!amount.test(plain)) return null;
  const rupees = Number(plain);
  if (rupees === 0 || Math.abs(rupees) > adminCreditsMax) return null;
  return paiseFromRupees(rupees) === null ? null : rupees;
}
