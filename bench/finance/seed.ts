/** Copies a year of events, their wallets, and the settlements of their payments into the tables. */
import { performance } from 'node:perf_hooks';
import type { Pool } from 'pg';
import { istDay } from '@sachet/shared/ledger/calendar';
import { storedFields } from '@sachet/shared/ledger/event';
import type { SettlementLine } from '@sachet/shared/settlement/line';
import { positionsPerBlock } from '@sachet/db/ledger/memory';
import type { OpenWallet } from '@sachet/db/ledger/book';
import type { StoredEvent } from '@sachet/db/ledger/rows';
import { number, say } from '../report.ts';
import { copyRows, type Value } from './copy.ts';
import { lineColumns, toLineRow, toReportLine } from './report-lines.ts';
import { createYear, planYear, team, type Plan, type Seed } from './year.ts';

export interface Seeded {
  readonly plan: Plan;
  /** Settled lines of what was paid on the busy day: they are in no table yet. */
  readonly busyLines: readonly SettlementLine[];
}

const eventColumns = storedFields.map(([, { column }]) => column);

export async function seedYear(owner: Pool, seed: Seed): Promise<Seeded> {
  const plan = planYear(seed);
  const { events, wallets } = createYear(plan);
  const lines = new Map<string, SettlementLine[]>();
  const progress = createProgress('events copied', seed.events);

  function* eventRows(): Generator<Value[]> {
    for (const stored of events()) {
      const { event } = stored;
      const day = istDay(event.recordedAtMs);
      const line = toReportLine(event, day);
      if (line) addTo(lines, day, line);
      progress.add(1);
      yield toEventRow(stored);
    }
  }

  const began = performance.now();
  const copied = await withoutIndexes(owner, 'ledger_event', () =>
    copyRows(owner, { table: 'ledger_event', columns: eventColumns }, eventRows()),
  );
  await owner.query(`select setval('ledger_position', $1)`, [
    Math.ceil(copied / positionsPerBlock) + 1,
  ]);
  await copyRows(
    owner,
    { table: 'wallet', columns: walletColumns },
    [...wallets.values()].map(toWalletRow),
  );
  await owner.query(`
    insert into member_month (wallet_id, member_uid, month, spent_paise, held_paise)
    select wallet_id, member_uid, budget_month, -sum(amount_paise), sum(held_paise)
      from ledger_event where member_uid is not null group by 1, 2, 3`);
  const written = performance.now();

  const busyLines = lines.get(plan.busyDay) ?? [];
  lines.delete(plan.busyDay);
  const settled = await seedSettlements(owner, plan, lines);
  // Autovacuum would have analysed older tables.
  await owner.query('vacuum analyze');
  say(
    `${number(copied)} events of ${number(wallets.size)} wallets in ${number((written - began) / 1000)} s, ` +
      `${number((1000 * copied) / (written - began))} events/s; ${number(settled)} settled lines; ` +
      `all in ${number((performance.now() - began) / 1000)} s`,
  );
  return { plan, busyLines };
}

function addTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

const toEventRow = ({ event, ...proof }: StoredEvent): Value[] =>
  storedFields.map(([name, { type }]) => {
    if (name === 'requestHash' || name === 'hash') return proof[name];
    const value = event[name];
    return type === 'moment' && value !== null ? new Date(value) : value;
  });

const walletColumns = [
  'id',
  'owner_kind',
  'owner_id',
  'balance_paise',
  'held_paise',
  'floor_paise',
  'seq',
  'head',
  'recorded_at',
];

function toWalletRow({ state, seq, head, recordedAtMs }: OpenWallet): Value[] {
  const { walletId, balancePaise, heldPaise, floorPaise } = state;
  return [
    walletId,
    walletId === team ? 'organization' : 'user',
    `owner_of_${walletId}`,
    balancePaise,
    heldPaise,
    floorPaise,
    seq,
    head,
    seq === 0 ? '-infinity' : new Date(recordedAtMs),
  ];
}

/** Of every day whose report would have come by now. Returns how many lines. */
async function seedSettlements(
  owner: Pool,
  { days }: Plan,
  lines: ReadonlyMap<string, readonly SettlementLine[]>,
): Promise<number> {
  const all = [...lines.values()];
  const total = all.reduce((sum, { length }) => sum + length, 0);
  const progress = createProgress('lines copied', total);
  const last = days.at(-1)!;
  function* rows(): Generator<Value[]> {
    for (const ofDay of all) {
      for (const line of ofDay) {
        progress.add(1);
        if (line.settledOn! <= last) yield toLineRow(line);
      }
    }
  }
  const copied = await copyRows(owner, { table: 'settlement_line', columns: lineColumns }, rows());
  await owner.query(`
    insert into settlement_current (kind, entity_id, settlement_id, line_id, created_on, settled_on,
           utr, payment_id, dispute_id)
    select kind, entity_id, settlement_id, id, created_on, settled_on, utr, payment_id, dispute_id
      from settlement_line`);
  await owner.query(
    `with statement as (
       insert into settlement_import (source, file_digest, requested_by, outcome, lines, new_lines,
              changed_lines, from_day, to_day, compared_at, started_at)
       select 'bank', sha256('bank'), 'finance', 'complete', 0, 0, 0, min(settled_on),
              max(settled_on), now(), now() from settlement_line
       returning id
     )
     insert into bank_line (import_id, line, day, amount_paise, narration, refs, names_gateway, digest)
     select statement.id, row_number() over (order by settled_on), settled_on, paise,
            'NEFT CR RAZORPAY SOFTWARE ' || utr, array[upper(utr)], true, sha256(utr::bytea)
       from statement, (
         select utr, settled_on, sum(credit_paise - debit_paise) as paise from settlement_line
          group by utr, settled_on) settled`,
  );
  await owner.query(
    `with report as (
       select day, (select count(*) from settlement_line where settled_on = day) as lines,
              ((day::date + 2)::timestamp at time zone 'Asia/Kolkata') as complete_at
         from unnest($1::text[]) as day
     ), imported as (
       insert into settlement_import (source, day, requested_by, outcome, lines, new_lines,
              changed_lines, started_at, finished_at)
       select 'gateway', day, 'worker', 'complete', lines, lines, 0, complete_at, complete_at
         from report order by day
     )
     insert into settlement_day (day, complete_at, lines) select day, complete_at, lines from report`,
    [days],
  );
  return copied;
}

/** An index is built faster than it grows. */
async function withoutIndexes<T>(owner: Pool, table: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await owner.query<{ toDrop: string; toAdd: string }>(
    `select format('alter table %s drop constraint %I', $1::regclass, conname) as "toDrop",
            format('alter table %s add constraint %I %s', $1::regclass, conname,
              pg_get_constraintdef(oid)) as "toAdd"
       from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u')
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
       from pg_index where indrelid = $1::regclass
        and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  );
  for (const { toDrop } of rows) await owner.query(toDrop);
  const result = await work();
  const began = performance.now();
  for (const { toAdd } of rows) await owner.query(toAdd);
  say(`  ${rows.length} indexes of ${table}, ${number((performance.now() - began) / 1000)} s`);
  return result;
}

/** Says each tenth of the way. */
function createProgress(what: string, total: number) {
  const began = performance.now();
  let done = 0;
  return {
    add(count: number): void {
      const before = Math.floor((10 * done) / total);
      done += count;
      if (Math.floor((10 * done) / total) === before) return;
      const seconds = (performance.now() - began) / 1000;
      say(`  ${number(done)} ${what}, ${number(seconds)} s`);
    },
  };
}
