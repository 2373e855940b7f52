import { enqueue, type EnqueueDependencies } from '../enqueue.ts';

/** Queues the comparisons that `requestComparison` has stored. A sweep queues lost jobs. */
export async function compareDaysSoon(
  deps: EnqueueDependencies,
  days: readonly string[],
): Promise<void> {
  for (const day of new Set(days)) await enqueue(deps, { name: 'compare-day', day });
}
