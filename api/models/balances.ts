import { readOpenNotices } from '@sachet/db/admin/notices';
import { changeBalances, readBalances, type Balance } from '@sachet/db/models/provider-balances';
import {
  centsFromUsd,
  type ProviderBalancesResponse,
  type BalanceUpdate,
  type ProviderBalance,
} from '@sachet/shared/models/contracts/admin-balances';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { Dependencies } from '../dependencies.ts';
import { ok, route } from '../http/route.ts';

export const getProviderBalances = route('GET /api/admin/provider-balances', {
  async handle({ deps }) {
    return ok(await readBalancesResponse(deps));
  },
});

export const postProviderBalances = route('POST /api/admin/provider-balances', {
  async handle({ deps, caller, body }) {
    const changes = {
      ...(body.openai && { openai: toBalanceChange(body.openai) }),
      ...(body.gemini && { google: toBalanceChange(body.gemini) }),
    };
    await changeBalances(deps.db, { changes, uid: caller.uid });
    return ok(await readBalancesResponse(deps));
  },
});

export const getAdminNotices = route('GET /api/admin/notices', {
  async handle({ deps }) {
    const notices = await readOpenNotices(deps.db, { limit: 100 });
    return ok({
      notices: notices.map(({ id, raisedAt, ...notice }) => ({
        ...notice,
        id: String(id),
        raisedAt: raisedAt.toISOString(),
      })),
    });
  },
});

function toBalanceChange({ balanceUSD, thresholdUSD, notes, balanceIsCurrent }: BalanceUpdate) {
  const cents = (usd: number | null | undefined) =>
    usd === null || usd === undefined ? usd : centsFromUsd(usd)!;
  return {
    balanceCents: cents(balanceUSD),
    thresholdCents: cents(thresholdUSD),
    notes,
    balanceIsCurrent,
  };
}

async function readBalancesResponse({
  db,
  settings,
}: Dependencies): Promise<ProviderBalancesResponse> {
  const balances = await readBalances(db);
  const answer = (provider: Provider, key: string | undefined): ProviderBalance =>
    toProviderBalance(
      balances.find((each) => each.provider === provider)!,
      key !== undefined,
    );
  return {
    openai: answer('openai', settings.OPENAI_API_KEY),
    gemini: answer('google', settings.GEMINI_API_KEY),
  };
}

const usdFromCents = (cents: number | null) => (cents === null ? null : cents / 100);
const usdFromMicros = (micros: number) => micros / 1_000_000;

function toProviderBalance(balance: Balance, apiKeyPresent: boolean): ProviderBalance {
  const { remaining_microusd: remaining } = balance;
  return {
    balanceUSD: usdFromCents(balance.balance_cents),
    thresholdUSD: usdFromCents(balance.threshold_cents),
    notes: balance.notes,
    updatedAt: balance.updated_at?.toISOString() ?? null,
    updatedBy: balance.updated_by,
    apiKeyPresent,
    balanceEnteredAt: balance.balance_entered_at?.toISOString() ?? null,
    spentUSD: usdFromMicros(balance.spent_microusd),
    unpricedCalls: balance.unpriced_calls,
    remainingUSD: remaining === null ? null : usdFromMicros(remaining),
    spentPerDayUSD: usdFromMicros(balance.spent_per_day_microusd),
    daysLeft: getDaysLeft(balance),
    belowThreshold: balance.below_threshold,
  };
}

function getDaysLeft({
  remaining_microusd,
  spent_per_day_microusd: perDay,
}: Balance): number | null {
  if (remaining_microusd === null || perDay === 0) return null;
  return Math.max(0, Math.round((remaining_microusd / perDay) * 10) / 10);
}
