import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import type { Provider } from '@sachet/shared/providers';
import { getUse, isEdit, isImageMode, type ModelUse } from '@sachet/shared/tools';
import type { GenerateOrder } from '../photos/photo-upload';

export type Request = GenerateOrder;

/** A request that several providers get. */
export type CommonRequest = Omit<Request, 'provider'>;

export const toRequests = (request: CommonRequest, providers: readonly Provider[]): Request[] =>
  providers.map((provider) => ({ ...request, provider }));

/** Returns the use of models that a request needs. */
export const toUse = ({ mode, photo, sameInputAs }: CommonRequest): ModelUse =>
  getUse(mode, { hasPhoto: Boolean(photo || sameInputAs) });

/** The maximum number of results that are shown together. */
export const resultsMax = 4;

/** The maximum side of a preview (docs/product.md, Numbers). */
export const previewMaxPixels = 256;

/** Repeats the request of `generation` for another provider. The server still has its input image. */
export function repeatRequest(
  generation: GenerationResult,
  provider: Provider,
  language: Language,
): Request {
  return { ...toCommonRequest(generation, language), provider };
}

/** Returns the request of `generation` for any provider. */
export function toCommonRequest(generation: GenerationResult, language: Language): CommonRequest {
  const { mode } = generation;
  return {
    prompt: generation.prompt,
    language,
    mode,
    quality: generation.quality,
    // An edit always has the aspect ratio of its picture, so its request contains none.
    ...(isImageMode(mode) && !isEdit(mode) && { aspectRatio: generation.aspectRatio }),
    ...(isImageMode(mode) && { previewMax: previewMaxPixels }),
    ...((isEdit(mode) || generation.inputImageUrl !== null) && {
      sameInputAs: generation.generationId,
    }),
  };
}

/** Returns the ids with `second` in the second place. */
export const withSecond = ([first, ...rest]: readonly string[], second: string): string[] => [
  ...(first ? [first] : []),
  second,
  ...rest.filter((id) => id !== second),
];

/** Returns the providers with a result that was not cancelled. */
export function findProvidersAsked(
  generations: readonly Pick<GenerationResult, 'provider' | 'status'>[],
): Set<Provider> {
  return new Set(
    generations.filter(({ status }) => status !== 'cancelled').map(({ provider }) => provider),
  );
}
