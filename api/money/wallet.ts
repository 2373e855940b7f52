import { readFreeCancelsUsed } from '@sachet/db/studio/free-cancels';
import { readWalletEvents } from '@sachet/db/wallets/wallets';
import type { WalletEvent } from '@sachet/shared/contracts/wallet';
import { rupeesFromPaise } from '@sachet/shared/money';
import { requireProfile } from '../identity/caller.ts';
import { ok, route } from '../http/route.ts';
import { toWallet, toWalletFigures } from './wallet-figures.ts';

export const getWallet = route('GET /api/wallet', {
  async handle({ deps, caller }) {
    const [profile, used] = await Promise.all([
      requireProfile(deps, caller),
      readFreeCancelsUsed(deps.db, caller.uid),
    ]);
    const perDay = deps.settings.limits.freeCancelsPerDay;
    const freeCancels = { left: Math.max(0, perDay - used), perDay };
    return ok({ ...toWalletFigures(toWallet(profile)), freeCancels });
  },
});

export const getWalletEvents = route('GET /api/wallet/events', {
  async handle({ deps, caller, query }) {
    const profile = await requireProfile(deps, caller);
    const seesAll = profile.account_type === 'individual' || profile.role === 'admin';
    const rows = await readWalletEvents(deps.db, {
      walletId: profile.wallet_id,
      memberUid: seesAll ? null : caller.uid,
      before: query.before ?? null,
      limit: query.limit,
    });
    const events = rows.map((row): WalletEvent => ({
      seq: row.seq,
      kind: row.kind,
      amount: rupeesFromPaise(row.amount_paise),
      held: rupeesFromPaise(row.held_paise),
      balanceAfter: rupeesFromPaise(row.balance_after),
      heldAfter: rupeesFromPaise(row.held_after),
      counterAccount: row.counter_account,
      generationId: row.generation_id,
      reason: row.reason,
      recordedAt: row.recorded_at.toISOString(),
    }));
    const full = events.length === query.limit;
    return ok({ events, nextBefore: full ? events.at(-1)!.seq : null });
  },
});
