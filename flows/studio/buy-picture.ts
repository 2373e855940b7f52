/**
 * Buys a picture, or a larger copy of a bought picture for the difference in price.
 *
 * 1. `buyPicture` places the hold (`hold:<hold>`) with the unlock's row and queues the job. The hold of a
 *    larger copy names the charge that it builds on. The hold's id consists of generation and attempt, so
 *    only one of two concurrent requests places it.
 * 2. The worker calls `makePicture`, which renders the picture and stores it (`final-picture.ts`).
 * 3. `makePicture` ends in `capturePicture` (`capture:<hold>`) or `voidPicture` (`void:<hold>`), with the
 *    unlock's end in the same transaction. For cancelling see `cancelling.ts`, and for a hold whose time ran
 *    out `expired-holds.ts`.
 *
 * | crash             | what happens                                                             |
 * | ----------------- | ------------------------------------------------------------------------ |
 * | before 1 commits  | nothing was reserved; the buyer tries again                              |
 * | after 1           | the sweep queues the job                                                 |
 * | after 1, and the picture is taken down | the sweep queues the job, which voids the hold      |
 * | in 2              | another worker continues; an answer that was stored is used again        |
 * | with a picture that cannot be stored | the hold is voided; no provider is asked again        |
 * | in 3              | the idempotency key decides: once or not yet                             |
 * | in 3, and the picture is taken down, or its owner's account closed | the hold is voided    |
 * | and no worker continues | the hold expires and is released; smaller copies stay as they are      |
 */
import type { Kysely } from 'kysely';
import { violates } from '@sachet/db/constraint';
import { isGone, readGeneration, type GenerationView } from '@sachet/db/studio/generations';
import type { Ledger } from '@sachet/db/ledger/ledger';
import type { Profile } from '@sachet/db/people/profiles';
import type { Database } from '@sachet/db/tables';
import {
  countRecentUnlocks,
  loadPictureToMake,
  loadUnlock,
  unlockEndStatements,
  unlockStatements,
  type PictureToMake,
  type Unlock,
} from '@sachet/db/studio/unlocks';
import { ourFailure } from '@sachet/adapters/providers/stored-failure';
import type { JobQueue } from '@sachet/adapters/queue/queue';
import type { RefusalCode } from '@sachet/shared/ledger/command';
import { copyPrice, type CopyPrice } from '@sachet/shared/models/picture-prices';
import type { FinalSize } from '@sachet/shared/models/rate-card';
import type { StoredFailure } from '@sachet/shared/studio/failure';
import { isImageMode, type ImageMode } from '@sachet/shared/tools';
import { enqueue } from '../enqueue.ts';
import { holdLastsMs } from '../wallet/expired-holds.ts';
import {
  forgetAnswer,
  storeFinalImage,
  type Asking,
  type MakingDependencies,
} from './final-picture.ts';
import type { BonusDependencies } from '../people/signup-bonus.ts';
import { spend } from '../wallet/spend.ts';
import { whenBack } from '../when-back.ts';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
  readonly queue: Pick<JobQueue, 'add'>;
  readonly log: Parameters<typeof enqueue>[0]['log'];
  readonly settings: BonusDependencies['settings'];
}

export interface PicturePurchase {
  readonly profile: Profile;
  /** The generation as read for this purchase, with its attempts, prices and model. */
  readonly generation: GenerationView;
  readonly finalSize: FinalSize;
  /** The offer that the buyer was shown, if the request names it. */
  readonly shown: { readonly pricePaise: number | null; readonly modelId: string | null };
  /** The key of the request; null if an earlier attempt already has it. */
  readonly idempotencyKey: string | null;
  readonly unlocksPerMinute: number;
}

export type PurchaseOutcome =
  /** The generation as it is now, with the pending purchase. */
  | { readonly placed: GenerationView }
  /** Another purchase of this picture was first. */
  | 'order_under_way'
  /** The same key was used for another picture at the same moment. */
  | 'key_reused'
  /** The picture was erased or taken down, or the account was closed. */
  | 'gone'
  | 'no_price'
  | 'no_model'
  | 'price_changed'
  | 'model_changed'
  | 'over_minute'
  | { readonly refusal: RefusalCode };

