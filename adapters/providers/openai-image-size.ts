/** The sizes that an OpenAI image model accepts (its reference of `/images/generations`, `size`). */
import type { ImageRequest } from './provider.ts';

/** Models before GPT Image 2 support three sizes; every later model accepts any multiple of 16. */
const standardSizesOnly = /^(dall-e|gpt-image-1|chatgpt-image)/;

/** Limits of the models that take any size: total pixels, and the longest edge. */
const pixelsMin = 655_360;
const pixelsMax = 8_294_400;
const edgeMax = 3840;

/**
 * `WIDTHxHEIGHT` for a model. A model with free sizes gets exactly the requested ratio, with the longest side
 * nearest to `longestSide` within its limits. A model with standard sizes gets the size of the same
 * orientation (3:2 for 16:9 and 4:3).
 */
export function openAiImageSize(
  modelId: string,
  aspectRatio: ImageRequest['aspectRatio'],
  longestSide: number,
): string {
  const [across, down] = aspectRatio.split(':').map(Number) as [number, number];
  if (standardSizesOnly.test(modelId)) {
    if (across === down) return '1024x1024';
    return across > down ? '1536x1024' : '1024x1536';
  }
  const unit = { width: 16 * across, height: 16 * down };
  const longestUnit = Math.max(unit.width, unit.height);
  const unitPixels = unit.width * unit.height;
  const least = Math.ceil(Math.sqrt(pixelsMin / unitPixels));
  const most = Math.min(
    Math.floor(Math.sqrt(pixelsMax / unitPixels)),
    Math.floor(edgeMax / longestUnit),
  );
  const times = Math.min(Math.max(Math.ceil(longestSide / longestUnit), least), most);
  return `${unit.width * times}x${unit.height * times}`;
}
