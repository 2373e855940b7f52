/** Stops a reply: the reader pressed the button, in any process, or left. */
import type { WrittenTurn } from '@sachet/db/chat/conversations';
import { notify } from '@sachet/db/live';
import { cancelReply } from '@sachet/flows/studio/cancelling';
import { isInPaidBlock } from '@sachet/shared/chat/chat';
import { refuseWithoutFreeCancel } from '../limits/free-cancels.ts';
import type { Dependencies } from '../dependencies.ts';
import { toSpendingRefusal } from '../http/refusal.ts';
import type { BegunTurn } from '@sachet/flows/chat/begin-turn';

/**
 * Cancels a reply of a paid block that has no text yet, together with its hold, and then stops its provider.
 * If the cancel is refused, the reply continues. A reply with text counts and is paid even if the user stops it.
 */
export async function stopReply(deps: Dependencies, turn: BegunTurn | WrittenTurn): Promise<void> {
  const { db, ledger, replies, settings } = deps;
  const reply = replies.find(turn.id);
  const hasWords = reply
    ? reply.text !== ''
    : 'first_words_at' in turn && turn.first_words_at !== null;
  if (isInPaidBlock(turn.number!) && !hasWords) {
    const allowed = settings.limits.freeCancelsPerDay;
    const outcome = await cancelReply({ db, ledger }, turn, { allowed });
    if (outcome === 'no_free_cancels') refuseWithoutFreeCancel('written', allowed);
    // A reply that has already ended needs no stopping.
    if (outcome !== 'cancelled' && outcome !== 'hold_already_resolved') {
      throw toSpendingRefusal(outcome, 'user');
    }
  }
  if (!replies.stop(turn.id)) await notify(db, { event: 'cancelled', id: turn.id });
}
