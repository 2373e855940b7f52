/**
 * Our balances with the providers. An admin enters a balance; from then on the recorded cost of calls
 * is subtracted.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Provider } from '@sachet/shared/providers';
import { dayMs } from '@sachet/shared/time';
import { lockUntilCommit } from '../locks.ts';
import { insertAudit, type AuditEntry } from '../admin/audit.ts';
import { renewNotice, resolveNotices } from '../admin/notices.ts';
import type { Database } from '../tables.ts';

export interface Balance {
  readonly provider: Provider;
  readonly is_configured: boolean;
  readonly balance_cents: number | null;
  readonly balance_entered_at: Date | null;
  readonly threshold_cents: number | null;
  readonly notes: string;
  readonly updated_at: Date | null;
  /** The admin's email address if there is one, else the uid. */
  readonly updated_by: string | null;
  /** Millionths of a US dollar since the balance was entered, or in total if none is entered. */
  readonly spent_microusd: number;
  /** Calls since then whose cost is not known. The sum is without them. */
  readonly unpriced_calls: number;
  readonly remaining_microusd: number | null;
  readonly spent_per_day_microusd: number;
  readonly below_threshold: boolean;
}

const rateDays = 7;
const microusdPerCent = 10_000;

/** The balance of each provider. */
export async function readBalances(db: Kysely<Database>, now = new Date()): Promise<Balance[]> {
  const from = new Date(now.getTime() - rateDays * dayMs);
  const rows = await db
    .selectFrom('provider as p')
    .leftJoin('provider_balance as b', 'b.provider', 'p.id')
    .leftJoin('user_profile as u', 'u.uid', 'b.updated_by')
    .select([
      'p.id as provider',
      'p.is_configured',
      'b.balance_cents',
      'b.balance_entered_at',
      'b.threshold_cents',
      sql<string>`coalesce(b.notes, '')`.as('notes'),
      'b.updated_at',
      sql<string | null>`coalesce(u.email, b.updated_by)`.as('updated_by'),
      sql<number>`(select coalesce(sum(c.cost_microusd), 0)::bigint from provider_call c
        where c.provider = p.id and c.at >= coalesce(b.balance_entered_at, '-infinity'))`.as(
        'spent_microusd',
      ),
      sql<number>`(select count(*) from provider_call c
        where c.provider = p.id and c.at >= coalesce(b.balance_entered_at, '-infinity')
          and c.cost_microusd is null)`.as('unpriced_calls'),
      sql<number>`(select coalesce(sum(c.cost_microusd), 0)::bigint from provider_call c
        where c.provider = p.id and c.at >= ${from})`.as('spent_lately_microusd'),
      sql<Date | null>`(select min(c.at) from provider_call c where c.provider = p.id)`.as(
        'first_call_at',
      ),
    ])
    .orderBy('p.id')
    .execute();
  return rows.map(({ spent_lately_microusd, first_call_at, ...row }) => {
    const remaining =
      row.balance_cents === null ? null : row.balance_cents * microusdPerCent - row.spent_microusd;
    const threshold = row.threshold_cents === null ? null : row.threshold_cents * microusdPerCent;
    const spentPerDay = spent_lately_microusd / getRateDays(first_call_at, now);
    return {
      ...row,
      remaining_microusd: remaining,
      spent_per_day_microusd: Math.round(spentPerDay),
      below_threshold: remaining !== null && threshold !== null && remaining <= threshold,
    };
  });
}

/**
 * The number of days for the daily rate: the days since the first call, but at least one and at most
 * `rateDays`.
 */
function getRateDays(firstCallAt: Date | null, now: Date): number {
  const known = firstCallAt ? (now.getTime() - firstCallAt.getTime()) / dayMs : rateDays;
  return Math.min(rateDays, Math.max(1, known));
}

/** An undefined field leaves the stored value unchanged. */
export interface BalanceChange {
  readonly balanceCents?: number | null | undefined;
  readonly thresholdCents?: number | null | undefined;
  readonly notes?: string | undefined;
  /** True if the balance, new or stored, is the balance of this moment: spending counts from now. */
  readonly balanceIsCurrent: boolean;
}

export async function changeBalances(
  db: Kysely<Database>,
  { changes, uid }: { changes: Partial<Record<Provider, BalanceChange>>; uid: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockWatch(trx);
    const audit: AuditEntry[] = [];
    for (const [provider, change] of Object.entries(changes) as [Provider, BalanceChange][]) {
      audit.push(...(await changeBalance(trx, { provider, change, uid })));
    }
    await compareWithThresholds(trx);
    await insertAudit(trx, ...audit);
  });
}

async function changeBalance(
  trx: Transaction<Database>,
  { provider, change, uid }: { provider: Provider; change: BalanceChange; uid: string },
): Promise<AuditEntry[]> {
  await trx
    .insertInto('provider_balance')
    .values({ provider })
    .onConflict((conflict) => conflict.column('provider').doNothing())
    .execute();
  const before = await trx
    .selectFrom('provider_balance')
    .selectAll()
    .where('provider', '=', provider)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const now = new Date();
  const balance = change.balanceCents === undefined ? before.balance_cents : change.balanceCents;
  const threshold =
    change.thresholdCents === undefined ? before.threshold_cents : change.thresholdCents;
  const notes = change.notes ?? before.notes;
  const isEntered =
    balance !== before.balance_cents || (balance !== null && change.balanceIsCurrent);
  await trx
    .updateTable('provider_balance')
    .set({
      balance_cents: balance,
      threshold_cents: threshold,
      notes,
      ...(isEntered && { balance_entered_at: balance === null ? null : now }),
      updated_at: now,
      updated_by: uid,
    })
    .where('provider', '=', provider)
    .execute();
  const details = {
    provider,
    ...(isEntered && { balanceCents: { from: before.balance_cents, to: balance } }),
    ...(threshold !== before.threshold_cents && {
      thresholdCents: { from: before.threshold_cents, to: threshold },
    }),
    // Notes may contain anything, so the audit trail does not contain their text.
    ...(notes !== before.notes && { notes: 'changed' }),
  };
  return [{ actor: `user:${uid}`, action: 'update-provider-balance', details }];
}

/** Raises or renews a notice for each provider at or below its threshold, and ends the notices of the others. */
export async function watchBalances(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockWatch(trx);
    await compareWithThresholds(trx);
  });
}

/** A stale reading must not end a notice that was raised in the meantime. */
const lockWatch = (trx: Transaction<Database>) => lockUntilCommit(trx, 'balanceWatch');

async function compareWithThresholds(db: Transaction<Database>): Promise<void> {
  for (const balance of await readBalances(db)) {
    const { provider, is_configured, below_threshold, remaining_microusd, threshold_cents } =
      balance;
    if (!below_threshold || !is_configured) {
      await resolveNotices(db, { kind: 'provider_low', subjects: [provider] });
      continue;
    }
    const data = {
      provider,
      remainingUSD: remaining_microusd! / 1_000_000,
      thresholdUSD: threshold_cents! / 100,
    };
    await renewNotice(db, { kind: 'provider_low', data }, provider);
  }
}
