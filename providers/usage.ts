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
export type ReportedUsage = { readonly [Count in Exclude<keyof Usage, 'images'>]?: unknown };

/** Null when the input or the output was not reported, or is an impossible number. */
export function toUsage(reported: ReportedUsage): Usage | null {
  const inputTokens = toCount(reported.inputTokens);
  const outputTokens = toCount(reported.outputTokens);
  // Every request has an input.
  if (!inputTokens || outputTokens === null) return null;
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