export async function buyPicture(
  deps: Dependencies,
  purchase: PicturePurchase,
): Promise<PurchaseOutcome> {
  const { db } = deps;
  const { profile, generation, finalSize } = purchase;
  const quoted = quotePicture(purchase);
  if (typeof quoted === 'string') return quoted;
  const { price, modelId, tool } = quoted;
  // Repeated buying and cancelling is free but adds rows, so the number of rows is limited.
  if ((await countRecentUnlocks(db, profile.uid)) >= purchase.unlocksPerMinute)
    return 'over_minute';

  const attempt = (generation.unlock_attempt ?? 0) + 1;
  const holdId = toHoldId(generation.id, attempt);
  const placing = spend(
    deps,
    {
      type: 'PlaceHold',
      walletId: profile.wallet_id,
      idempotencyKey: `hold:${holdId}`,
      actor: `user:${profile.uid}`,
      holdId,
      amountPaise: price.pricePaise,
      tool,
      memberUid: profile.uid,
      generationId: generation.id,
      upgradesSeq: price.upgrades?.seq,
      expiresAtMs: Date.now() + holdLastsMs,
    },
    unlockStatements(db, {
      hold_id: holdId,
      generation_id: generation.id,
      uid: profile.uid,
      wallet_id: profile.wallet_id,
      attempt,
      final_size: finalSize,
      price_paise: price.pricePaise,
      model_id: modelId,
      model_label: generation.final_model_label,
      upgrades_hold_id: price.upgrades?.holdId ?? null,
      status: 'pending',
      idempotency_key: purchase.idempotencyKey,
    }),
  );
  const outcome = await placing.catch((error: unknown) => {
    if (violates(error, 'unlock_request')) return 'key_reused' as const;
    if (violates(error, 'unlock_generation_id_attempt_key')) return 'order_under_way' as const;
    if (isGone(error)) return 'gone' as const;
    throw error;
  });
  if (typeof outcome === 'string') return outcome;
  if (!outcome.ok) return toPurchaseOutcome(outcome.refusal);
  const placed = await readGeneration(db, generation);
  // Taken down in the meantime: the sweep queues the job, which voids the hold.
  if (!placed) return 'gone';
  const { id: generationId, provider, unlock_queue_round: round } = placed;
  await enqueue(deps, { name: 'unlock', holdId, generationId, provider, round: round! });
  return { placed };
}

/** Returns the price and the model of a purchase, or why the picture cannot be bought as it was shown. */
export function quotePicture({
  profile,
  generation,
  finalSize,
  shown,
}: Pick<PicturePurchase, 'profile' | 'generation' | 'finalSize' | 'shown'>):
  | { readonly price: CopyPrice; readonly modelId: string; readonly tool: ImageMode }
  | 'no_price'
  | 'no_model'
  | 'price_changed'
  | 'model_changed' {
  const { mode: tool, prices, purchases: bought, final_model_id: modelId } = generation;
  if (!prices || !isImageMode(tool)) return 'no_price';
  if (!modelId) return 'no_model';
  const { final_largest_size: largestSize } = generation;
  const onSale = { prices, bought, walletId: profile.wallet_id, largestSize };
  const price = copyPrice(onSale, finalSize);
  if (!price) return 'no_price';
  if (shown.pricePaise !== null && shown.pricePaise !== price.pricePaise) return 'price_changed';
  if (shown.modelId !== null && shown.modelId !== modelId) return 'model_changed';
  return { price, modelId, tool };
}

/**
 * The first hold has the id of its generation, without a number. This keeps most ids short, because most
 * pictures are bought once.
 */
function toHoldId(generationId: string, attempt: number): string {
  return attempt === 1 ? generationId : `${generationId.replace('gen_', 'hold_')}_${attempt}`;
}

function toPurchaseOutcome(refusal: RefusalCode): PurchaseOutcome {
  switch (refusal) {
    // Another purchase already has this attempt: of another size, or from another wallet of this user.
    case 'idempotency_conflict':
    case 'hold_exists':
      return 'order_under_way';
    // The smaller copy was refunded in the meantime, which changes the price.
    case 'charge_not_found':
      return 'price_changed';
    default:
      return { refusal };
  }
}

