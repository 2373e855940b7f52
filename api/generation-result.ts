import type { GenerationView } from '@sachet/db/generations';
import type { StoredFailure } from '@sachet/shared/stored-failure';
import { imageExpiry, signImagePath } from '@sachet/images/signed-url';
import type { GenerationResult, Recipe, UnlockStatus } from '@sachet/shared/contracts/generation';
import { rupeesFromPaise } from '@sachet/shared/money';
import { defaultFinalSize } from '@sachet/shared/rate-card';
import { countWords, excerptOf } from './excerpt.ts';
import { isLockedInput } from './input-image.ts';
import type { Parts } from './parts.ts';

/** What the server made the preview from; a recipe that comes back otherwise was tampered with. */
export function recipeOf(generation: GenerationView): Recipe {
  return {
    modelId: generation.model_id,
    prompt: generation.prompt,
    aspectRatio: generation.aspect_ratio,
  };
}

const unlockStatuses: Record<NonNullable<GenerationView['unlock_status']>, UnlockStatus> = {
  pending: 'pending',
  stored: 'pending',
  done: 'done',
  failed: 'failed',
};

function failureFields(failure: StoredFailure | null) {
  return {
    error: failure?.message ?? null,
    errorCategory: failure?.category ?? null,
    errorProvider: failure?.provider ?? null,
    errorCode: failure?.code ?? null,
    errorType: failure?.type ?? null,
    errorStatus: failure?.status ?? null,
  };
}

function costOf({ prices, price_paise }: GenerationView): number {
  if (prices) return prices[defaultFinalSize];
  return price_paise === null ? 0 : rupeesFromPaise(price_paise);
}

/** Of an edit of something that was not paid for, what its owner has seen of that. */
function shownInput({ input_key, source_preview_key }: GenerationView): string | null {
  return input_key !== null && isLockedInput(input_key) ? source_preview_key : input_key;
}

/** A generation as its owner may see it: the original never leaves the server before it is paid. */
export function generationResult(
  { signers }: Pick<Parts, 'signers'>,
  generation: GenerationView,
): GenerationResult {
  const address = (key: string | null): string | null =>
    key &&
    signImagePath({
      key,
      expiresAt: imageExpiry(Date.now()),
      signer: signers.imageUrl,
    });
  const ready = generation.status === 'ready';
  const isPaid = generation.charged_paise !== null;
  const isFree = !generation.prices && generation.price_paise === null;
  const unlocked = generation.prices
    ? generation.unlock_status === 'done'
    : ready && (isFree || isPaid);
  const { content } = generation;
  return {
    generationId: generation.id,
    status: generation.status,
    mode: generation.mode,
    provider: generation.provider,
    modelId: generation.model_id,
    modelName: generation.model_label,
    prompt: generation.prompt,
    aspectRatio: generation.aspect_ratio,
    quality: generation.quality,
    content: unlocked ? content : null,
    previewContent: content !== null && !unlocked ? excerptOf(content) : null,
    contentWords: content === null ? null : countWords(content),
    previewImageUrl: address(generation.preview_key),
    imageUrl: unlocked ? address(generation.unlock_image_key) : null,
    inputImageUrl: address(shownInput(generation)),
    sourceGenerationId: generation.source_generation_id,
    cost: costOf(generation),
    prices: generation.prices,
    unlocked,
    unlockStatus: generation.unlock_status
      ? unlockStatuses[generation.unlock_status]
      : isPaid
        ? 'done'
        : 'none',
    unlockSize: generation.unlock_size,
    providerAsked:
      generation.unlock_provider_asked_at !== null &&
      (generation.unlock_status === 'pending' || generation.unlock_status === 'stored'),
    charged:
      unlocked && generation.charged_paise !== null
        ? rupeesFromPaise(generation.charged_paise)
        : null,
    recipe: ready ? recipeOf(generation) : null,
    ...failureFields(generation.error ?? generation.unlock_error),
    createdAt: generation.created_at.toISOString(),
  };
}
