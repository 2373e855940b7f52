/** Loads a batch: locks its wallets, then reads what its commands name. */
import type { Selectable } from 'kysely';
import type { Client, QueryResult } from 'pg';
import { istZone } from '@sachet/shared/ledger/calendar';
import { namedChargeSeq, type Command } from '@sachet/shared/ledger/command';
import type { LedgerEvent } from '@sachet/shared/ledger/event';
import { evolveCharge, evolveHold, evolvePayment } from '@sachet/shared/ledger/evolve';
import type { MemberMonthState } from '@sachet/shared/ledger/state';
import type { MemberBudgetTable, MemberMonthTable, WalletTable } from '../tables.ts';
import { arrayLiteral } from './array-literal.ts';
import { compositeKey, type Book, type OpenWallet } from './book.ts';
import { eventColumnList, eventFromRow, type EventRow, type StoredEvent } from './rows.ts';

/** Positions come in blocks, one block a batch, so that one `nextval` orders a whole batch. */
export const positionsPerBlock = 1000;

const lookups = {
  // Clock and positions come after the last lock: only then is their order the wallets' order. The
  // CTE is filled as it is read, so the count reads it whole, and the newest clock is the one that holds.
  wallets: `
    with locked as materialized (
      select id, balance_paise, held_paise, floor_paise, locked_paise, seq, head, recorded_at
      from wallet where id = any($1::text[]) order by id for update
    )
    select locked.id, balance_paise, held_paise, floor_paise, locked_paise, seq, head,
           extract(epoch from recorded_at)::float8 * 1000 as recorded_at_ms,
           floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms,
           (select nextval('ledger_position') from (select count(*) from locked) as every_row) as block
    from locked`,
  // By order and limit, which only the keys' index can serve: the primary key's begins with the
  // wallet too, and would read the whole of it.
  earlier: `
    select e.*
    from unnest($1::text[], $2::text[]) as k (wallet_id, idempotency_key), lateral (
      select ${eventColumnList} from ledger_event
      where (wallet_id, idempotency_key) >= (k.wallet_id, k.idempotency_key)
      order by wallet_id, idempotency_key limit 1
    ) e
    where e.wallet_id = k.wallet_id and e.idempotency_key = k.idempotency_key`,
  holds: `
    select e.* from unnest($1::text[]) as k (id), lateral (
      select ${eventColumnList} from ledger_event where hold_id = k.id offset 0
    ) e`,
  charges: `
    select e.* from unnest($1::text[], $2::int8[]) as k (wallet_id, seq), lateral (
      select ${eventColumnList} from ledger_event where wallet_id = k.wallet_id and seq = k.seq
      union all
      select ${eventColumnList} from ledger_event
      where wallet_id = k.wallet_id and reverses_seq = k.seq
    ) e`,
  payments: `
    select e.* from unnest($1::text[]) as k (id), lateral (
      select ${eventColumnList} from ledger_event where payment_id = k.id offset 0
    ) e`,
  // From last month on: near midnight a wallet's clock and the database's may be in two months.
  budgets: `
    select b.wallet_id, b.member_uid, b.budget_paise, m.month, m.spent_paise, m.held_paise
    from (select distinct * from unnest($1::text[], $2::text[])) as k (wallet_id, member_uid),
    lateral (
      select * from member_budget
      where wallet_id = k.wallet_id and member_uid = k.member_uid offset 0
    ) b
    left join lateral (
      select * from member_month
      where wallet_id = b.wallet_id and member_uid = b.member_uid and month >= to_char(
        (clock_timestamp() - interval '32 days') at time zone '${istZone}', 'YYYY-MM')
      order by wallet_id, member_uid, month offset 0
    ) m on true
    where b.budget_paise > 0`,
};

type Rows = Promise<QueryResult>;

const nothing: Rows = Promise.resolve({ rows: [] } as unknown as QueryResult);

/**
 * Every statement is sent before the first answer is awaited: one round trip for all. What has
 * nothing to look for is not sent.
 */
function ask(client: Client, name: keyof typeof lookups, keys: (string | number)[][]): Rows {
  if (keys[0]!.length === 0) return nothing;
  const values = keys.map(arrayLiteral);
  const answer = client.query({ name: `ledger_read_${name}`, text: lookups[name], values });
  // The caller that awaits it gets the failure; an earlier failure must not leave this one unhandled.
  answer.catch(() => {});
  return answer;
}

/** Those commands that were accepted before, by wallet and key. */
export async function findEarlier(
  client: Client,
  commands: readonly Command[],
): Promise<Map<string, StoredEvent>> {
  return byKey(await askEarlier(client, commands));
}

