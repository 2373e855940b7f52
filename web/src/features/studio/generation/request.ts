import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { ImageMode, Language, Provider } from '@sachet/shared/contracts/vocabulary';
import type { GenerateOrder } from '../photos/photo-upload';

export type Request = GenerateOrder;

/** The maximum side of a preview (docs/product.md, Numbers). */
export const previewMaxPixels = 256;

export function isImageMode(mode: GenerationResult['mode']): mode is ImageMode {
  return mode === 'image' || mode === 'edit_image';
}

/** Repeats the request of `generation` for another provider. The server still has its input image. */
export function repeatRequest(
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
    // An edit always has the aspect ratio of its picture, so its request contains none.
    ...(mode === 'image' && { aspectRatio: generation.aspectRatio }),
    ...(isImageMode(mode) && { previewMax: previewMaxPixels }),
    ...((mode === 'edit_image' || generation.inputImageUrl !== null) && {
      sameInputAs: generation.generationId,
    }),
  };
}

/** Returns the providers with a result that was not cancelled. */
export function findProvidersAsked(
  generations: readonly Pick<GenerationResult, 'provider' | 'status'>[],
): Set<Provider> {
  return new Set(
    generations.filter(({ status }) => status !== 'cancelled').map(({ provider }) => provider),
  );
}
