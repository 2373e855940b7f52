/** What free work may cost us, reckoned before it begins. */

/** Of the catalogue, in millionths of a US dollar; null where there is no such price. */
export interface ModelPrices {
  readonly input_microusd_per_million_tokens: number | null;
  readonly output_microusd_per_million_tokens: number | null;
  readonly microusd_per_image: number | null;
}

/** Our instructions to the model, and what one picture that it looks at counts for. */
const instructionTokens = 500;
const tokensPerInputImage = 1_300;
/** Long for a text; a picture of 1,024 pixels where a model sells them by tokens. */
const tokensPerText = 2_000;
const tokensPerImage = 1_600;

/** One call's cost in microusd, rounded up. Rather too much than too little. */
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
