/**
 * The constraint that a statement violated. Violations that a request can cause are handled where the rows
 * are written; any other violation is our bug and must not become a refusal.
 */

/** The constraint's name; undefined when the statement failed for another reason. */
export function violatedConstraint(error: unknown): string | undefined {
  return ((error ?? {}) as { constraint?: string }).constraint;
}

export function violates(error: unknown, ...constraints: readonly string[]): boolean {
  const violated = violatedConstraint(error);
  return violated !== undefined && constraints.includes(violated);
}
