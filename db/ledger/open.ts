/** Reads the books of a batch: locks its wallets, then looks up what its commands name. */
import type { Selectable } from 'kysely';
import type { Client, QueryResult } from 'pg';
import type { Command } from '@sachet/shared/ledger/command';
import type {
  ChargeState,
  HoldState,
  MemberMonthState,
  PaymentState,
} from '@sachet/shared/ledger/state';
import type {
  ChargeTable,
  HoldTable,
  MemberMonthTable,
  PaymentTable,
  WalletTable,
} from '../tables.ts';
import { joined, type Book, type OpenWallet } from './book.ts';
import { eventColumns, eventFromRow, type EventRow } from './rows.ts';

/** Positions come in blocks, one block a batch, so that one `nextval` orders a whole batch. */
export const positionsPerBlock = 1000;

const lookups = {
  lock: `
    select id, balance_paise, held_paise, floor_paise, seq, head,
           extract(epoch from recorded_at)::float8 * 1000 as recorded_at_ms
    from wallet where id = any($1::text[]) order by id for update`,
  // Its own statement, after the lock: only then is the clock's order the wallet's order.
  clock: `
    select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms,
           nextval('ledger_position') as block`,
  earlier: `
    select ${Object.keys(eventColumns)
      .map((column) => `e.${column}`)
      .join(', ')}
    from unnest($1::text[], $2::text[]) as k (wallet_id, idempotency_key)
    join ledger_event e using (wallet_id, idempotency_key)`,
  holds: `
    select id, wallet_id, amount_paise, status, counter_account, member_uid, budget_month,
           generation_id, conversation_id, extract(epoch from expires_at)::float8 * 1000 as expires_at_ms
    from hold where id = any($1::text[])`,
  charges: `
    select c.* from unnest($1::text[], $2::int8[]) as k (wallet_id, seq)
    join charge c using (wallet_id, seq)`,
  payments: `select * from payment where id = any($1::text[])`,
  budgets: `
    select b.wallet_id, b.member_uid, b.budget_paise
    from (select distinct * from unnest($1::text[], $2::text[])) as k (wallet_id, member_uid)
    join member_budget b using (wallet_id, member_uid)
    where b.budget_paise > 0`,
  // From last month on: near midnight a wallet's clock and the database's may be in two months.
  memberMonths: `
    select m.wallet_id, m.member_uid, m.month, m.spent_paise, m.held_paise
    from (select distinct * from unnest($1::text[], $2::text[])) as k (wallet_id, member_uid)
    join member_month m using (wallet_id, member_uid)
    where m.month >= to_char(
      (clock_timestamp() - interval '32 days') at time zone 'Asia/Kolkata', 'YYYY-MM')`,
};

type Rows = Promise<QueryResult>;

/** Every statement is sent before the first answer is awaited: one round trip for all. */
function ask(client: Client, name: keyof typeof lookups, values: unknown[] = []): Rows {
  const answer = client.query({ name: `ledger_read_${name}`, text: lookups[name], values });
  // Whoever awaits it sees the failure; the one that is awaited first must not hide the others.
  answer.catch(() => {});
  return answer;
}

const nothing: Rows = Promise.resolve({ rows: [] } as unknown as QueryResult);

