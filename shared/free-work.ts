/** Estimates the cost of free work before it begins. */

/** Of the catalogue, in millionths of a US dollar; null where there is no such price. */
export interface ModelPrices {
  readonly input_microusd_per_million_tokens: number | null;
  readonly output_microusd_per_million_tokens: number | null;
  readonly microusd_per_image: number | null;
}

/** Tokens of our instructions to the model, and of one input image. */
const instructionTokens = 500;
const tokensPerInputImage = 1_300;
/** Output tokens of a long text, and of a 1,024-pixel image where a model bills it by tokens. */
const tokensPerText = 2_000;
const tokensPerImage = 1_600;

/** One call's cost in microusd, rounded up; errs on the high side. */
export function estimateCostMicrousd(
  model: ModelPrices,
  call: { makes: 'text' | 'image'; inputText: string; inputImages: number },
): number {
  // Three bytes: four letters of English are a token, and about one of Devanagari.
  const textTokens = new TextEncoder().encode(call.inputText).length / 3;
  const inputTokens = instructionTokens + textTokens + call.inputImages * tokensPerInputImage;
  const outputTokens = call.makes === 'text' ? tokensPerText : tokensPerImage;
  const perOutputToken = (model.output_microusd_per_million_tokens ?? 0) / 1_000_000;
  const output =
    call.makes === 'image' && model.microusd_per_image !== null
      ? model.microusd_per_image
      : outputTokens * perOutputToken;
  const input = (inputTokens * (model.input_microusd_per_million_tokens ?? 0)) / 1_000_000;
  return Math.ceil(input + output);
}
