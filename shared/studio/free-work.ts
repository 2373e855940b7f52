/** Estimates the cost of free work before it begins. */
import { knownModels, type KnownPrices } from '../models/known-models.ts';
import type { ModelPrices } from '../models/model-prices.ts';

/** Tokens of our instructions to the model, and of one input image. */
const instructionTokens = 500;
const tokensPerInputImage = 1_300;
/** Output tokens of a long text, and of a 1,024-pixel image where a model bills it by tokens. */
const tokensPerText = 2_000;
const tokensPerImage = 1_600;

/**
 * The assumed prices of a model without a price, so that it cannot exceed a budget unnoticed: twice the dearest known
 * price of each kind.
 */
export const assumedPrices: ModelPrices & { readonly per_image: number } = {
  text_in: toAssumed('textIn'),
  cached_in: null,
  cache_write: null,
  image_in: toAssumed('imageIn'),
  text_out: toAssumed('textOut'),
  image_out: null,
  per_image: (toAssumed('imageOut') / 1_000_000) * tokensPerImage,
};

function toAssumed(kind: keyof KnownPrices): number {
  const prices = knownModels.flatMap((model) => model.prices.map(({ usd }) => usd[kind] ?? 0));
  return 2 * Math.round(Math.max(...prices) * 1_000_000);
}

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
  const makesText = call.makes === 'text';
  const outputPrice = makesText
    ? (model.text_out ?? assumedPrices.text_out)
    : (model.image_out ?? model.text_out);
  // A model that makes pictures may have no price for its input.
  const imagePrice =
    outputPrice === null ? (model.per_image ?? assumedPrices.per_image) : model.per_image;
  const isKnown = !makesText && (outputPrice !== null || model.per_image !== null);
  const inputPrice = model.text_in ?? (isKnown ? null : assumedPrices.text_in);
  const output =
    !makesText && imagePrice !== null ? imagePrice : outputTokens * perToken(outputPrice);
  return Math.ceil(inputTokens * perToken(inputPrice) + output);
}
