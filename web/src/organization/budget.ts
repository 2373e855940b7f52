/**
 * The budget that was typed, in rupees a month, 0 for unlimited. null for what is to be ignored: not
 * a number, or negative (docs/product.md, Validation). Less than a paisa is rounded.
 */
export function parseBudget(typed: string): number | null {
  const rupees = Number(typed);
  if (typed.trim() === '' || !Number.isFinite(rupees) || rupees < 0) return null;
  // Adding 0 makes a zero of a negative zero.
  return Math.round(rupees * 100) / 100 + 0;
}

/** What part of a budget is spent, from 0 to 1; null without a limit. */
export function partSpent(spentRupees: number, budgetRupees: number): number | null {
  return budgetRupees === 0 ? null : Math.min(1, spentRupees / budgetRupees);
}
