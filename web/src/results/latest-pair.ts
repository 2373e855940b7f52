import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { Mode } from '@sachet/shared/contracts/vocabulary';

const dayMs = 24 * 60 * 60 * 1000;
/** The two requests of one press arrive within this of each other. */
const samePressMs = 10_000;

/** The newest of this mode of the last day and the one asked for with it; `generations` is newest first. */
export function latestPair(
  generations: GenerationResult[],
  mode: Mode,
  nowMs: number,
): GenerationResult[] {
  const ofMode = generations.filter((generation) => generation.mode === mode);
  const [newest] = ofMode;
  if (!newest) return [];
  const newestMs = Date.parse(newest.createdAt);
  if (nowMs - newestMs > dayMs) return [];
  const partner = ofMode.find(
    (candidate) =>
      candidate.provider !== newest.provider &&
      candidate.prompt === newest.prompt &&
      newestMs - Date.parse(candidate.createdAt) <= samePressMs,
  );
  const pair = partner ? [newest, partner] : [newest];
  return pair.sort((a, b) => a.provider.localeCompare(b.provider));
}
