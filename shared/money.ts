/** The code uses integer paise for money; the API uses rupees with at most two decimals. */

/** Paise of a rupee amount, or null when it has more than two decimals or is out of range. */
export function paiseFromRupees(rupees: number): number | null {
  if (!Number.isFinite(rupees)) return null;
  const paise = Math.round(rupees * 100);
  if (!Number.isSafeInteger(paise)) return null;
  return Math.abs(paise / 100 - rupees) <= Number.EPSILON * Math.abs(rupees) ? paise : null;
}

/** Rupees, at most two decimals, of an amount in paise. */
export function rupeesFromPaise(paise: number): number {
  return paise / 100;
}

const grouped = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const groupedWhole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

/** `₹1,00,000.00`: Indian grouping, two decimals, a minus sign rather than a hyphen. */
export function formatRupees(rupees: number): string {
  return `${rupees < 0 ? '\u2212' : ''}₹${grouped.format(Math.abs(rupees))}`;
}

/** `₹75` for a whole price, `₹75.50` otherwise. */
export function formatPrice(rupees: number): string {
  return Number.isInteger(rupees) ? `₹${groupedWhole.format(rupees)}` : formatRupees(rupees);
}
