/**
 * Cancels a purchase in progress: of a picture, or of a paid block's reply before its first words.
 * Before the provider is called this is free; afterwards it uses one of the user's
 * free cancels of the day (docs/decisions/0014). The money, the end of the picture or reply and the
 * free cancel move in one transaction, with the key `cancel:<hold>`.
 *
 * | crash               | what happens                                                         |
 * | ------------------- | -------------------------------------------------------------------- |
 * | before that commits | it is finished and charged, unless the user asks again                |
 * | after it            | the worker is not notified, and finds the hold voided at the end      |
 */
import type { CompiledQuery, Kysely } from 'kysely';
import {
  endTurnInTransaction,
  endTurnStatements,
  readTurn,
  type EndingTurn,
} from '@sachet/db/chat/turns';
import {
  isOverFreeCancels,
  readFreeCancelsUsed,
  takeFreeCancel,
} from '@sachet/db/studio/free-cancels';
import type { Ledger } from '@sachet/db/ledger/ledger';
import { compileNotification } from '@sachet/db/live';
import type { Database } from '@sachet/db/tables';
import { loadUnlock, unlockEndStatements } from '@sachet/db/studio/unlocks';
import { readHoldWalletId } from '@sachet/db/wallet/wallets';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { RefusalCode } from '@sachet/shared/ledger/command';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
}

/** `hold_already_resolved` if the purchase had already ended. */
export type CancelOutcome = 'cancelled' | 'no_free_cancels' | RefusalCode;

/** A picture that arrives nevertheless is stored for the next attempt. */
export async function cancelUnlock(
  deps: Dependencies,
  given: { holdId: string; uid: string; provider: Provider; allowed: number },
): Promise<CancelOutcome> {
  const { holdId, uid, provider, allowed } = given;
  // The transaction decides. This check keeps a user's repeated requests from failing the ledger's batches,
  // which contain commands of other users. It runs before the row is read, so that the second of two clicks
  // does not report that no free cancel is left.
  const used = await readFreeCancelsUsed(deps.db, uid);
  const unlock = (await loadUnlock(deps.db, holdId))!;
  if (unlock.status === 'done' || unlock.status === 'failed') return 'hold_already_resolved';
  if (unlock.provider_asked_at && used >= allowed) return 'no_free_cancels';
  const error = {
    category: 'generic',
    provider,
    code: 'cancelled',
    type: null,
    status: null,
  } as const;
  return voidHold(deps, { walletId: unlock.wallet_id, holdId, uid }, [
    ...unlockEndStatements(deps.db, unlock, { status: 'failed', error }),
    takeFreeCancel(deps.db, { uid, holdId, allowed }),
    compileNotification(deps.db, { event: 'cancelled', id: holdId }),
  ]);
}

/** Call this before stopping the provider, and only while the reply has no text. */
export async function cancelReply(
  deps: Dependencies,
  turn: EndingTurn,
  { allowed }: { allowed: number },
): Promise<CancelOutcome> {
  const { db } = deps;
  const { id, uid, hold_id: holdId } = turn;
  // The count is read before the row, as in `cancelUnlock`.
  const used = await readFreeCancelsUsed(db, uid);
  const now = await readTurn(db, { id, uid });
  if (now?.turn.status !== 'streaming') return 'hold_already_resolved';
  if (used >= allowed) return 'no_free_cancels';
  const end = { status: 'cancelled' } as const;
  const taken = takeFreeCancel(db, { uid, holdId, allowed });
  if (holdId !== null) {
    const walletId = await readHoldWalletId(db, holdId);
    return voidHold(deps, { walletId, holdId, uid }, [...endTurnStatements(db, turn, end), taken]);
  }
  return refuseOverFreeCancels(
    db.transaction().execute(async (trx) => {
      if (!(await endTurnInTransaction(trx, turn, end))) return 'hold_already_resolved';
      await trx.executeQuery(taken);
      return 'cancelled';
    }),
  );
}

function voidHold(
  { ledger }: Dependencies,
  { walletId, holdId, uid }: { walletId: string; holdId: string; uid: string },
  also: readonly CompiledQuery[],
): Promise<CancelOutcome> {
  const voided = ledger.append(
    {
      type: 'VoidHold',
      walletId,
      idempotencyKey: `cancel:${holdId}`,
      actor: `user:${uid}`,
      holdId,
      reason: 'cancelled',
    },
    also,
  );
  return refuseOverFreeCancels(
    voided.then((outcome) => (outcome.ok ? 'cancelled' : outcome.refusal)),
  );
}

async function refuseOverFreeCancels(cancelling: Promise<CancelOutcome>): Promise<CancelOutcome> {
  try {
    return await cancelling;
  } catch (error) {
    if (isOverFreeCancels(error)) return 'no_free_cancels';
    throw error;
  }
}
