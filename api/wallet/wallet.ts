import { readFreeCancelsUsed } from '@sachet/db/studio/free-cancels';
import { setOwnLimits } from '@sachet/db/wallet/own-limits';
import { readUsage } from '@sachet/db/wallet/usage';
import { readWalletEvents } from '@sachet/db/wallet/wallets';
import { usageMonths, type WalletEvent } from '@sachet/shared/wallet/contracts/wallet';
import { lastIstMonths } from '@sachet/shared/time';
import { paiseFromRupees, rupeesFromPaise } from '@sachet/shared/money';
import { requireProfile } from '../identity/caller.ts';
import { toUserProfile } from '../people/user-profile.ts';
import { AfterNumber, pageTokens, splitPage } from '../http/page-token.ts';
import { Refusal } from '../http/refusal.ts';
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

export const patchOwnLimits = route('PATCH /api/wallet/limits', {
  async handle({ deps, caller, body }) {
    const { monthlyCap, lowBalance } = body;
    await requireProfile(deps, caller);
    const outcome = await setOwnLimits(deps.db, {
      uid: caller.uid,
      monthlyCapPaise: monthlyCap === undefined ? undefined : paiseFromRupees(monthlyCap)!,
      lowBalancePaise: lowBalance === undefined ? undefined : paiseFromRupees(lowBalance)!,
    });
    if (outcome === 'is_member') {
      throw new Refusal('wrong_state', 'In an organization, the admin sets the budgets.', {
        field: 'monthlyCap',
      });
    }
    return ok(toUserProfile(await requireProfile(deps, caller)));
  },
});

export const getWalletUsage = route('GET /api/wallet/usage', {
  weight: 2,
  async handle({ deps, caller }) {
    const profile = await requireProfile(deps, caller);
    const seesAll = profile.account_type === 'individual' || profile.role === 'admin';
    const months = lastIstMonths(Date.now(), usageMonths);
    const rows = await readUsage(deps.db, {
      walletId: profile.wallet_id,
      memberUid: seesAll ? null : caller.uid,
      firstMonth: months[0]!,
    });
    return ok({
      months: months.map((month) => ({
        month,
        spent: Object.fromEntries(
          rows
            .filter((row) => row.month === month && row.spent_paise !== 0)
            .map((row) => [row.tool, rupeesFromPaise(row.spent_paise)]),
        ),
      })),
    });
  },
});

const eventTokens = pageTokens('wallet events', AfterNumber);

export const getWalletEvents = route('GET /api/wallet/events', {
  async handle({ deps, caller, query }) {
    const profile = await requireProfile(deps, caller);
    const seesAll = profile.account_type === 'individual' || profile.role === 'admin';
    const rows = await readWalletEvents(deps.db, {
      walletId: profile.wallet_id,
      memberUid: seesAll ? null : caller.uid,
      before: eventTokens.read(query.after, {}),
      limit: query.limit + 1,
    });
    const { page, last } = splitPage(rows, query.limit);
    const items = page.map((row): WalletEvent => ({
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
    return ok({ items, next: eventTokens.write(last && last.seq, {}) });
  },
});
