/** Collects the three sides of an Indian day, and compares them (`shared/finance/settlement/reconcile`). */
import { sql, type Kysely, type Transaction } from 'kysely';
import { istDay, istZone, startOfIstDay, addDays, listDays } from '@sachet/shared/time';
import type { SettlementLine } from '@sachet/shared/finance/settlement/line';
import {
  matchItems,
  reconcileDay,
  toLineSubject,
  toSubject,
  type LedgerItem,
  type OpenDispute,
  type ReconciledDay,
  type Transfer,
} from '@sachet/shared/finance/settlement/reconcile';
import { isRareKind } from '../ledger/history/filter.ts';
import { parseCorrectionKey } from './corrections.ts';
import { readSettlementTerms } from './fee-terms.ts';
import type { Database } from '../tables.ts';

/** The kinds of events that moved money at the gateway, and the prefixes of their keys. */
const ledgerKinds = {
  TopUpCredited: { kind: 'payment', prefix: 'topup:' },
  TopUpRefunded: { kind: 'refund', prefix: 'refund:' },
  RefundReturned: { kind: 'refund-returned', prefix: 'refund-returned:' },
  TopUpDisputed: { kind: 'dispute', prefix: 'dispute:' },
  DisputeWon: { kind: 'dispute-won', prefix: 'dispute-won:' },
} as const;
type LedgerKind = keyof typeof ledgerKinds;

export interface ReconciledIndianDay extends ReconciledDay {
  readonly day: string;
}

/**
 * Yields these days in the given order. Consecutive days are read together, as many as fit into memory.
 * `nowMs` decides whether something is late or missing.
 */
export async function* reconcileDays(
  db: Kysely<Database>,
  days: Iterable<string>,
  nowMs: number,
): AsyncGenerator<ReconciledIndianDay> {
  for (const run of toRuns(days)) {
    for (const period of await toPeriods(db, run)) {
      // One snapshot, so that a concurrent import is on all sides or on none.
      yield* await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((trx) => reconcilePeriod(trx, period, nowMs));
    }
  }
}

const daysPerRun = 31;
/** Items of the ledger and of the gateway that are read together; a day with more items is read alone. */
const itemsPerPeriod = 20_000;

/** Consecutive days. */
type Run = readonly [string, ...string[]];

function toRuns(days: Iterable<string>): Run[] {
  const runs: [string, ...string[]][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && run.length < daysPerRun && day === addDays(run.at(-1)!, 1)) run.push(day);
    else runs.push([day]);
  }
  return runs;
}

async function toPeriods(db: Kysely<Database>, run: Run): Promise<Run[]> {
  const { from, to } = toMoments(run);
  const { rows } = await sql<{ day: string; items: number }>`
    select day, sum(items)::bigint as items from (
      select to_char(e.recorded_at at time zone ${istZone}, 'YYYY-MM-DD') as day, count(*) as items
        from ledger_event e
       where ${isGatewayKind} and e.recorded_at >= ${from} and e.recorded_at < ${to} group by 1
      union all
      select created_on, count(*) from settlement_current
       where created_on between ${run[0]} and ${run.at(-1)} group by 1
    ) counted group by day`.execute(db);
  const counted = new Map(rows.map(({ day, items }) => [day, items]));
  const periods: [string, ...string[]][] = [];
  let held = 0;
  for (const day of run) {
    const items = counted.get(day) ?? 0;
    const period = periods.at(-1);
    if (period && held + items <= itemsPerPeriod) period.push(day);
    else {
      periods.push([day]);
      held = 0;
    }
    held += items;
  }
  return periods;
}

const toMoments = (run: Run) => ({
  from: new Date(startOfIstDay(run[0])),
  to: new Date(startOfIstDay(addDays(run.at(-1)!, 1))),
});

/** All days since the first one with data. */
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

/** Exactly the predicate of the partial index on `recorded_at`. */
const isGatewayKind = sql`e.kind in ('TopUpCredited', 'TopUpRefunded', 'RefundReturned',
  'TopUpDisputed', 'DisputeWon', 'GatewayCorrected')`;

async function reconcilePeriod(
  trx: Transaction<Database>,
  period: Run,
  nowMs: number,
): Promise<ReconciledIndianDay[]> {
  const ledger = await readLedgerItems(trx, period);
  const { lines, ...surroundings } = await readLines(trx, period, ledger);
  const reportedUntil = await readReportedUntil(trx, period);
  const terms = await readSettlementTerms(trx);
  const transfers = await readTransfers(trx, period);
  return period.map((day) => {
    const matches = matchItems(ledger.get(day) ?? [], lines.get(day) ?? [], surroundings);
    const sides = {
      matches: matches.filter((match) => match.day === day),
      transfers: transfers.get(day) ?? [],
    };
    const context = {
      terms,
      today: istDay(nowMs),
      reportedUntil: reportedUntil.get(day) ?? null,
    };
    return { day, ...reconcileDay(sides, context) };
  });
}

