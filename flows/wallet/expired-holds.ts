/**
 * Releases reserved money that was neither captured nor voided in time, and ends the purchase of its picture.
 * The key is `expire:<hold>`: after a crash in the middle, the next sweep continues.
 */
import type { Kysely } from 'kysely';
import { loadGeneration } from '@sachet/db/studio/generations';
import type { Ledger } from '@sachet/db/ledger/ledger';
import type { Database } from '@sachet/db/tables';
import { loadUnlock, unlockEndStatements } from '@sachet/db/studio/unlocks';
import { readOverdueHolds } from '@sachet/db/wallet/wallets';
import { ourFailure } from '@sachet/adapters/providers/stored-failure';
import { minuteMs } from '@sachet/shared/time';

/** How long a price may stay reserved, milliseconds: longer than a picture or a reply may take. */
export const holdLastsMs = 10 * minuteMs;

/** Expires at most `limit` holds. Resolves to how many expired. */
export async function expireOverdueHolds(
  {
    db,
    ledger,
    log,
  }: {
    readonly db: Kysely<Database>;
    readonly ledger: Ledger;
    readonly log: { warn(details: object, message: string): void };
  },
  limit: number,
): Promise<number> {
  let expired = 0;
  for (const hold of await readOverdueHolds(db, limit)) {
    const unlock = await loadUnlock(db, hold.id);
    const generation = unlock && (await loadGeneration(db, unlock.generation_id));
    const error = generation && ourFailure(generation.provider, 'deadline_exceeded');
    const outcome = await ledger.append(
      {
        type: 'ExpireHold',
        walletId: hold.wallet_id,
        idempotencyKey: `expire:${hold.id}`,
        actor: 'worker',
        holdId: hold.id,
      },
      unlock && error ? unlockEndStatements(db, unlock, { status: 'failed', error }) : [],
    );
    if (!outcome.ok) continue;
    expired += 1;
    log.warn({ holdId: hold.id }, 'a hold expired');
  }
  return expired;
}
