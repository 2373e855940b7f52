/**
 * The name that differs from `given` in the fewest letters: one or two; undefined if all names differ more.
 */
export function findClosestName(given: string, names: readonly string[]): string | undefined {
  const [closest] = names
    .map((name) => ({ name, edits: countEdits(given, name) }))
    .filter(({ edits }) => edits <= 2)
    .sort((a, b) => a.edits - b.edits);
  return closest?.name;
}

/** Levenshtein distance: letters to insert, delete or replace. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const replaced = row[j]! + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
