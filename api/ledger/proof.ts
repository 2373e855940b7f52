import { readStatement } from '@sachet/db/wallet/statement';
import {
  publishedKeysAgeSeconds,
  type PublishedCheckpoints,
} from '@sachet/shared/ledger/contracts/proof';
import { Refusal } from '../http/refusal.ts';
import { ok, reply, route } from '../http/route.ts';
import { openStatement } from '../wallet/statement-view.ts';

export const getReceipt = route('GET /api/receipt', {
  weight: 3,
  async handle({ deps, caller, query: { seq } }) {
    const { scope } = await openStatement(deps, caller, {});
    // A member sees the events of their own statement only.
    const [event] = await readStatement(deps.db, { ...scope, afterSeq: seq - 1, untilSeq: seq }, 1);
    if (!event) throw new Refusal('not_found', 'This entry isn’t in your statement.');
    const outcome = await deps.proofs.makeReceipt({ walletId: scope.walletId, seq });
    if (outcome.ok) return ok(outcome.receipt);
    throw new Refusal(
      'wrong_state',
      'This entry is too new for a receipt. Try again in a few minutes.',
    );
  },
});

const yearInSeconds = 365 * 24 * 60 * 60;

export const getCheckpoints = route('GET /api/checkpoints', {
  async handle({ deps: { proofs }, query: { before, limit } }) {
    const [publicKeys, restores, checkpoints] = await Promise.all([
      proofs.readKeys(),
      proofs.readRestores(),
      proofs.readCheckpoints({ before: before ?? Number.MAX_SAFE_INTEGER, limit }),
    ]);
    const oldest = checkpoints.at(-1)?.checkpoint.number ?? 1;
    const answer: PublishedCheckpoints = {
      publicKeys,
      restores,
      checkpoints,
      nextBefore: oldest > 1 ? oldest : null,
    };
    // Pages below an existing checkpoint never change, so they can be cached for a year.
    const isFinal = before !== undefined && checkpoints[0]?.checkpoint.number === before - 1;
    const age = isFinal ? yearInSeconds : publishedKeysAgeSeconds;
    return reply(200, answer, { 'Cache-Control': `public, max-age=${age}` });
  },
});
