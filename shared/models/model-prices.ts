/** Computes the cost of a provider call from its model's prices and its token usage. */

/** Micro-dollars (millionths of a US dollar) for a million tokens; null if there is no such price. */
export interface ModelPrices {
  readonly text_in: number | null;
  /** Input that the provider read from its cache. Null: it costs the text price. */
  readonly cached_in: number | null;
  /** Input that the provider wrote to its cache. Null: it costs the text price. */
  readonly cache_write: number | null;
  /** Null: images in the input cost the text price. */
  readonly image_in: number | null;
  /** Text and thoughts. */
  readonly text_out: number | null;
  /** Null: images in the output cost the text price. */
  readonly image_out: number | null;
  /** Micro-dollars for one image, in place of its tokens. */
  readonly per_image: number | null;
}

export const priceKinds = [
  'text_in',
  'cached_in',
  'cache_write',
  'image_in',
  'text_out',
  'image_out',
  'per_image',
] as const satisfies readonly (keyof ModelPrices)[];

/** Some counts are parts of others: see `Usage` of the providers. */
interface PricedUsage {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly imageInputTokens: number;
  readonly outputTokens: number;
  readonly imageOutputTokens: number;
  readonly images: number;
}

/** The cost in micro-dollars, rounded up. A kind of token without any price costs nothing. */
export function priceUsage(prices: ModelPrices, usage: PricedUsage): number {
  const cached = Math.min(usage.cachedTokens, usage.inputTokens);
  const written = Math.min(usage.cacheWriteTokens, usage.inputTokens - cached);
  // Pictures may be among the cached tokens, which have their own price.
  const pictures = Math.min(usage.imageInputTokens, usage.inputTokens - cached - written);
  const words = usage.inputTokens - cached - written - pictures;
  const drawn = Math.min(usage.imageOutputTokens, usage.outputTokens);
  const { text_in: textIn, text_out: textOut, per_image: perImage } = prices;
  const parts: [tokens: number, price: number | null][] = [
    [words, textIn],
    [cached, prices.cached_in ?? textIn],
    [written, prices.cache_write ?? textIn],
    [pictures, prices.image_in ?? textIn],
    [usage.outputTokens - drawn, textOut],
    [drawn, perImage === null ? (prices.image_out ?? textOut) : 0],
  ];
  const million = 1_000_000n;
  const perMillion = parts.reduce(
    (sum, [tokens, price]) => sum + BigInt(tokens) * BigInt(price ?? 0),
    BigInt(usage.images) * BigInt(perImage ?? 0) * million,
  );
  return Number((perMillion + million - 1n) / million);
}
