/** Estimates the cost of free work before it begins. */
import type { ModelPrices } from './model-prices.ts';

/** Tokens of our instructions to the model, and of one input image. */
const instructionTokens = 500;
const tokensPerInputImage = 1_300;
/** Output tokens of a long text, and of a 1,024-pixel image where a model bills it by tokens. */
const tokensPerText = 2_000;
const tokensPerImage = 1_600;

/** The cost of one call in microusd, rounded up and rather too high than too low. */
export function estimateCostMicrousd(
  model: Pick<ModelPrices, 'text_in' | 'text_out' | 'image_out' | 'per_image'>,
  call: { makes: 'text' | 'image'; inputText: string; inputImages: number },
): number {
  // Three bytes per token: four English letters are about one token, and so is one Devanagari letter of three
  // bytes.
  const textTokens = new TextEncoder().encode(call.inputText).length / 3;
  const inputTokens = instructionTokens + textTokens + call.inputImages * tokensPerInputImage;
  const outputTokens = call.makes === 'text' ? tokensPerText : tokensPerImage;
  const perToken = (price: number | null) => (price ?? 0) / 1_000_000;
  const outputPrice = call.makes === 'image' ? (model.image_out ?? model.text_out) : model.text_out;
  const output =
    call.makes === 'image' && model.per_image !== null
      ? model.per_image
      : outputTokens * perToken(outputPrice);
  return Math.ceil(inputTokens * perToken(model.text_in) + output);
}