const askEarlier = (client: Client, commands: readonly Command[]): Rows =>
  ask(client, 'earlier', [commands.map((c) => c.walletId), commands.map((c) => c.idempotencyKey)]);

const byKey = ({ rows }: QueryResult): Map<string, StoredEvent> =>
  new Map(
    (rows as EventRow[]).map((row) => [
      compositeKey(row.wallet_id, row.idempotency_key),
      eventFromRow(row),
    ]),
  );

/** Looks for what should not be there, earlier commands with the same keys, only `carefully`. */
export async function loadBatch(
  client: Client,
  commands: readonly Command[],
  carefully: boolean,
): Promise<Book> {
  const pick = (pickOne: (command: Command) => string | undefined): string[] => [
    ...new Set(commands.map(pickOne).filter((value) => value !== undefined)),
  ];
  const charges = new Map(
    commands.flatMap((c): [string, [string, number]][] => {
      const seq = namedChargeSeq(c);
      return seq === undefined ? [] : [[compositeKey(c.walletId, seq), [c.walletId, seq]]];
    }),
  );
  const spenders = commands.flatMap((c) => ('memberUid' in c ? [c] : []));

  const asked = {
    wallets: ask(client, 'wallets', [pick((c) => c.walletId)]),
    earlier: askEarlier(client, carefully ? commands : []),
    holds: ask(client, 'holds', [pick((c) => ('holdId' in c ? c.holdId : undefined))]),
    charges: ask(client, 'charges', [
      [...charges.values()].map(([walletId]) => walletId),
      [...charges.values()].map(([, seq]) => seq),
    ]),
    payments: ask(client, 'payments', [pick((c) => ('paymentId' in c ? c.paymentId : undefined))]),
    budgets: ask(client, 'budgets', [
      spenders.map((c) => c.walletId),
      spenders.map((c) => c.memberUid),
    ]),
  };
  const wallets = (await asked.wallets).rows;
  const book: Book = {
    nowMs: Math.max(...wallets.map((row) => row.now_ms)),
    firstPosition: (wallets[0]?.block ?? 0) * positionsPerBlock,
    wallets: new Map(wallets.map((row) => [row.id, openWalletFromRow(row)])),
    earlier: byKey(await asked.earlier),
    holds: foldEvents(await asked.holds, ({ holdId }) => holdId!, evolveHold),
    charges: foldEvents(
      await asked.charges,
      ({ walletId, seq, reversesSeq }) => compositeKey(walletId, reversesSeq ?? seq),
      evolveCharge,
    ),
    payments: foldEvents(await asked.payments, ({ paymentId }) => paymentId!, evolvePayment),
    budgets: new Map(),
    memberMonths: new Map(),
    recorded: [],
  };
  for (const row of (await asked.budgets).rows as BudgetRow[]) addBudget(book, row);
  return book;
}

/** What the events that were found say of each thing they are about. */
function foldEvents<State>(
  { rows }: QueryResult,
  toKey: (event: LedgerEvent) => string,
  evolveOne: (state: State | null, event: LedgerEvent) => State | null,
): Map<string, State> {
  const states = new Map<string, State>();
  // One that two of the things named lead to is found twice.
  const found = new Map((rows as EventRow[]).map((row) => [row.position, row]));
  const events = [...found.values()].map((row) => eventFromRow(row).event);
  for (const event of events.sort((a, b) => a.position - b.position)) {
    const key = toKey(event);
    const state = evolveOne(states.get(key) ?? null, event);
    if (state) states.set(key, state);
  }
  return states;
}

type BudgetRow = MemberBudgetTable & (MemberMonthTable | { month: null });

/** A member's budget, and one of the months that count against it, if there is any yet. */
function addBudget(book: Book, row: BudgetRow): void {
  const { wallet_id: walletId, member_uid: memberUid, budget_paise: budgetPaise } = row;
  book.budgets.set(compositeKey(walletId, memberUid), budgetPaise);
  if (row.month === null) return;
  const { month, spent_paise: spentPaise, held_paise: heldPaise } = row;
  const state: MemberMonthState = { memberUid, month, budgetPaise, spentPaise, heldPaise };
  book.memberMonths.set(compositeKey(walletId, memberUid, month), state);
}

function openWalletFromRow(row: Selectable<WalletTable> & { recorded_at_ms: number }): OpenWallet {
  return {
    state: {
      walletId: row.id,
      balancePaise: row.balance_paise,
      heldPaise: row.held_paise,
      floorPaise: row.floor_paise,
    },
    lockedPaise: row.locked_paise,
    seq: row.seq,
    head: row.head,
    recordedAtMs: Math.round(row.recorded_at_ms),
  };
}
