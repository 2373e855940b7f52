import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { ImageMode, Language, Provider } from '@sachet/shared/contracts/vocabulary';
import type { GenerateOrder } from '../api/photo-upload';

export type Request = GenerateOrder;

/** docs/product.md, Numbers. */
export const previewMaxPixels = 256;

export function isImageMode(mode: GenerationResult['mode']): mode is ImageMode {
  return mode === 'image' || mode === 'edit_image';
}

/** What `generation` was asked, for this provider; the server still has the picture it was given. */
export function sameRequest(
  generation: GenerationResult,
  provider: Provider,
  language: Language,
): Request {
  const { mode } = generation;
  return {
    prompt: generation.prompt,
    language,
    mode,
    provider,
    quality: generation.quality,
    // The shape of an edit follows from its picture.
    ...(mode === 'image' && { aspectRatio: generation.aspectRatio }),
    ...(isImageMode(mode) && { previewMax: previewMaxPixels }),
    ...((mode === 'edit_image' || generation.inputImageUrl !== null) && {
      sameInputAs: generation.generationId,
    }),
  };
}
