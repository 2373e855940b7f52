/**
 * One reply of a chat, and the block of replies that it may open (docs/product.md, Tools).
 *
 * 1. `reserveBlock` places the hold (`hold:<hold>`) with the turn's row, before the provider is asked. A
 *    reply that is free, or in a block that is paid, has no hold: its row alone is written.
 * 2. The API process writes the reply (`api/chat/write-reply.ts`) and renews its lease.
 * 3. If the provider broke the reply off after its first words, `forgiveBrokenReply` decides whether the
 *    reply is free, and stores a free one in the turn's row.
 * 4. `finishTurn` captures the hold (`capture:<hold>`) with a reply that counts, or voids it (`void:<hold>`),
 *    with the turn's end in the same transaction.
 *
 * | crash                | what happens                                                            |
 * | -------------------- | ----------------------------------------------------------------------- |
 * | before 1 commits     | nothing was reserved                                                    |
 * | in 2                 | the lease runs out: `endAbandonedTurns` ends the turn, releases the price |
 * | in 3, or after it    | the same; one of the day's free broken replies may be used               |
 * | in 4                 | the same, unless it committed: then the reply counts and is paid         |
 */
import type { Kysely } from 'kysely';
import { forgiveBrokenReply } from '@sachet/db/chat/broken-replies';
import {
  beginTurnStatement,
  endTurn,
  endTurnStatements,
  readAbandonedTurns,
  type EndingTurn,
  type NewTurn,
  type TurnEnd,
} from '@sachet/db/chat/turns';
import { LedgerUnavailable } from '@sachet/db/ledger/unavailable';
import type { Ledger } from '@sachet/db/ledger/ledger';
import type { FreeWork } from '@sachet/db/studio/free-work';
import type { Profile } from '@sachet/db/people/profiles';
import type { Database } from '@sachet/db/tables';
import { ourFailure } from '@sachet/adapters/providers/stored-failure';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { RefusalCode } from '@sachet/shared/ledger/command';
import { holdLastsMs } from '../wallet/expired-holds.ts';
import type { BonusDependencies } from '../people/signup-bonus.ts';
import { spend } from '../wallet/spend.ts';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
  readonly log: { warn(details: object, message: string): void };
}

/** Inserts the turn and reserves its price in one transaction. Returns null, or the ledger's refusal. */
export async function reserveBlock(
  deps: BonusDependencies,
  profile: Profile,
  rows: NewTurn,
  { holdId, amountPaise }: { holdId: string; amountPaise: number },
): Promise<RefusalCode | null> {
  const outcome = await spend(
    deps,
    {
      type: 'PlaceHold',
      walletId: profile.wallet_id,
      idempotencyKey: `hold:${holdId}`,
      actor: `user:${profile.uid}`,
      holdId,
      amountPaise,
      tool: 'chat',
      memberUid: profile.uid,
      conversationId: rows.turn.conversation_id,
      expiresAtMs: Date.now() + holdLastsMs,
    },
    [beginTurnStatement(deps.db, rows)],
  );
  return outcome.ok ? null : outcome.refusal;
}

/** A reply that its provider broke off after its first words. */
export interface BrokenReply {
  /** The number of broken replies per day that are free for this user. */
  readonly allowed: number;
  /** The cost of the reply if it is in a paid block. */
  readonly freeWork: FreeWork | null;
}

/**
 * `broken` describes a failed reply that counts as delivered unless one of the day's free broken replies is
 * left. Safe to repeat. Throws when the ledger is busy: the hold stays reserved until a later call voids it.
 */
export async function finishTurn(
  { db, ledger, log }: Dependencies,
  turn: EndingTurn & { readonly provider: Provider; readonly wallet_id: string },
  told: TurnEnd,
  broken: BrokenReply | null = null,
): Promise<void> {
  const isCounted =
    told.status === 'failed' && broken && !(await forgiveBrokenReply(db, turn, broken));
  const end: TurnEnd = isCounted ? { ...told, status: 'stopped' } : told;
  // Stopping a reply of a paid block has already ended the turn and voided its hold.
  const mayHaveEnded = end.status === 'cancelled';
  if (turn.hold_id === null) {
    const ended = await endTurn(db, turn, end);
    if (!ended && !mayHaveEnded)
      log.warn({ turnId: turn.id }, 'another process already ended this chat turn');
    return;
  }
  const hold = { walletId: turn.wallet_id, holdId: turn.hold_id, actor: 'api' } as const;
  const reason = end.status === 'failed' ? end.error.category : 'cancelled';
  const outcome = await ledger.append(
    end.status === 'done' || end.status === 'stopped'
      ? { type: 'CaptureHold', ...hold, idempotencyKey: `capture:${turn.hold_id}` }
      : { type: 'VoidHold', ...hold, idempotencyKey: `void:${turn.hold_id}`, reason },
    endTurnStatements(db, turn, end),
  );
  if (outcome.ok) return;
  if (outcome.refusal === 'ledger_busy') throw new LedgerUnavailable('the ledger is busy');
  if (mayHaveEnded && outcome.refusal === 'hold_already_resolved') return;
  log.warn(
    { turnId: turn.id, refusal: outcome.refusal },
    'hold was already resolved by another process',
  );
  const error = ourFailure(turn.provider, 'interrupted');
  await endTurn(db, turn, { status: 'failed', content: '', error });
}

/**
 * Ends the replies of processes that stopped renewing their lease. These replies are not charged and do not
 * count. The worker's sweep calls this for all conversations, and a new message calls it for its own
 * conversation. If the process continues later, it finds the hold resolved and the turn ended.
 */
export async function endAbandonedTurns(
  { db, ledger }: Pick<Dependencies, 'db' | 'ledger'>,
  which: { conversationId?: string; limit: number; actor: string },
): Promise<number> {
  let ended = 0;
  for (const turn of await readAbandonedTurns(db, which)) {
    const error = ourFailure(turn.conversation_provider, 'interrupted');
    const end = { status: 'failed', content: '', error } as const;
    const { hold_id: holdId, hold_wallet_id: walletId } = turn;
    if (holdId !== null && walletId !== null) {
      const outcome = await ledger.append(
        {
          type: 'VoidHold',
          walletId,
          idempotencyKey: `void:${holdId}`,
          actor: which.actor,
          holdId,
          reason: 'interrupted',
        },
        endTurnStatements(db, turn, end),
      );
      if (outcome.ok) ended += 1;
      // The next sweep tries again. A hold that stayed open could still be captured.
      if (outcome.ok || outcome.refusal === 'ledger_busy') continue;
    }
    // If the turn has no hold, or the hold has expired, only the turn is ended.
    await endTurn(db, turn, end);
    ended += 1;
  }
  return ended;
}
