import type { GenerationView } from '@sachet/db/studio/generations';
import { toFailureText, type StoredFailure } from '@sachet/shared/studio/failure';
import { imageExpiry, signImagePath } from '@sachet/adapters/images/signed-url';
import type { ApiEnvironment } from '@sachet/shared/configuration/environment';
import { dayMs } from '@sachet/shared/time';
import type {
  GenerationResult,
  Recipe,
  Stage,
  UnderWay,
  UnlockStatus,
} from '@sachet/shared/studio/contracts/generation';
import { rupeesFromPaise } from '@sachet/shared/money';
import { copiesOnSale, largestCopy } from '@sachet/shared/models/picture-prices';
import { defaultFinalSize } from '@sachet/shared/models/rate-card';
import { countWords, toExcerpt } from './excerpt.ts';
import { getInputName } from './input-image.ts';
import type { Dependencies } from '../dependencies.ts';
import { toThumbnails } from './thumbnails.ts';
import { toWalletFigures } from '../wallet/wallet-figures.ts';

/** The order that the preview was made from. If a request has a different recipe, it was tampered with. */
export function toRecipe(generation: GenerationView): Recipe {
  return {
    generationId: generation.id,
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
    error: failure && toFailureText(failure),
    errorCategory: failure?.category ?? null,
    errorProvider: failure?.provider ?? null,
    errorCode: failure?.code ?? null,
    errorType: failure?.type ?? null,
    errorStatus: failure?.status ?? null,
    errorUntil: failure?.until ?? null,
    errorSaid: failure?.said ?? null,
  };
}

export function getCost({
  prices,
  price_paise,
}: Pick<GenerationView, 'prices' | 'price_paise'>): number {
  if (prices) return prices[defaultFinalSize];
  return price_paise === null ? 0 : rupeesFromPaise(price_paise);
}

const toPayer = (generation: GenerationView) => ({
  id: generation.payer_wallet_id,
  seq: generation.payer_seq,
  balance_paise: generation.payer_balance_paise,
  held_paise: generation.payer_held_paise,
  locked_paise: generation.payer_withheld_paise,
});

/** The input image to show: the preview of an unpaid source, or the bought picture of a bought source. */
function getShownInput(generation: GenerationView): string | null {
  const { input_key, source_preview_key, source_image_key } = generation;
  if (input_key === null) return null;
  switch (getInputName(input_key)) {
    case 'input':
      return input_key;
    case 'locked-input':
      return source_preview_key;
    case 'unmarked-input':
      return source_image_key;
  }
}

/** When the sweep expires the generation, unless it is bought. */
export function toKeptUntil(
  { limits: { previewsKeptDays: days } }: Pick<ApiEnvironment, 'limits'>,
  row: Pick<GenerationView, 'prices' | 'price_paise' | 'bought_at' | 'kept_from'>,
): string | null {
  const isFree = row.prices === null && row.price_paise === null;
  if (isFree || row.bought_at !== null) return null;
  return new Date(row.kept_from.getTime() + days * dayMs).toISOString();
}

/** The progress of the preview, or of the picture that is being bought. */
export function toUnderWay(
  row: Pick<
    GenerationView,
    'status' | 'created_at' | 'unlock_status' | 'unlock_provider_asked_at' | 'unlock_created_at'
  >,
  nowMs: number,
): UnderWay | null {
  // The database's clock may be ahead of this server's.
  const since = (at: Date) => Math.max(0, nowMs - at.getTime());
  const of = (stage: Stage, at: Date | null): UnderWay => ({
    stage,
    elapsedMs: at ? since(at) : 0,
  });
  if (row.status === 'queued') return of('queued', row.created_at);
  // The status becomes `running` immediately before the provider is asked.
  if (row.status === 'running') return of('asked', row.created_at);
  if (row.unlock_status === 'stored') return of('finishing', row.unlock_created_at);
  if (row.unlock_status !== 'pending') return null;
  return of(row.unlock_provider_asked_at ? 'asked' : 'queued', row.unlock_created_at);
}

/** A generation as its owner may see it: an original that is not paid never leaves the server. */
export function toGenerationResult(
  { signers, settings }: Pick<Dependencies, 'signers' | 'settings'>,
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
  const { content, prices, purchases } = generation;
  const isPaid = generation.charged_paise !== null;
  const isFree = !prices && generation.price_paise === null;
  const bought = largestCopy(purchases);
  const unlocked = prices ? bought !== null : ready && (isFree || isPaid);
  const onSale = copiesOnSale({
    prices,
    bought: purchases,
    walletId: generation.payer_wallet_id,
    largestSize: generation.final_largest_size,
  });
  return {
    generationId: generation.id,
    status: generation.status,
    mode: generation.mode,
    provider: generation.provider,
    modelId: bought?.modelId ?? generation.model_id,
    modelName: bought?.modelName ?? generation.model_label,
    finalModelId: generation.final_model_id,
    finalModelName: generation.final_model_label,
    prompt: generation.prompt,
    aspectRatio: generation.aspect_ratio,
    quality: generation.quality,
    content: unlocked ? content : null,
    previewContent: content !== null && !unlocked ? toExcerpt(content) : null,
    contentWords: content === null ? null : countWords(content),
    previewImageUrl: address(generation.preview_key),
    imageUrl: address(bought?.imageKey ?? null),
    thumbnails: toThumbnails({ signers }, bought?.imageKey ?? null),
    inputImageUrl: address(getShownInput(generation)),
    sourceGenerationId: generation.source_generation_id,
    favourite: generation.favourite_at !== null,
    keptUntil: toKeptUntil(settings, generation),
    cost: getCost(generation),
    prices,
    pricesNow:
      prices &&
      Object.fromEntries(onSale.map(({ size, pricePaise }) => [size, rupeesFromPaise(pricePaise)])),
    unlocked,
    unlockStatus: generation.unlock_status
      ? unlockStatuses[generation.unlock_status]
      : isPaid
        ? 'done'
        : 'none',
    unlockSize: generation.unlock_size,
    boughtSize: bought?.finalSize ?? null,
    underWay: toUnderWay(generation, Date.now()),
    providerAsked:
      generation.unlock_provider_asked_at !== null &&
      (generation.unlock_status === 'pending' || generation.unlock_status === 'stored'),
    charged:
      unlocked && generation.charged_paise !== null
        ? rupeesFromPaise(generation.charged_paise)
        : null,
    charges: purchases.map(({ chargedPaise }) => rupeesFromPaise(chargedPaise)),
    wallet: unlocked && isPaid ? toWalletFigures(toPayer(generation)) : null,
    recipe: ready ? toRecipe(generation) : null,
    ...failureFields(generation.error ?? generation.unlock_error),
    createdAt: generation.created_at.toISOString(),
  };
}
