import type { ActionOf } from '@sachet/flows/admin/act-on-user';
import { addCredits, type CreditsOutcome, type CreditsRefusal } from '@sachet/flows/wallet/credits';
import { openWallet } from '@sachet/db/wallet/wallets';
import type { Profile } from '@sachet/db/people/profiles';
import { paiseFromRupees } from '@sachet/shared/money';
import type { Caller } from '../identity/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal, toSpendingRefusal } from '../http/refusal.ts';
import { requireSignedUp, tooManyWaiting } from '../admin/acting.ts';

type Accepted = Extract<CreditsOutcome, { ok: true }>;

/** Applies the credits, or proposes them if a second super admin has to approve. */
export async function addCreditsTo(
  deps: Dependencies,
  admin: Caller,
  { uid, amount, reason, target }: ActionOf<'add-credits'>,
  key: string,
): Promise<Accepted> {
  const profile = await requireSignedUp(deps, uid);
  const outcome = await addCredits(deps, {
    adminUid: admin.uid,
    targetUid: uid,
    walletId: await findTargetWallet(deps, profile, target),
    amountPaise: paiseFromRupees(amount)!,
    reason,
    key,
  });
  if (outcome.ok) return outcome;
  throw toCreditsRefusal(outcome.refusal);
}

export function toCreditsRefusal(refusal: CreditsRefusal): Refusal {
  switch (refusal) {
    case 'own_wallet':
      return new Refusal(
        'forbidden',
        'You, or the admin who proposed this, can or could spend from this wallet. Ask another super admin to adjust it.',
      );
    case 'insufficient_funds':
      return new Refusal('insufficient_funds', 'The wallet has insufficient funds for this.', {
        field: 'amount',
      });
    case 'too_many_waiting':
      return tooManyWaiting();
    case 'charge_not_found':
      return new Refusal('not_found', 'Charge not found.');
    case 'refund_exceeds_charge':
      return new Refusal(
        'wrong_state',
        'This is more than the part of the charge that was not refunded.',
      );
    default:
      return toSpendingRefusal(refusal, 'user');
  }
}

async function findTargetWallet(
  { db }: Dependencies,
  profile: Profile,
  target: ActionOf<'add-credits'>['target'],
): Promise<string> {
  if (target === undefined) return profile.wallet_id;
  if (target === 'user') return openWallet(db, { kind: 'user', id: profile.uid });
  if (profile.organization_id === null) {
    throw new Refusal('invalid', 'This user isn’t in an organization.', { field: 'target' });
  }
  return openWallet(db, { kind: 'organization', id: profile.organization_id });
}
