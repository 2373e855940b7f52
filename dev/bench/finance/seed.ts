/** Copies a year of events, their wallets, and the settlements of their payments into the tables. */
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { istDay } from '@sachet/shared/time';
import { storedFields } from '@sachet/shared/ledger/event';
import type { SettlementLine } from '@sachet/shared/finance/settlement/line';
import { positionsPerBlock } from '@sachet/db/ledger/memory';
import type { OpenWallet } from '@sachet/db/ledger/book';
import type { StoredEvent } from '@sachet/db/ledger/rows';
import { number, say } from '../report.ts';
import { toLineRow, toReportLine } from './report-lines.ts';
import { createYear, planYear, team, toUid, type Plan, type Seed } from './year.ts';

export interface Seeded {
  readonly plan: Plan;
  /** Settled lines of the busy day's payments, which are in no table yet. */
  readonly busyLines: readonly SettlementLine[];
}

export async function seedYear(owner: Pool, seed: Seed): Promise<Seeded> {
  const plan = planYear(seed);
  const { events, wallets } = createYear(plan);
  const lines = new Map<string, SettlementLine[]>();

  function* eventRows(): Generator<Row> {
    for (const stored of events()) {
      const { event } = stored;
      const day = istDay(event.recordedAtMs);
      const line = toReportLine(event, day);
      if (line) addTo(lines, day, line);
      yield toEventRow(stored);
    }
  }

  const began = performance.now();
  const copied = await copyRows(owner, 'ledger_event', eventRows());
  await owner.query(`select setval('ledger_position', $1)`, [
    Math.ceil(copied / positionsPerBlock) + 1,
  ]);
  await copyRows(owner, 'wallet', [...wallets.values()].map(toWalletRow).values());
  await owner.query(`
    insert into member_month (wallet_id, member_uid, month, spent_paise, held_paise)
    select wallet_id, member_uid, budget_month, -sum(amount_paise), sum(held_paise)
      from ledger_event where member_uid is not null group by 1, 2, 3`);
  const busyLines = lines.get(plan.busyDay) ?? [];
  lines.delete(plan.busyDay);
  const settled = await seedSettlements(owner, plan, lines);
  // Analyses the new tables. Autovacuum would have analysed older tables.
  await owner.query('vacuum analyze');
  say(
    `${number(copied)} events of ${number(wallets.size)} wallets and ${number(settled)} settled lines ` +
      `copied in ${number((performance.now() - began) / 1000)} s`,
  );
  return { plan, busyLines };
}

function addTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

const toEventRow = ({ event, ...proof }: StoredEvent): Row =>
  Object.fromEntries(
    storedFields.map(([name, { type, column }]) => {
      if (name === 'requestHash' || name === 'hash') return [column, proof[name]];
      const value = event[name];
      return [column, type === 'moment' && value !== null ? new Date(value) : value];
    }),
  );

function toWalletRow({ state, seq, head, recordedAtMs }: OpenWallet): Row {
  const { walletId: id, balancePaise, heldPaise, floorPaise } = state;
  return {
    id,
    owner_kind: id === team ? 'organization' : 'user',
    owner_id: id === team ? id : toUid(Number(id.slice(4))),
    balance_paise: balancePaise,
    held_paise: heldPaise,
    floor_paise: floorPaise,
    seq,
    head,
    recorded_at: seq === 0 ? '-infinity' : new Date(recordedAtMs),
  };
}

/** Stores the settlements of all days whose report exists by now. Returns the number of lines. */
async function seedSettlements(
  owner: Pool,
  { days }: Plan,
  lines: ReadonlyMap<string, readonly SettlementLine[]>,
): Promise<number> {
  const last = days.at(-1)!;
  function* rows(): Generator<Row> {
    for (const ofDay of lines.values()) {
      for (const line of ofDay) {
        if (line.settledOn! <= last) yield toLineRow(line);
      }
    }
  }
  const copied = await copyRows(owner, 'settlement_line', rows());
  await owner.query(`
    insert into settlement_current (kind, entity_id, settlement_id, line_id, created_on, settled_on,
           utr, payment_id, dispute_id)
    select kind, entity_id, settlement_id, id, created_on, settled_on, utr, payment_id, dispute_id
      from settlement_line`);
  await owner.query(
    `with statement as (
       insert into settlement_import (source, file_digest, requested_by, outcome, lines, new_lines,
              changed_lines, from_day, to_day, started_at)
       select 'bank', sha256('bank'), 'finance', 'complete', 0, 0, 0, min(settled_on),
              max(settled_on), now() from settlement_line
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

type Value = string | number | boolean | Date | Uint8Array | null;
/** Values by column. All rows of a table have the same columns. */
export type Row = Record<string, Value>;

const rowsPerChunk = 500;

/** Copies the rows with COPY. Returns how many. */
async function copyRows(owner: Pool, table: string, rows: IterableIterator<Row>): Promise<number> {
  const first: Row = rows.next().value;
  const client = await owner.connect();
  try {
    const columns = Object.keys(first).join(', ');
    const copy = client.query(copyFrom(`copy ${table} (${columns}) from stdin`));
    await pipeline(Readable.from(toChunks(first, rows)), copy);
    return copy.rowCount;
  } finally {
    client.release();
  }
}

function* toChunks(first: Row, others: Iterable<Row>): Generator<string> {
  let text = toLine(first);
  let count = 1;
  for (const row of others) {
    text += toLine(row);
    count += 1;
    if (count % rowsPerChunk !== 0) continue;
    yield text;
    text = '';
  }
  if (text) yield text;
}

const toLine = (row: Row) => `${Object.values(row).map(toText).join('\t')}\n`;

/** A value in COPY's text format. No seeded text has a character that COPY escapes. */
function toText(value: Value): string {
  if (value === null) return '\\N';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return `\\\\x${Buffer.from(value).toString('hex')}`;
  return String(value);
}
