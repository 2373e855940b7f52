import { readNeededCode } from '@sachet/db/migrate';

interface Migration {
  readonly name: string;
  readonly text: string;
}

/**
 * Of this commit's migrations, in the order of their names, those that servers of a release work on: up to
 * the first that needs code which the release has not. `released`: the names of its own migrations.
 */
export function schemaForRelease<T extends Migration>(
  migrations: readonly T[],
  released: ReadonlySet<string>,
): { applied: T[]; tooNew: T | undefined } {
  const first = migrations.findIndex(({ text }) => {
    const needed = readNeededCode(text);
    return needed !== null && !released.has(needed);
  });
  if (first < 0) return { applied: [...migrations], tooNew: undefined };
  return { applied: migrations.slice(0, first), tooNew: migrations[first] };
}
