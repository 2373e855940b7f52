/**
 * The constraint that a statement violated. Each one that a request can run into is told apart where
 * its rows are written; any other one is a fault of ours, which nobody may take for a refusal.
 */

/** Its name; undefined when that is not why the statement failed. */
export function violatedConstraint(error: unknown): string | undefined {
  return ((error ?? {}) as { constraint?: string }).constraint;
}

export function violates(error: unknown, ...constraints: readonly string[]): boolean {
  const violated = violatedConstraint(error);
  return violated !== undefined && constraints.includes(violated);
}