type ByDay<T> = ReadonlyMap<string, readonly T[]>;

interface LedgerRow {
  day: string;
  kind: LedgerKind | 'GatewayCorrected';
  key: string;
  payment_id: string;
  amount_paise: number;
  wallet_id: string;
  seq: number;
  is_given_back: boolean;
}

const isLeg = (event: 'e' | 'leg') =>
  sql`${sql.ref(`${event}.kind`)} in ('TopUpRefunded', 'RefundReturned', 'TopUpDisputed', 'DisputeWon')`;

/** Whether all steps of this refund or dispute cancel out. */
const isGivenBack = sql<boolean>`${isLeg('e')} and 0 = (
  select sum(leg.amount_paise) from ledger_event leg
   where leg.payment_id = e.payment_id and ${isLeg('leg')}
     and split_part(leg.idempotency_key, ':', 2) = split_part(e.idempotency_key, ':', 2))`;

async function readLedgerItems(
  trx: Transaction<Database>,
  period: Run,
): Promise<ByDay<LedgerItem>> {
  const { from, to } = toMoments(period);
  // A correction belongs to the day of the event that it corrects.
  const { rows } = await sql<LedgerRow>`
    select to_char(e.recorded_at at time zone ${istZone}, 'YYYY-MM-DD') as day,
           e.kind, e.idempotency_key as key, e.payment_id, e.amount_paise, e.wallet_id, e.seq,
           ${isGivenBack} as is_given_back, e.position
      from ledger_event e
     where ${isGatewayKind} and e.kind <> 'GatewayCorrected'
       and e.recorded_at >= ${from} and e.recorded_at < ${to}
    union all
    select to_char(e.effective_at at time zone ${istZone}, 'YYYY-MM-DD'),
           e.kind, e.idempotency_key, e.payment_id, e.amount_paise, e.wallet_id, e.seq,
           false, e.position
      from ledger_event e
     where e.kind = 'GatewayCorrected' and ${isRareKind}
       and e.effective_at >= ${from} and e.effective_at < ${to}
     order by position`.execute(trx);
  return Map.groupBy(rows.map(toLedgerItem), ({ day }) => day);
}

function toLedgerItem(row: LedgerRow): LedgerItem {
  const common = {
    paymentId: row.payment_id,
    amountPaise: row.amount_paise,
    day: row.day,
    walletId: row.wallet_id,
    seq: row.seq,
  };
  if (row.kind === 'GatewayCorrected') {
    const { kind, entityId } = parseCorrectionKey(row.key);
    return { ...common, kind, entityId, isCorrection: true };
  }
  const { kind, prefix } = ledgerKinds[row.kind];
  // `dispute:disp_1:2` is the second step of a dispute.
  const entityId = row.key.startsWith(prefix)
    ? row.key.slice(prefix.length).split(':')[0]!
    : row.key;
  return { ...common, kind, entityId, isGivenBack: row.is_given_back };
}

const lineColumns = sql`
  l.kind, l.entity_id as "entityId", l.amount_paise as "amountPaise", l.debit_paise as "debitPaise",
  l.credit_paise as "creditPaise", l.fee_paise as "feePaise", l.tax_paise as "taxPaise", l.currency,
  l.on_hold as "onHold", l.created_on as "createdOn", l.settled_on as "settledOn",
  nullif(l.settlement_id, '') as "settlementId", l.utr, c.payment_id as "paymentId",
  c.dispute_id as "disputeId", l.method`;

/** A stable order: evidence in another order would reopen what a person has resolved. */
const lineOrder = sql`c.kind, c.entity_id, c.settlement_id`;

/**
 * Assigns the current lines to days: to the day on which the ledger recorded their item, whenever they were
 * made or settled; and lines of items unknown to the ledger to the day on which the gateway made them.
 */
