/** The name of the constraint that a statement violated; undefined when that is not what it did. */
export function violatedConstraint(error: unknown): string | undefined {
  return ((error ?? {}) as { constraint?: string }).constraint;
}
