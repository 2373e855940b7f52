/** Loads a batch: locks its wallets, then reads the rows that its commands reference. */
import type { Selectable } from 'kysely';
import type { Client, QueryResult } from 'pg';
import { istZone } from '@sachet/shared/time';
import { namedChargeSeq, type Command } from '@sachet/shared/ledger/command';
import type { LedgerEvent } from '@sachet/shared/ledger/event';
import { evolveCharge, evolveHold, evolvePayment } from '@sachet/shared/ledger/evolve';
import type { MemberMonthState } from '@sachet/shared/ledger/state';
import type { Database } from '../tables.ts';
import { arrayLiteral } from './array-literal.ts';
import { compositeKey, type Book, type OpenWallet } from './book.ts';
import type { Memory } from './memory.ts';
import { eventColumnList, eventFromRow, type EventRow, type StoredEvent } from './rows.ts';

const lookups = {
  // `for no key update`: the wallets' keys never change, so rows that reference a wallet can be inserted
  // concurrently. `for update` blocked each of those inserts; and the inserts of a checkpoint, which
  // references thousands of wallets, blocked the writers. Clock and positions are read after the last lock:
  // only then is their order the order of the wallets. The CTE is materialized, so that the count reads all
  // of it and the newest clock is used.
  wallets: `
    with locked as materialized (
      select id, balance_paise, held_paise, floor_paise, locked_paise, locked_for,
             terms_version, seq, head,
             recorded_at
      from wallet where id = any($1::text[]) order by id for no key update
    )
    select locked.id, balance_paise, held_paise, floor_paise, locked_paise, locked_for,
           terms_version, seq, head, extract(epoch from recorded_at)::float8 * 1000 as recorded_at_ms,
           floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms,
           (select nextval('ledger_position') from (select count(*) from locked) as every_row) as block
    from locked`,
  locks: `select from wallet where id = any($1::text[]) order by id for no key update`,
  earlier: `
    select e.* from unnest($1::text[], $2::text[]) as k (wallet_id, idempotency_key), lateral (
      select substr(k.idempotency_key, strpos(k.idempotency_key, ':') + 1) as id
    ) hold, lateral (
      select ${eventColumnList} from ledger_event
      where ledger_key(wallet_id, idempotency_key) = ledger_key(k.wallet_id, k.idempotency_key)
        and not ledger_key_names_hold(kind, hold_id, idempotency_key)
      union all
      select ${eventColumnList} from ledger_event
      where hold_id = hold.id and held_paise > 0
      union all
      select ${eventColumnList} from ledger_event
      where hold_id = hold.id and held_paise < 0
      offset 0
    ) e
    where e.wallet_id = k.wallet_id and e.idempotency_key = k.idempotency_key`,
  holds: `
    select e.* from unnest($1::text[]) as k (id), lateral (
      select ${eventColumnList} from ledger_event where hold_id = k.id and held_paise > 0
      union all
      select ${eventColumnList} from ledger_event where hold_id = k.id and held_paise < 0
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
  budgeted: `
    select k.id from unnest($1::text[]) as k (id)
    where exists (select from member_budget where wallet_id = k.id offset 0)`,
  // Includes the previous month, because near midnight a wallet's clock and the database's may be in
  // different months.
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
 * Sends every statement before it awaits the first answer: one round trip for all. Statements with nothing to
 * look for are not sent.
 */
function ask(client: Client, name: keyof typeof lookups, keys: (string | number)[][]): Rows {
  if (keys[0]!.length === 0) return nothing;
  const values = keys.map(arrayLiteral);
  const answer = client.query({ name: `ledger_read_${name}`, text: lookups[name], values });
  // The failure is thrown where the answer is awaited. This handler is for an answer that is never awaited,
  // because an earlier one has failed.
  answer.catch(() => {});
  return answer;
}

export const lockWallets = (client: Client, walletIds: string[]): Rows =>
  ask(client, 'locks', [walletIds]);

/** Finds those of these commands that were accepted before, by wallet and key. */
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

/**
 * Reads the batch's wallets. Looks for earlier commands with the same keys, which are rare, only if
 * `looksUpKeys`.
 */
export async function loadBatch(
  client: Client,
  memory: Memory,
  commands: readonly Command[],
  looksUpKeys: boolean,
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

  const walletIds = pick((c) => c.walletId);
  const asked = {
    wallets: ask(client, 'wallets', [walletIds]),
    budgeted: ask(client, 'budgeted', [walletIds]),
    earlier: askEarlier(client, looksUpKeys ? commands : []),
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
  if (wallets.length > 0) {
    const now_ms = Math.max(...wallets.map((row) => row.now_ms));
    memory.renew({ now_ms, block: wallets[0].block });
  }
  const book = memory.openBook(wallets.map(openWalletFromRow));
  book.earlier = byKey(await asked.earlier);
  book.charges = foldEvents(
    await asked.charges,
    ({ walletId, seq, reversesSeq }) => compositeKey(walletId, reversesSeq ?? seq),
    evolveCharge,
  );
  book.payments = foldEvents(await asked.payments, ({ paymentId }) => paymentId!, evolvePayment);
  book.holds = foldEvents(await asked.holds, ({ holdId }) => holdId!, evolveHold);
  const budgeted = new Set((await asked.budgeted).rows.map(({ id }) => id));
  for (const [id, wallet] of book.wallets) wallet.hasBudgets = budgeted.has(id);
  const budgets = (await asked.budgets).rows as BudgetRow[];
  for (const command of commands) {
    const wallet = book.wallets.get(command.walletId);
    if ('memberUid' in command) wallet?.budgets.set(command.memberUid, 0);
  }
  for (const row of budgets) addBudget(book.wallets.get(row.wallet_id), row);
  return book;
}

/** Folds the events that were found into a state for each subject. */
function foldEvents<State>(
  { rows }: QueryResult,
  toKey: (event: LedgerEvent) => string,
  evolveOne: (state: State | null, event: LedgerEvent) => State | null,
): Map<string, State> {
  const states = new Map<string, State>();
  // An event that two subjects lead to is found twice.
  const found = new Map((rows as EventRow[]).map((row) => [row.position, row]));
  const events = [...found.values()].map((row) => eventFromRow(row).event);
  for (const event of events.sort((a, b) => a.position - b.position)) {
    const key = toKey(event);
    const state = evolveOne(states.get(key) ?? null, event);
    if (state) states.set(key, state);
  }
  return states;
}

type BudgetRow = Database['member_budget'] & (Database['member_month'] | { month: null });

/** Adds a member's budget, and one of the months that count against it, if that month exists. */
function addBudget(wallet: OpenWallet | undefined, row: BudgetRow): void {
  const { member_uid: memberUid, budget_paise: budgetPaise } = row;
  wallet?.budgets.set(memberUid, budgetPaise);
  if (row.month === null) return;
  const { month, spent_paise: spentPaise, held_paise: heldPaise } = row;
  const state: MemberMonthState = { memberUid, month, budgetPaise, spentPaise, heldPaise };
  wallet?.memberMonths.set(compositeKey(memberUid, month), state);
}

function openWalletFromRow(
  row: Selectable<Database['wallet']> & { recorded_at_ms: number },
): OpenWallet {
  return {
    state: {
      walletId: row.id,
      balancePaise: row.balance_paise,
      heldPaise: row.held_paise,
      floorPaise: row.floor_paise,
      lockedPaise: row.locked_paise,
      lockedFor: row.locked_for,
    },
    termsVersion: row.terms_version,
    seq: row.seq,
    head: row.head,
    knownHead: row.head,
    recordedAtMs: Math.round(row.recorded_at_ms),
    openHolds: new Map(),
    hasBudgets: true,
    budgets: new Map(),
    memberMonths: new Map(),
  };
}