export async function openBook(client: Client, commands: readonly Command[]): Promise<Book> {
  const pick = <T>(pickOne: (command: Command) => T | undefined): T[] =>
    commands.map(pickOne).filter((value) => value !== undefined);
  const holdIds = pick((c) => ('holdId' in c ? c.holdId : undefined));
  const charges = pick((c) => ('chargeSeq' in c ? c : undefined));
  const paymentIds = pick((c) => ('paymentId' in c ? c.paymentId : undefined));
  const spenders = pick((c) => ('memberUid' in c ? c : undefined));

  const walletIds = [...new Set(commands.map((c) => c.walletId))];
  const asked = {
    wallets: ask(client, 'lock', [walletIds]),
    clock: ask(client, 'clock'),
    earlier: ask(client, 'earlier', [
      commands.map((c) => c.walletId),
      commands.map((c) => c.idempotencyKey),
    ]),
    holds: holdIds.length > 0 ? ask(client, 'holds', [holdIds]) : nothing,
    charges:
      charges.length > 0
        ? ask(client, 'charges', [charges.map((c) => c.walletId), charges.map((c) => c.chargeSeq)])
        : nothing,
    payments: paymentIds.length > 0 ? ask(client, 'payments', [paymentIds]) : nothing,
    budgets: askOfSpenders(client, 'budgets', spenders),
    memberMonths: askOfSpenders(client, 'memberMonths', spenders),
  };
  const clock = (await asked.clock).rows[0]!;
  const book: Book = {
    nowMs: Math.round(clock.now_ms),
    firstPosition: clock.block * positionsPerBlock,
    wallets: new Map((await asked.wallets).rows.map((row) => [row.id, openWalletFromRow(row)])),
    earlier: new Map(),
    holds: new Map((await asked.holds).rows.map((row) => [row.id, holdFromRow(row)])),
    charges: new Map(
      (await asked.charges).rows.map((row) => [joined(row.wallet_id, row.seq), chargeFromRow(row)]),
    ),
    payments: new Map((await asked.payments).rows.map((row) => [row.id, paymentFromRow(row)])),
    budgets: new Map(),
    memberMonths: new Map(),
    recorded: [],
  };
  for (const row of (await asked.earlier).rows as EventRow[]) {
    book.earlier.set(joined(row.wallet_id, row.idempotency_key), eventFromRow(row));
  }
  for (const row of (await asked.budgets).rows) {
    book.budgets.set(joined(row.wallet_id, row.member_uid), row.budget_paise);
  }
  for (const row of (await asked.memberMonths).rows) keepMonth(book, row);
  return book;
}

function askOfSpenders(
  client: Client,
  name: 'budgets' | 'memberMonths',
  spenders: readonly { walletId: string; memberUid: string }[],
): Rows {
  if (spenders.length === 0) return nothing;
  return ask(client, name, [spenders.map((c) => c.walletId), spenders.map((c) => c.memberUid)]);
}

function keepMonth(book: Book, row: MemberMonthTable): void {
  const budgetPaise = book.budgets.get(joined(row.wallet_id, row.member_uid));
  if (budgetPaise === undefined) return;
  const month: MemberMonthState = {
    memberUid: row.member_uid,
    month: row.month,
    budgetPaise,
    spentPaise: row.spent_paise,
    heldPaise: row.held_paise,
  };
  book.memberMonths.set(joined(row.wallet_id, month.memberUid, month.month), month);
}

function openWalletFromRow(row: Selectable<WalletTable> & { recorded_at_ms: number }): OpenWallet {
  return {
    state: {
      walletId: row.id,
      balancePaise: row.balance_paise,
      heldPaise: row.held_paise,
      floorPaise: row.floor_paise,
    },
    seq: row.seq,
    head: row.head,
    recordedAtMs: Math.round(row.recorded_at_ms),
  };
}

function holdFromRow(row: Selectable<HoldTable> & { expires_at_ms: number }): HoldState {
  return {
    holdId: row.id,
    walletId: row.wallet_id,
    amountPaise: row.amount_paise,
    status: row.status,
    counterAccount: row.counter_account,
    memberUid: row.member_uid,
    month: row.budget_month,
    generationId: row.generation_id,
    conversationId: row.conversation_id,
    expiresAtMs: Math.round(row.expires_at_ms),
  };
}

function chargeFromRow(row: Selectable<ChargeTable>): ChargeState {
  return {
    walletId: row.wallet_id,
    seq: row.seq,
    amountPaise: row.amount_paise,
    refundedPaise: row.refunded_paise,
    counterAccount: row.counter_account,
    memberUid: row.member_uid,
    month: row.budget_month,
    generationId: row.generation_id,
    conversationId: row.conversation_id,
  };
}

function paymentFromRow(row: Selectable<PaymentTable>): PaymentState {
  return {
    paymentId: row.id,
    walletId: row.wallet_id,
    orderId: row.order_id,
    creditedPaise: row.credited_paise,
    refundedPaise: row.refunded_paise,
    disputedPaise: row.disputed_paise,
  };
}
