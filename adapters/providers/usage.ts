/** Reads the tokens that providers report: an impossible count is treated as not reported. */
import type { Usage } from './provider.ts';

/** An upper bound on the tokens of a request. */
const tokensMax = 10_000_000;

export const noUsage: Usage = {
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  imageInputTokens: 0,
  outputTokens: 0,
  imageOutputTokens: 0,
  images: 0,
};

/** The counts in the provider's answer. */
export type ReportedUsage = { readonly [Count in Exclude<keyof Usage, 'images'>]?: unknown } & {
  /** Input and output together. */
  readonly totalTokens?: unknown;
};

/**
 * Collects the counts that an answer reports, which may come in several parts: the largest possible one of each
 * kind counts, because a stream may report partial counts first and zeros last.
 */
export function startUsage() {
  const largest = new Map<string, number>();
  return {
    take(reported: ReportedUsage): void {
      for (const [kind, value] of Object.entries(reported)) {
        const count = toCount(value);
        if (count !== null) largest.set(kind, Math.max(count, largest.get(kind) ?? 0));
      }
    },
    read: (): Usage | null => toUsage(Object.fromEntries(largest)),
  };
}

/**
 * Null when the input or the output is not known. One that is not reported is the rest of the total. Every request
 * has an input.
 */
function toUsage(reported: ReportedUsage): Usage | null {
  const total = toCount(reported.totalTokens) ?? 0;
  const inputTokens =
    toCount(reported.inputTokens) || total - (toCount(reported.outputTokens) ?? total);
  const told = toCount(reported.outputTokens);
  const outputTokens = Math.max(told ?? -1, total > inputTokens ? total - inputTokens : -1);
  if (inputTokens <= 0 || outputTokens < 0) return null;
  const toPart = (count: unknown, whole: number) => Math.min(toCount(count) ?? 0, whole);
  const cachedTokens = toPart(reported.cachedTokens, inputTokens);
  return {
    inputTokens,
    cachedTokens,
    cacheWriteTokens: toPart(reported.cacheWriteTokens, inputTokens - cachedTokens),
    imageInputTokens: toPart(reported.imageInputTokens, inputTokens),
    outputTokens,
    imageOutputTokens: toPart(reported.imageOutputTokens, outputTokens),
    images: 0,
  };
}

function toCount(value: unknown): number | null {
  if (typeof value !== 'number' || !(value >= 0) || value > tokensMax) return null;
  return Math.round(value);
}
