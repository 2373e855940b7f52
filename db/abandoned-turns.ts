/** Ends the chat replies of processes that fell silent: nothing is charged, nothing counts. */
import type { Kysely } from 'kysely';
import { endTurn, endTurnStatements, readAbandonedTurns } from './chat-turns.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { StoredFailure } from '@sachet/shared/stored-failure';
import type { Database } from './tables.ts';

/**
 * For a worker's sweep (of all conversations) and for whoever wants to write in one now. What the
 * silent process may still do afterwards finds the hold resolved, and the turn at its end.
 */
export async function endAbandonedTurns(
  { db, ledger }: { db: Kysely<Database>; ledger: Ledger },
  which: { conversationId?: string; limit: number; actor: string },
  errorOf: (turn: { provider: 'google' | 'openai' }) => StoredFailure,
): Promise<number> {
  const abandoned = await readAbandonedTurns(db, which);
  for (const turn of abandoned) {
    const { provider } = await db
      .selectFrom('conversation')
      .select('provider')
      .where('id', '=', turn.conversation_id)
      .executeTakeFirstOrThrow();
    const end = { status: 'failed', content: '', error: errorOf({ provider }) } as const;
    const voidHold = async (id: string, wallet: string): Promise<boolean> => {
      const outcome = await ledger.append(
        {
          type: 'VoidHold',
          walletId: wallet,
          idempotencyKey: `void:${id}`,
          actor: which.actor,
          holdId: id,
          reason: 'interrupted',
        },
        endTurnStatements(db, turn, end),
      );
      return outcome.ok;
    };
    const { hold_id: holdId, hold_wallet_id: walletId } = turn;
    const voided = holdId !== null && walletId !== null && (await voidHold(holdId, walletId));
    // Without a hold, or with one that has expired, the turn ends by itself.
    if (!voided) await endTurn(db, turn, end);
  }
  return abandoned.length;
}
