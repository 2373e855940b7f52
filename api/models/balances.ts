import { readOpenNotices } from '@sachet/db/admin/notices';
import { changeBalances, readBalances, type Balance } from '@sachet/db/models/provider-balances';
import {
  centsFromUsd,
  type ProviderBalancesResponse,
  type BalanceUpdate,
  type ProviderBalance,
} from '@sachet/shared/models/contracts/admin-balances';
import { isConfigured } from '@sachet/shared/configuration/configured-providers';
import { providerEntries, providers } from '@sachet/shared/providers';
import type { Dependencies } from '../dependencies.ts';
import { ok, route } from '../http/route.ts';

export const getProviderBalances = route('GET /api/admin/provider-balances', {
  async handle({ deps }) {
    return ok(await readBalancesResponse(deps));
  },
});

export const postProviderBalances = route('POST /api/admin/provider-balances', {
  async handle({ deps, caller, body }) {
    const changes = Object.fromEntries(
      providers.flatMap((provider) => {
        const update = body[providerEntries[provider].api];
        return update ? [[provider, toBalanceChange(update)]] : [];
      }),
    );
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
  const cards = providers.flatMap((provider) => {
    const { api, variables } = providerEntries[provider];
    const balance = balances.find((each) => each.provider === provider);
    if (!balance || !(isConfigured(settings, provider) || isUsed(balance))) return [];
    return [[api, toProviderBalance(balance, settings[variables.key] !== undefined)] as const];
  });
  return Object.fromEntries(cards);
}

/** Whether the provider has cost money, or an admin has entered a balance. */
const isUsed = (balance: Balance) => balance.spent_microusd > 0 || balance.updated_at !== null;

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
