/** Puts the three sides of an Indian day together, and compares them (`shared/settlement/reconcile`). */
import { sql, type Kysely, type Transaction } from 'kysely';
import { istDay, istZone, startOfIstDay } from '@sachet/shared/ledger/calendar';
import { addDays, listDays } from '@sachet/shared/settlement/day';
import type { SettlementLine } from '@sachet/shared/settlement/line';
import {
  matchItems,
  razorpayTerms,
  reconcileDay,
  toLineSubject,
  type LedgerItem,
  type ReconciledDay,
  type Transfer,
} from '@sachet/shared/settlement/reconcile';
import { isRareKind } from '../ledger-history/filter.ts';
import type { Database } from '../tables.ts';

/** What the ledger calls the events that moved money at the gateway, and how their keys begin. */
const ledgerKinds = {
  TopUpCredited: { kind: 'payment', prefix: 'topup:' },
  TopUpRefunded: { kind: 'refund', prefix: 'refund:' },
  TopUpDisputed: { kind: 'dispute', prefix: 'dispute:' },
  DisputeWon: { kind: 'dispute-won', prefix: 'dispute-won:' },
} as const;
type LedgerKind = keyof typeof ledgerKinds;

export interface ReconciledIndianDay extends ReconciledDay {
  readonly day: string;
}

/**
 * These days one after the other; one at a time is held in memory. `nowMs`: what is late or missing
 * is judged by it.
 */
export async function* reconcileDays(
  db: Kysely<Database>,
  days: Iterable<string>,
  nowMs: number,
): AsyncGenerator<ReconciledIndianDay> {
  for (const each of days) {
    // One snapshot, so that what is imported meanwhile is on all sides or on none.
    yield await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((trx) => reconcileOneDay(trx, each, nowMs));
  }
}

/** From the first of which anybody knows anything until today. */
export async function findReconciledDays(db: Kysely<Database>, nowMs: number): Promise<string[]> {
  const { rows } = await sql<{ first: string | null }>`
    select least(
      (select to_char(min(e.recorded_at) at time zone ${istZone}, 'YYYY-MM-DD')
         from ledger_event e where ${isGatewayKind}),
      (select min(created_on) from settlement_current),
      (select min(settled_on) from settlement_current),
      (select min(day) from bank_line)) as first`.execute(db);
  const first = rows[0]?.first ?? null;
  return first === null ? [] : listDays(first, istDay(nowMs));
}

/** `ledgerKinds`, as the index on `recorded_at` says it. */
const isGatewayKind = sql`e.kind in ('TopUpCredited', 'TopUpRefunded', 'TopUpDisputed', 'DisputeWon')`;

async function reconcileOneDay(
  trx: Transaction<Database>,
  day: string,
  nowMs: number,
): Promise<ReconciledIndianDay> {
  const ledger = await readLedgerItems(trx, day);
  const lines = [
    ...(await readLinesOf(trx, ledger)),
    ...(await readLinesWithoutLedger(trx, day, ledger)),
  ];
  const matches = matchItems(ledger, lines).filter((match) => match.day === day);
  const context = {
    terms: razorpayTerms,
    today: istDay(nowMs),
    reportedUntil: await readReportedUntil(trx, day),
  };
  const transfers = await readTransfers(trx, day);
  return { day, ...reconcileDay({ matches, transfers }, context) };
}

interface LedgerRow {
  kind: LedgerKind;
  key: string;
  payment_id: string;
  amount_paise: number;
  wallet_id: string;
  seq: number;
  is_won: boolean;
}

async function readLedgerItems(trx: Transaction<Database>, day: string): Promise<LedgerItem[]> {
  const from = new Date(startOfIstDay(day));
  const to = new Date(startOfIstDay(addDays(day, 1)));
  const { rows } = await sql<LedgerRow>`
    select e.kind, e.idempotency_key as key, e.payment_id, e.amount_paise, e.wallet_id, e.seq,
           e.kind = 'TopUpDisputed' and exists (
             select from ledger_event w
              where w.payment_id = e.payment_id and w.kind = 'DisputeWon'
                and w.idempotency_key = replace(e.idempotency_key, 'dispute:', 'dispute-won:')
           ) as is_won
      from ledger_event e
     where ${isGatewayKind}
       and e.recorded_at >= ${from} and e.recorded_at < ${to}
     order by e.position`.execute(trx);
  return rows.map((row) => {
    const { kind, prefix } = ledgerKinds[row.kind];
    return {
      kind,
      entityId: row.key.startsWith(prefix) ? row.key.slice(prefix.length) : row.key,
      paymentId: row.payment_id,
      amountPaise: row.amount_paise,
      day,
      walletId: row.wallet_id,
      seq: row.seq,
      isWon: row.is_won,
    };
  });
}

const lineColumns = sql`
  l.kind, l.entity_id as "entityId", l.amount_paise as "amountPaise", l.debit_paise as "debitPaise",
  l.credit_paise as "creditPaise", l.fee_paise as "feePaise", l.tax_paise as "taxPaise", l.currency,
  l.on_hold as "onHold", l.created_on as "createdOn", l.settled_on as "settledOn",
  nullif(l.settlement_id, '') as "settlementId", l.utr, c.payment_id as "paymentId",
  c.dispute_id as "disputeId"`;

/** Always the same: evidence in another order would open again what a person has resolved. */
const lineOrder = sql`c.kind, c.entity_id, c.settlement_id`;