async function readLines(
  trx: Transaction<Database>,
  period: Run,
  ledger: ByDay<LedgerItem>,
): Promise<{
  lines: ByDay<SettlementLine>;
  ofPayments: readonly LedgerItem[];
  open: readonly OpenDispute[];
  reported: ReadonlySet<string>;
}> {
  const days = new Map<string, string[]>();
  for (const [day, items] of ledger) {
    for (const subject of new Set(items.map(toSubject))) {
      days.set(subject, [...(days.get(subject) ?? []), day]);
    }
  }
  const rows = await readStandingLines(trx, period, [...ledger.values()].flat());
  const paymentIds = findUnnamedPayments(rows);
  const ofPayments = await readItemsOfPayments(trx, paymentIds);
  const open = await readOpenDisputes(trx, paymentIds);
  const subjectOf = (line: SettlementLine) => toLineSubject(line, ofPayments, open);
  const getDays = (line: SettlementLine) => days.get(subjectOf(line)) ?? [];
  const isMade = ({ createdOn }: SettlementLine) =>
    period[0] <= createdOn && createdOn <= period.at(-1)!;
  const unmatched = rows.filter((line) => isMade(line) && !getDays(line).includes(line.createdOn));
  const toKey = (line: SettlementLine) => toLedgerKey(subjectOf(line));
  const known = await findLedgerKeys(trx, unmatched, toKey);
  const isUnknown = (line: SettlementLine) => {
    const key = toKey(line);
    return key === null || !known.has(key);
  };
  const unknown = new Set(unmatched.filter(isUnknown));
  const lines = new Map<string, SettlementLine[]>(period.map((day) => [day, []]));
  for (const line of rows) {
    // A dispute also brings its lines of other days, which do not belong to this day.
    for (const day of getDays(line)) lines.get(day)!.push(line);
    if (unknown.has(line)) lines.get(line.createdOn)!.push(line);
  }
  return { lines, ofPayments, open, reported: new Set(rows.map(subjectOf)) };
}

/** The payments of adjustments that name no dispute. Their disputes decide what each adjustment is about. */
const findUnnamedPayments = (lines: readonly SettlementLine[]): string[] => [
  ...new Set(
    lines.flatMap(({ kind, disputeId, paymentId }) =>
      kind === 'adjustment' && disputeId === null && paymentId !== null ? [paymentId] : [],
    ),
  ),
];

async function readOpenDisputes(
  trx: Transaction<Database>,
  paymentIds: readonly string[],
): Promise<OpenDispute[]> {
  if (paymentIds.length === 0) return [];
  return trx
    .selectFrom('payment_dispute')
    .select(['id as entityId', 'payment_id as paymentId', 'amount_paise as amountPaise'])
    .where('payment_id', 'in', paymentIds)
    .where('status', '=', 'open')
    .orderBy('id')
    .execute();
}

/** All ledger events of these payments that an adjustment can be about. */
async function readItemsOfPayments(
  trx: Transaction<Database>,
  paymentIds: readonly string[],
): Promise<LedgerItem[]> {
  if (paymentIds.length === 0) return [];
  const { rows } = await sql<LedgerRow>`
    select to_char(e.recorded_at at time zone ${istZone}, 'YYYY-MM-DD') as day,
           e.kind, e.idempotency_key as key, e.payment_id, e.amount_paise, e.wallet_id, e.seq,
           false as is_given_back
      from ledger_event e
     where e.payment_id = any(${paymentIds})
       and e.kind in ('TopUpDisputed', 'DisputeWon', 'RefundReturned')
     order by e.position`.execute(trx);
  return rows.map(toLedgerItem);
}

/** Lines about these items and their other legs, or made by the gateway in the period; each line once. */
async function readStandingLines(
  trx: Transaction<Database>,
  period: Run,
  items: readonly LedgerItem[],
): Promise<SettlementLine[]> {
  const getIds = (...kinds: LedgerItem['kind'][]) =>
    items.filter(({ kind }) => kinds.includes(kind)).map(({ entityId }) => entityId);
  const disputes = getIds('dispute', 'dispute-won');
  const adjusted = items
    .filter(({ kind, isGivenBack: back }) => kind !== 'payment' && (kind !== 'refund' || back))
    .map(({ paymentId }) => paymentId);
  const isMade = sql`created_on between ${period[0]} and ${period.at(-1)}`;
  const { rows } = await sql<SettlementLine>`
    select ${lineColumns} from (
      select * from settlement_current where ${isMade}
      union all
      select * from settlement_current
       where kind = 'payment' and entity_id = any(${getIds('payment')}) and not ${isMade}
      union all
      select * from settlement_current
       where kind = 'refund' and entity_id = any(${getIds('refund', 'refund-returned')}) and not ${isMade}
      union all
      (select * from settlement_current
        where kind = 'adjustment' and entity_id = any(${disputes}) and not ${isMade}
       union
       select * from settlement_current
        where kind = 'adjustment' and dispute_id = any(${disputes}) and not ${isMade}
       union
       select * from settlement_current
        where kind = 'adjustment' and dispute_id is null and payment_id = any(${adjusted})
          and not ${isMade})
    ) c join settlement_line l on l.id = c.line_id
     where not l.is_gone
     order by ${lineOrder}`.execute(trx);
  return rows;
}

/** `refund:rfnd_1` for `refund rfnd_1`; null for subjects without ledger events. */
function toLedgerKey(subject: string): string | null {
  const [kind, id] = subject.split(' ');
  const known = Object.values(ledgerKinds).find((each) => each.kind === kind);
  return known ? `${known.prefix}${id}` : null;
}