/**
 * Makes the picture and charges for it, or releases its price. Every step can be repeated after a crash:
 * the picture is stored before the money moves.
 */
export async function makePicture(
  deps: MakingDependencies & Pick<Dependencies, 'ledger'>,
  holdId: string,
): Promise<void> {
  const picture = await loadPictureToMake(deps.db, holdId);
  if (!picture) return;
  const { unlock, generation } = picture;
  if (unlock.status === 'done' || unlock.status === 'failed') return;
  const asking: Asking = { asked: null };
  const failure = unlock.status === 'pending' ? await makeImage(deps, picture, asking) : null;
  // A worker that was killed after it stored the picture may have left the answer.
  if (asking.asked ?? unlock.provider_asked_at) await forgetAnswer(deps, unlock);
  if (failure) {
    // Another worker that took over a stalled job may have stored the picture in the meantime.
    const now = (await whenBack(() => loadUnlock(deps.db, holdId)))!.status;
    if (now === 'pending') return voidPicture(deps, unlock, failure);
    if (now !== 'stored') return;
  }
  const outcome = await capturePicture(deps, unlock);
  // The picture was taken down after it was stored, or its owner's account was closed.
  if (outcome === 'gone')
    return voidPicture(deps, unlock, ourFailure(generation.provider, 'deleted'));
  // Nothing was charged, and the next attempt finds the stored image.
  if (outcome === 'resolved')
    deps.log.warn({ holdId }, 'the hold was resolved before it could be captured');
}

async function makeImage(
  deps: MakingDependencies,
  picture: PictureToMake,
  asking: Asking,
): Promise<StoredFailure | null> {
  try {
    return await storeFinalImage(deps, picture, asking);
  } catch (error) {
    // Another attempt would call, and pay, the provider again. One that was not called uses a kept answer.
    if (asking.asked === null) throw error;
    const { hold_id: holdId } = picture.unlock;
    deps.log.error({ err: error, holdId }, 'purchase failed after the provider was called');
    return ourFailure(asking.asked, 'failed_afterwards');
  }
}

/**
 * Charges for a picture that is stored. `resolved` if its hold was cancelled or had expired, `gone` if the picture
 * was taken down or its owner's account was closed.
 */
export async function capturePicture(
  { db, ledger }: Pick<Dependencies, 'db' | 'ledger'>,
  unlock: Unlock,
): Promise<'captured' | 'resolved' | 'gone'> {
  const capturing = ledger.append(
    {
      type: 'CaptureHold',
      walletId: unlock.wallet_id,
      idempotencyKey: `capture:${unlock.hold_id}`,
      actor: 'worker',
      holdId: unlock.hold_id,
    },
    unlockEndStatements(db, unlock, { status: 'done' }),
  );
  const outcome = await capturing.catch((error: unknown) => {
    if (isGone(error)) return 'gone' as const;
    throw error;
  });
  if (outcome === 'gone') return outcome;
  if (outcome.ok) return 'captured';
  if (outcome.refusal === 'hold_already_resolved') return 'resolved';
  throw new Error(`capture of ${unlock.hold_id} refused: ${outcome.refusal}`);
}

/** Releases the price of a picture that could not be made, unless it was already released. */
export async function voidPicture(
  { db, ledger }: Pick<Dependencies, 'db' | 'ledger'>,
  unlock: Unlock,
  error: StoredFailure,
): Promise<void> {
  const outcome = await ledger.append(
    {
      type: 'VoidHold',
      walletId: unlock.wallet_id,
      idempotencyKey: `void:${unlock.hold_id}`,
      actor: 'worker',
      holdId: unlock.hold_id,
      reason: error.category,
    },
    unlockEndStatements(db, unlock, { status: 'failed', error }),
  );
  if (!outcome.ok && outcome.refusal !== 'hold_already_resolved') {
    throw new Error(`void of ${unlock.hold_id} refused: ${outcome.refusal}`);
  }
}