/** The standing lines about what the ledger knows, whenever they were settled. */
async function readLinesOf(
  trx: Transaction<Database>,
  ledger: readonly LedgerItem[],
): Promise<SettlementLine[]> {
  const idsOf = (kind: 'payment' | 'refund') =>
    ledger.filter((item) => item.kind === kind).map(({ entityId }) => entityId);
  const disputes = ledger
    .filter(({ kind }) => kind === 'dispute' || kind === 'dispute-won')
    .map(({ entityId }) => entityId);
  const { rows } = await sql<SettlementLine>`
    with about as (
      select kind, entity_id, settlement_id from settlement_current
       where kind = 'payment' and entity_id = any(${idsOf('payment')})
      union
      select kind, entity_id, settlement_id from settlement_current
       where kind = 'refund' and entity_id = any(${idsOf('refund')})
      union
      select kind, entity_id, settlement_id from settlement_current
       where kind = 'adjustment' and entity_id = any(${disputes})
      union
      select kind, entity_id, settlement_id from settlement_current
       where kind = 'adjustment' and dispute_id = any(${disputes})
    )
    select ${lineColumns} from about
      join settlement_current c using (kind, entity_id, settlement_id)
      join settlement_line l on l.id = c.line_id
     where not l.is_gone
     order by ${lineOrder}`.execute(trx);
  // Of a dispute both sides come: the one that belongs to another day is not this day's.
  const subjects = new Set(ledger.map(({ kind, entityId }) => `${kind} ${entityId}`));
  return rows.filter((line) => subjects.has(toLineSubject(line)));
}

/** The standing lines that the gateway made on this day and of which the ledger knows nothing on any day. */
async function readLinesWithoutLedger(
  trx: Transaction<Database>,
  day: string,
  ledger: readonly LedgerItem[],
): Promise<SettlementLine[]> {
  const { rows } = await sql<SettlementLine>`
    select ${lineColumns} from settlement_current c join settlement_line l on l.id = c.line_id
     where c.created_on = ${day} and not l.is_gone
     order by ${lineOrder}`.execute(trx);
  const today = new Set(ledger.map(({ kind, entityId }) => `${kind} ${entityId}`));
  const others = rows.filter((line) => !today.has(toLineSubject(line)));
  const known = await findLedgerKeys(trx, others);
  return others.filter((line) => {
    const key = toLedgerKey(toLineSubject(line));
    return key === null || !known.has(key);
  });
}

/** `refund:rfnd_1` of `refund rfnd_1`; null for what the ledger has no events of. */
function toLedgerKey(subject: string): string | null {
  const [kind, id] = subject.split(' ');
  const known = Object.values(ledgerKinds).find((each) => each.kind === kind);
  return known ? `${known.prefix}${id}` : null;
}

/** Which of these are keys of the ledger. An export of the dashboard names no payment of refunds. */
async function findLedgerKeys(
  trx: Transaction<Database>,
  lines: readonly SettlementLine[],
): Promise<Set<string>> {
  const keysOf = (some: readonly SettlementLine[]) =>
    some.flatMap((line) => toLedgerKey(toLineSubject(line)) ?? []);
  const named = lines.filter(({ paymentId }) => paymentId !== null);
  const unnamed = keysOf(lines.filter(({ paymentId }) => paymentId === null));
  const paymentIds = [...new Set(named.map(({ paymentId }) => paymentId))];
  const { rows } = await sql<{ key: string }>`
    select e.idempotency_key as key from ledger_event e
     where e.payment_id = any(${paymentIds}) and e.idempotency_key = any(${keysOf(named)})
    union all
    select e.idempotency_key from ledger_event e
     where ${unnamed.length > 0} and e.kind in ('TopUpRefunded', 'TopUpDisputed', 'DisputeWon')
       and ${isRareKind} and e.idempotency_key = any(${unnamed})`.execute(trx);
  return new Set(rows.map(({ key }) => key));
}

/** The last day before the first one from `day` on whose report was not complete after it had ended. */
async function readReportedUntil(trx: Transaction<Database>, day: string): Promise<string | null> {
  const { rows } = await sql<{ until: string | null }>`
    with reported as (
      select day, day::date - row_number() over (order by day)::int as run
        from settlement_day
       where day >= ${day} and complete_at >= (day::date + 1)::timestamp at time zone 'Asia/Kolkata'
    )
    select max(day) as until from reported
     where run = (select run from reported where day = ${day})`.execute(trx);
  return rows[0]?.until ?? null;
}

/** How long after its settlement money is in the bank at the latest; a bank holiday may lie between. */
const arrivesWithinDays = 3;

/** What was settled on this day, and what the bank has of it; and what the bank has besides. */
async function readTransfers(trx: Transaction<Database>, day: string): Promise<Transfer[]> {
  const { rows } = await sql<Transfer>`
    with settled as (
      select c.utr, sum(l.credit_paise - l.debit_paise)::bigint as paise
        from settlement_current c join settlement_line l on l.id = c.line_id
       where c.settled_on = ${day} and c.utr is not null and not l.is_gone
       group by c.utr
    )
    select s.utr, ${day}::text as day, s.paise as "settledPaise",
           coalesce((select sum(b.amount_paise)::bigint from bank_line b where b.utr = s.utr),
             case when (select max(day) from bank_line) > ${addDays(day, arrivesWithinDays)}
                  then 0 end) as "bankPaise"
      from settled s
    union all
    select b.utr, ${day}, null, sum(b.amount_paise)::bigint from bank_line b
     where b.day = ${day}
       and not exists (
         select from settlement_current c join settlement_line l on l.id = c.line_id
          where c.utr = b.utr and not l.is_gone)
     group by b.utr`.execute(trx);
  return rows;
}
