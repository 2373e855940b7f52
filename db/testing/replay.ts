/** Compares the projections with `evolve` over all events. */
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { LedgerEvent } from '@sachet/shared/ledger/event';
import { evolve, newWallet } from '@sachet/shared/ledger/evolve';
import type { LedgerState, MemberMonthState } from '@sachet/shared/ledger/state';

type Row = Record<string, unknown>;
type Rows = Map<string, unknown>;

function replay(events: readonly LedgerEvent[]): Record<string, Rows> {
  const wallets = new Map<string, LedgerState['wallet']>();
  const holds = new Map<string | null, LedgerState['hold']>();
  const charges = new Map<string, LedgerState['charge']>();
  const payments = new Map<string | null, LedgerState['payment']>();
  const months = new Map<string | null, MemberMonthState>();
  for (const event of events) {
    const { walletId, memberUid, budgetMonth: month, holdId, paymentId } = event;
    const spent = `${walletId} ${event.reversesSeq ?? event.seq}`;
    const member = memberUid === null ? null : `${walletId} ${memberUid} ${month}`;
    const before: LedgerState = {
      wallet: wallets.get(walletId) ?? newWallet(walletId),
      hold: holds.get(holdId) ?? null,
      charge: charges.get(spent) ?? null,
      payment: payments.get(paymentId) ?? null,
      memberMonth:
        member === null
          ? null
          : (months.get(member) ?? {
              memberUid: memberUid!,
              month: month!,
              budgetPaise: 0,
              spentPaise: 0,
              heldPaise: 0,
            }),
    };
    const after = evolve(before, event);
    wallets.set(walletId, after.wallet);
    if (holdId !== null) holds.set(holdId, after.hold);
    if (paymentId !== null) payments.set(paymentId, after.payment);
    if (after.charge) charges.set(spent, after.charge);
    if (member !== null) months.set(member, after.memberMonth!);
  }
  return { wallets, holds, charges, payments, months } as Record<string, Map<string, unknown>>;
}

const queries: Record<string, string> = {
  wallets: `select id as key, id as "walletId", balance_paise as "balancePaise",
    held_paise as "heldPaise", floor_paise as "floorPaise",
    locked_paise as "lockedPaise", locked_for as "lockedFor" from wallet where seq > 0`,
  holds: `select id as key, id as "holdId", wallet_id as "walletId", amount_paise as "amountPaise",
    status, counter_account as "counterAccount", member_uid as "memberUid", budget_month as month,
    generation_id as "generationId", conversation_id as "conversationId",
    upgrades_seq as "upgradesSeq", (extract(epoch from expires_at) * 1000)::int8 as "expiresAtMs"
    from hold`,
  charges: `select wallet_id || ' ' || seq as key, wallet_id as "walletId", seq,
    amount_paise as "amountPaise", refunded_paise as "refundedPaise",
    counter_account as "counterAccount", member_uid as "memberUid", budget_month as month,
    generation_id as "generationId", conversation_id as "conversationId" from charge`,
  payments: `select id as key, id as "paymentId", wallet_id as "walletId", order_id as "orderId",
    credited_paise as "creditedPaise", refunded_paise as "refundedPaise",
    disputed_paise as "disputedPaise" from payment`,
  months: `select wallet_id || ' ' || member_uid || ' ' || month as key,
    member_uid as "memberUid", month, 0 as "budgetPaise", spent_paise as "spentPaise",
    held_paise as "heldPaise" from member_month`,
};

/** Rows that differ from the result of `evolve`; empty if none do. */
export async function unlikeReplay(
  pool: pg.Pool,
  events: readonly LedgerEvent[],
): Promise<string[]> {
  const expected = replay(events);
  const unlike: string[] = [];
  for (const [table, query] of Object.entries(queries)) {
    const { rows } = await pool.query(query);
    const standing = new Map(rows.map(({ key, ...row }): [string, Row] => [key, row]));
    for (const key of new Set([...standing.keys(), ...expected[table]!.keys()])) {
      const [is, should] = [standing.get(key), expected[table]!.get(key)];
      if (isDeepStrictEqual(is, should)) continue;
      unlike.push(`${table} ${key}: ${JSON.stringify(is)} is not ${JSON.stringify(should)}`);
    }
  }
  return unlike;
}
