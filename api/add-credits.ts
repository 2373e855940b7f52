import { randomUUID } from 'node:crypto';
import { compileAuditRows } from '@sachet/db/admin-audit';
import { openWallet } from '@sachet/db/wallets';
import type { Profile } from '@sachet/db/people';
import { paiseFromRupees } from '@sachet/shared/money';
import type { Caller } from './caller.ts';
import type { Parts } from './parts.ts';
import { Refusal, refusalOfSpending } from './refusal.ts';
import { standingProfile, type ChangeOf } from './user-actions.ts';

/**
 * One ledger event and its audit row, in one transaction. The wallet's balance afterwards, in paise.
 * With a key, a repetition is answered like the first request and does nothing.
 */
export async function addCredits(
  parts: Parts,
  admin: Caller,
  { uid, action, amount, reason, target }: ChangeOf<'add-credits'>,
  key: string | null,
): Promise<number> {
  const profile = await standingProfile(parts, parts.db, uid);
  const walletId = await walletOf(parts, profile, target);
  const amountPaise = paiseFromRupees(amount)!;
  const idempotencyKey = `admin-credits:${admin.uid}:${key ?? randomUUID()}`;
  const outcome = await parts.ledger.append(
    {
      type: 'AdjustByAdmin',
      walletId,
      idempotencyKey,
      actor: `admin:${admin.uid}`,
      amountPaise,
      reason,
    },
    [
      compileAuditRows(parts.db, [
        {
          actor: `user:${admin.uid}`,
          action,
          targetUid: uid,
          details: { walletId, amountPaise, idempotencyKey },
          requestKey: idempotencyKey,
        },
      ]),
    ],
  );
  if (outcome.ok) return outcome.event.balanceAfterPaise;
  if (outcome.refusal === 'insufficient_funds') {
    throw new Refusal('insufficient_funds', 'The wallet has insufficient funds for this.', {
      field: 'amount',
    });
  }
  throw refusalOfSpending(outcome.refusal, 'user');
}

async function walletOf(
  { db }: Parts,
  profile: Profile,
  target: ChangeOf<'add-credits'>['target'],
): Promise<string> {
  if (target === undefined) return profile.wallet_id;
  if (target === 'user') return openWallet(db, { kind: 'user', id: profile.uid });
  if (profile.organization_id === null) {
    throw new Refusal('invalid', 'This user is in no organization.', { field: 'target' });
  }
  return openWallet(db, { kind: 'organization', id: profile.organization_id });
}
