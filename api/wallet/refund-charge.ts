import { findCharge } from '@sachet/db/wallet/wallets';
import { addCredits } from '@sachet/flows/wallet/credits';
import { paiseFromRupees, rupeesFromPaise } from '@sachet/shared/money';
import { found, Refusal } from '../http/refusal.ts';
import { ok, reply, route } from '../http/route.ts';
import { requireOpenWallet } from '../admin/acting.ts';
import { toCreditsRefusal } from './add-credits.ts';
import { toAdminProposal } from '../admin/proposal-view.ts';
import { settleProposal, wasDecidedAlone } from '../admin/proposals.ts';

/** Refunds a charge to the wallet that paid, or proposes it if a second super admin has to approve. */
export const postRefundCharge = route('POST /api/admin/ledger/refund-charge', {
  async handle({ deps, caller, body: { wallet: walletId, seq, amount, reason }, key }) {
    const amountPaise = paiseFromRupees(amount);
    if (!amountPaise) {
      throw new Refusal('invalid', 'Use at most two decimals.', { field: 'amount' });
    }
    const readCharge = async () => found(await findCharge(deps.db, { walletId, seq }), 'charge');
    const charge = await readCharge();
    await requireOpenWallet(deps, walletId);
    const outcome = await addCredits(deps, {
      adminUid: caller.uid,
      targetUid: charge.member_uid,
      walletId,
      amountPaise,
      reason,
      key,
      chargeSeq: seq,
    });
    if (!outcome.ok && outcome.refusal === 'refund_exceeds_charge') {
      throw tooMuch(toRefundable(await readCharge()));
    }
    if (!outcome.ok) throw toCreditsRefusal(outcome.refusal);
    const proposal =
      outcome.done === 'proposed' ? await settleProposal(deps, caller, outcome.proposalId) : null;
    const refundable = toRefundable(await readCharge());
    return proposal === null || wasDecidedAlone(proposal)
      ? ok({ refundable, proposal: null })
      : reply(202, { refundable, proposal: toAdminProposal(proposal) });
  },
});

/** The part of a charge that was not refunded, in rupees. */
export const toRefundable = (charge: { amount_paise: number; refunded_paise: number }): number =>
  rupeesFromPaise(charge.amount_paise - charge.refunded_paise);

function tooMuch(rupees: number): Refusal {
  const amount = rupees > 0 ? `At most ₹${rupees}` : 'Nothing';
  return new Refusal('invalid', `${amount} of this charge can be refunded.`, { field: 'amount' });
}
