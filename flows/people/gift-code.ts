/**
 * Redeems a gift code: once per account, up to the code's uses. The use, the redemption and the credit commit
 * together; the key is `gift-code:<code>:<uid>`, so after a crash in the middle the user tries again.
 */
import type { Kysely } from 'kysely';
import {
  findGiftCode,
  hasRedeemed,
  redemptionStatements,
  type GiftCode,
} from '@sachet/db/people/gift-codes';
import { violates } from '@sachet/db/constraint';
import type { Ledger } from '@sachet/db/ledger/ledger';
import type { Database } from '@sachet/db/tables';

export type GiftRefusal = 'unknown' | 'used_up' | 'expired' | 'redeemed' | 'own_code' | 'busy';

export type GiftOutcome =
  | { readonly ok: true; readonly amountPaise: number; readonly balancePaise: number }
  | { readonly ok: false; readonly refusal: GiftRefusal };

const refuse = (refusal: GiftRefusal): GiftOutcome => ({ ok: false, refusal });

export async function redeemGiftCode(
  { db, ledger }: { db: Kysely<Database>; ledger: Ledger },
  { code, uid, walletId }: { code: string; uid: string; walletId: string },
): Promise<GiftOutcome> {
  const gift = await findGiftCode(db, code);
  if (!gift) return refuse('unknown');
  const codeId = gift.id;
  if (await hasRedeemed(db, { codeId, uid })) return refuse('redeemed');
  try {
    const outcome = await ledger.append(
      {
        type: 'RedeemGiftCode',
        walletId,
        idempotencyKey: `gift-code:${codeId}:${uid}`,
        actor: `user:${uid}`,
        amountPaise: gift.amount_paise,
      },
      redemptionStatements(db, { codeId, uid, walletId }),
    );
    if (!outcome.ok) return refuse('busy');
    if (outcome.replayed) return refuse('redeemed');
    return {
      ok: true,
      amountPaise: gift.amount_paise,
      balancePaise: outcome.event.balanceAfterPaise,
    };
  } catch (error) {
    if (violates(error, 'gift_redemption_pkey')) return refuse('redeemed');
    if (violates(error, 'gift_code_own_wallet')) return refuse('own_code');
    if (violates(error, 'gift_code_uses')) return refuse(await whyClosed(db, gift, code));
    throw error;
  }
}

async function whyClosed(
  db: Kysely<Database>,
  gift: GiftCode,
  code: string,
): Promise<'used_up' | 'expired'> {
  const { ended_at: endedAt, expires_at: expiresAt } = (await findGiftCode(db, code)) ?? gift;
  return endedAt !== null || expiresAt.getTime() <= Date.now() ? 'expired' : 'used_up';
}
