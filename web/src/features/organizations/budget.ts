/**
 * Parses a typed monthly budget in rupees, rounded to paise. 0 means unlimited. Returns null for an invalid
 * or negative number (docs/product.md, Validation).
 */
export function parseBudget(typed: string): number | null {
  const rupees = Number(typed);
  if (typed.trim() === '' || !Number.isFinite(rupees) || rupees < 0) return null;
  // Adding 0 turns -0 into 0.
  return Math.round(rupees * 100) / 100 + 0;
}

/** Returns the spent share of a budget, from 0 to 1; null if there is no limit. */
export function partSpent(spentRupees: number, budgetRupees: number): number | null {
  return budgetRupees === 0 ? null : Math.min(1, spentRupees / budgetRupees);
}
