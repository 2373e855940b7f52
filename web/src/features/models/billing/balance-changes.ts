import {
  centsFromUsd,
  type ProviderBalance,
  type ProviderBalancesResponse,
  type UpdateBalancesRequest,
} from '@sachet/shared/models/contracts/admin-balances';
import type { z } from 'zod';

/** The name of a provider's API, which the answer has as its key. */
export type BalanceProvider = keyof ProviderBalancesResponse;

/** Unsaved edits. A null value is text that a number field cannot read. */
export type BalanceDraft = {
  balance?: string | null;
  threshold?: string | null;
  notes?: string;
  isCurrent?: boolean;
};
export type Drafts = Partial<Record<BalanceProvider, BalanceDraft>>;

type Update = NonNullable<z.input<typeof UpdateBalancesRequest>[BalanceProvider]>;

export type BalanceChange = {
  /** The texts that the fields show. */
  typed: { balance: string; threshold: string; notes: string };
  invalid: { balance: boolean; threshold: boolean };
  /** A new balance always restarts the count of spending. */
  isNewBalance: boolean;
  hasBalance: boolean;
  /** Whether the balance will be below the threshold after saving. */
  belowThreshold: boolean;
  /** null if nothing has changed. */
  update: Update | null;
};

/** The update to send for one provider. It contains only the changed fields. */
export function getChange(before: ProviderBalance, draft: BalanceDraft = {}): BalanceChange {
  const balance = parseAmount(draft.balance, before.balanceUSD, -1_000_000);
  const threshold = parseAmount(draft.threshold, before.thresholdUSD, 0);
  const notes = draft.notes ?? before.notes;
  const isNewBalance = balance !== before.balanceUSD;
  const hasBalance = balance !== null;
  const isCurrent = hasBalance && !isNewBalance && draft.isCurrent === true;
  const update: Update = {
    ...(isNewBalance && { balanceUSD: balance }),
    ...(threshold !== before.thresholdUSD && { thresholdUSD: threshold }),
    ...(notes.trim() !== before.notes && { notes: notes.trim() }),
    ...(isCurrent && { balanceIsCurrent: true }),
  };
  const remaining = isNewBalance || isCurrent ? balance : before.remainingUSD;
  return {
    typed: {
      balance: draft.balance ?? getText(before.balanceUSD, draft.balance),
      threshold: draft.threshold ?? getText(before.thresholdUSD, draft.threshold),
      notes,
    },
    invalid: { balance: balance === undefined, threshold: threshold === undefined },
    isNewBalance,
    hasBalance,
    belowThreshold:
      typeof remaining === 'number' && typeof threshold === 'number' && remaining <= threshold,
    update: Object.keys(update).length > 0 ? update : null,
  };
}

/** The text for a number field. It is '' for unreadable text, which the browser itself keeps in the field. */
function getText(usd: number | null, typed: string | null | undefined): string {
  return usd === null || typed === null ? '' : String(usd);
}

/** US dollars; null for an empty text, undefined for an invalid amount (docs/product.md, Validation). */
function parseAmount(
  typed: string | null | undefined,
  stored: number | null,
  min: number,
): number | null | undefined {
  if (typed === undefined) return stored;
  if (typed === null) return undefined;
  if (typed.trim() === '') return null;
  const usd = Number(typed);
  const isAmount = usd >= min && usd <= 10_000_000 && centsFromUsd(usd) !== null;
  return isAmount ? usd : undefined;
}
