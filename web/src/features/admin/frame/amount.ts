import { adminCreditsMax } from '@sachet/shared/admin/contracts/admin-users';
import { paiseFromRupees } from '@sachet/shared/money';

const amount = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/**
 * Parses an amount in rupees, with optional sign, commas and ₹. Returns null for invalid text, for zero, for
 * more than two decimals, and for amounts above the server's limit for one request.
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