/** Returns the keys that the ledger has. The dashboard's export does not name the payments of refunds. */
async function findLedgerKeys(
  trx: Transaction<Database>,
  lines: readonly SettlementLine[],
  toKey: (line: SettlementLine) => string | null,
): Promise<Set<string>> {
  const toLedgerKeys = (some: readonly SettlementLine[]) =>
    some.flatMap((line) => toKey(line) ?? []);
  const named = lines.filter(({ paymentId }) => paymentId !== null);
  const unnamed = toLedgerKeys(lines.filter(({ paymentId }) => paymentId === null));
  const paymentIds = [...new Set(named.map(({ paymentId }) => paymentId))];
  const { rows } = await sql<{ key: string }>`
    select e.idempotency_key as key from ledger_event e
     where e.payment_id = any(${paymentIds}) and e.idempotency_key = any(${toLedgerKeys(named)})
    union all
    select e.idempotency_key from ledger_event e
     where ${unnamed.length > 0} and e.kind in ('TopUpRefunded', 'RefundReturned', 'TopUpDisputed', 'DisputeWon')
       and ${isRareKind} and e.idempotency_key = any(${unnamed})`.execute(trx);
  return new Set(rows.map(({ key }) => key));
}

/**
 * For each day with a complete report, the last day of the unbroken series of complete reports that begins
 * with it. A report is complete if it was completed after the end of its day.
 */
async function readReportedUntil(
  trx: Transaction<Database>,
  period: Run,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ day: string; until: string }>`
    with reported as (
      select day, day::date - row_number() over (order by day)::int as run
        from settlement_day
       where day >= ${period[0]}
         and complete_at >= (day::date + 1)::timestamp at time zone ${istZone}
    ), runs as (
      select run, max(day) as last from reported group by run
    )
    select day, last as until from reported join runs using (run)
     where day <= ${period.at(-1)}`.execute(trx);
  return new Map(rows.map(({ day, until }) => [day, until]));
}

/** The latest arrival of money in the bank after its settlement; a bank holiday may lie between. */
export const arrivesWithinDays = 3;

/**
 * The settled sums and the bank's sums, on the first day of each settlement, and other money in the bank. A
 * settlement's sum contains every line with its id once, because some lines lack the UTR, and some are of
 * another day.
 */
async function readTransfers(trx: Transaction<Database>, period: Run): Promise<ByDay<Transfer>> {
  const [first, last] = [period[0], period.at(-1)];
  const { rows } = await sql<Transfer>`
    with touched as (
      select distinct settlement_id from settlement_current
       where settled_on between ${first} and ${last} and settlement_id <> ''
    ), settlement as (
      select c.settlement_id, max(upper(c.utr)) as utr, min(c.settled_on) as day,
             sum(l.credit_paise - l.debit_paise)::bigint as paise
        from touched t join settlement_current c using (settlement_id)
        join settlement_line l on l.id = c.line_id
       where not l.is_gone
       group by c.settlement_id
    ), settled as (
      select utr, min(day) as day, sum(paise)::bigint as paise
        from settlement where utr is not null group by utr
    ), explained as (
      select utr, day, sum(amount_paise)::bigint as paise
        from bank_entry where status = 'approved' group by utr, day
    )
    select s.utr, s.day, s.paise as "settledPaise",
           coalesce((select sum(b.amount_paise)::bigint from bank_money b
                      where b.refs @> array[s.utr] and b.settlement_utr = s.utr and b.is_gateway),
             case when (select max(to_day) from settlement_import i
                         where source = 'bank' and not exists (
                           select from bank_withdrawal w where w.import_id = i.id))
                       > to_char(s.day::date + ${arrivesWithinDays}::int, 'YYYY-MM-DD')
                  then 0 end) as "bankPaise",
           coalesce((select sum(e.paise)::bigint from explained e where e.utr = s.utr), 0)
             as "explainedPaise"
      from settled s where s.day between ${first} and ${last}
    union all
    select utr, day, null, b.paise, coalesce(e.paise, 0)
      from (
        -- The digest of a line stays the same if its statement is withdrawn and imported again.
        select coalesce(refs[1], 'line ' || left(encode(digest, 'hex'), 12)) as utr, day,
               sum(amount_paise)::bigint as paise
          from bank_money
         where day between ${first} and ${last} and is_gateway and settlement_utr is null
         group by 1, day
      ) b full join (
        -- An entry remains if the bank money that it explains was withdrawn.
        select e.* from explained e
         where e.day between ${first} and ${last} and e.paise <> 0 and not exists (
           select from settlement_current c join settlement_line l on l.id = c.line_id
            where upper(c.utr) = e.utr and c.settled_on is not null and not l.is_gone)
      ) e using (utr, day)
     order by day, utr`.execute(trx);
  return Map.groupBy(rows, ({ day }) => day);
}
