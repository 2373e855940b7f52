/** Writes what a batch decided: the events, the wallets and every inline projection. */
import type { Client, QueryResult } from 'pg';
import { joined, type Book } from './book.ts';
import { arrayLiteral, type Cell } from './array-literal.ts';
import { eventCells, eventColumns, type StoredEvent } from './rows.ts';

/** The channel that says what has changed; the payload is JSON (`db/live.ts`). */
export const liveChannel = 'sachet_live';

/** Moments travel as milliseconds: neither side has to format or parse a date. */
const arrayType = (type: string): string => (type === 'timestamptz' ? 'float8' : type);

const valueOf = (column: string, type: string): string =>
  type === 'timestamptz' ? `to_timestamp(v.${column} / 1000)` : `v.${column}`;

function unnest(columns: Record<string, string>): string {
  const parameters = Object.values(columns).map((type, i) => `$${i + 1}::${arrayType(type)}[]`);
  return `unnest(${parameters.join(', ')}) as v (${Object.keys(columns).join(', ')})`;
}

function insertInto(table: string, columns: Record<string, string>): string {
  const values = Object.entries(columns).map(([column, type]) => valueOf(column, type));
  return `insert into ${table} (${Object.keys(columns).join(', ')})
    select ${values.join(', ')} from ${unnest(columns)}`;
}

const holdColumns = {
  id: 'text',
  wallet_id: 'text',
  amount_paise: 'int8',
  status: 'text',
  counter_account: 'text',
  member_uid: 'text',
  budget_month: 'text',
  generation_id: 'text',
  conversation_id: 'text',
  expires_at: 'timestamptz',
};

const chargeColumns = {
  wallet_id: 'text',
  seq: 'int8',
  amount_paise: 'int8',
  refunded_paise: 'int8',
  counter_account: 'text',
  member_uid: 'text',
  budget_month: 'text',
  generation_id: 'text',
  conversation_id: 'text',
};

const paymentColumns = {
  id: 'text',
  wallet_id: 'text',
  order_id: 'text',
  credited_paise: 'int8',
  refunded_paise: 'int8',
  disputed_paise: 'int8',
};

const statements = {
  events: insertInto('ledger_event', eventColumns),
  wallets: `
    update wallet w
    set balance_paise = v.balance_paise, held_paise = v.held_paise, floor_paise = v.floor_paise,
        seq = v.seq, head = v.head, recorded_at = to_timestamp(v.recorded_at / 1000)
    from ${unnest({ id: 'text', balance_paise: 'int8', held_paise: 'int8', floor_paise: 'int8', seq: 'int8', head: 'bytea', recorded_at: 'timestamptz' })}
    where w.id = v.id`,
  holdsPlaced: insertInto('hold', holdColumns),
  holdsResolved: `
    update hold h set status = v.status from ${unnest({ id: 'text', status: 'text' })}
    where h.id = v.id`,
  chargesMade: insertInto('charge', chargeColumns),
  chargesRefunded: `
    update charge c set refunded_paise = v.refunded_paise
    from ${unnest({ wallet_id: 'text', seq: 'int8', refunded_paise: 'int8' })}
    where c.wallet_id = v.wallet_id and c.seq = v.seq`,
  paymentsCredited: insertInto('payment', paymentColumns),
  paymentsMoved: `
    update payment p set refunded_paise = v.refunded_paise, disputed_paise = v.disputed_paise
    from ${unnest({ id: 'text', refunded_paise: 'int8', disputed_paise: 'int8' })}
    where p.id = v.id`,
  memberMonths: `
    ${insertInto('member_month', { wallet_id: 'text', member_uid: 'text', month: 'text', spent_paise: 'int8', held_paise: 'int8' })}
    on conflict (wallet_id, member_uid, month) do update
    set spent_paise = member_month.spent_paise + excluded.spent_paise,
        held_paise = member_month.held_paise + excluded.held_paise`,
  notify: `select pg_notify('${liveChannel}', payload) from unnest($1::text[]) as payload`,
};

/** Sends all statements at once; the caller awaits them all together with its COMMIT. */
export function writeBook(client: Client, book: Book): Promise<QueryResult>[] {
  const sent: Promise<QueryResult>[] = [];
  const send = (name: keyof typeof statements, columns: readonly Cell[][]) => {
    if (columns[0]!.length === 0) return;
    const values = columns.map(arrayLiteral);
    sent.push(client.query({ name: `ledger_write_${name}`, text: statements[name], values }));
  };

  send('events', eventCells(book.recorded));
  const changedIds = [...new Set(book.recorded.map(({ event }) => event.walletId))];
  send('wallets', walletArrays(book, changedIds));
  const { placed, resolved } = holdArrays(book);
  send('holdsPlaced', placed);
  send('holdsResolved', resolved);
  const { made, refunded } = chargeArrays(book);
  send('chargesMade', made);
  send('chargesRefunded', refunded);
  const { credited, moved } = paymentArrays(book);
  send('paymentsCredited', credited);
  send('paymentsMoved', moved);
  send('memberMonths', memberMonthArrays(book.recorded));
  send('notify', [walletNotices(changedIds)]);
  return sent;
}

const transpose = (rows: readonly Cell[][], width: number): Cell[][] =>
  Array.from({ length: width }, (_, column) => rows.map((row) => row[column]!));

function walletArrays(book: Book, changedIds: readonly string[]): Cell[][] {
  const rows = changedIds.map((id) => {
    const { state, seq, head, recordedAtMs } = book.wallets.get(id)!;
    const { balancePaise, heldPaise, floorPaise } = state;
    return [id, balancePaise, heldPaise, floorPaise, seq, head, recordedAtMs];
  });
  return transpose(rows, 7);
}

function holdArrays(book: Book): { placed: Cell[][]; resolved: Cell[][] } {
  const placedIds = new Set<string>();
  const resolvedIds = new Set<string>();
  for (const { event } of book.recorded) {
    if (event.kind === 'HoldPlaced') placedIds.add(event.holdId!);
    else if (event.holdId !== null) resolvedIds.add(event.holdId);
  }
  const placed = [...placedIds].map((id) => {
    const hold = book.holds.get(id)!;
    return [
      id,
      hold.walletId,
      hold.amountPaise,
      hold.status,
      hold.counterAccount,
      hold.memberUid,
      hold.month,
      hold.generationId,
      hold.conversationId,
      hold.expiresAtMs,
    ];
  });
  const resolved = [...resolvedIds]
    .filter((id) => !placedIds.has(id))
    .map((id) => [id, book.holds.get(id)!.status]);
  return { placed: transpose(placed, 10), resolved: transpose(resolved, 2) };
}

function chargeArrays(book: Book): { made: Cell[][]; refunded: Cell[][] } {
  const madeKeys = new Set<string>();
  const refundedKeys = new Set<string>();
  for (const { event } of book.recorded) {
    if (event.kind === 'Charged' || event.kind === 'HoldCaptured') {
      madeKeys.add(joined(event.walletId, event.seq));
    } else if (event.reversesSeq !== null) {
      refundedKeys.add(joined(event.walletId, event.reversesSeq));
    }
  }
  const made = [...madeKeys].map((key) => {
    const charge = book.charges.get(key)!;
    return [
      charge.walletId,
      charge.seq,
      charge.amountPaise,
      charge.refundedPaise,
      charge.counterAccount,
      charge.memberUid,
      charge.month,
      charge.generationId,
      charge.conversationId,
    ];
  });
  const refunded = [...refundedKeys]
    .filter((key) => !madeKeys.has(key))
    .map((key) => {
      const charge = book.charges.get(key)!;
      return [charge.walletId, charge.seq, charge.refundedPaise];
    });
  return { made: transpose(made, 9), refunded: transpose(refunded, 3) };
}

function paymentArrays(book: Book): { credited: Cell[][]; moved: Cell[][] } {
  const creditedIds = new Set<string>();
  const movedIds = new Set<string>();
  for (const { event } of book.recorded) {
    if (event.kind === 'TopUpCredited') creditedIds.add(event.paymentId!);
    else if (event.paymentId !== null) movedIds.add(event.paymentId);
  }
  const credited = [...creditedIds].map((id) => {
    const payment = book.payments.get(id)!;
    const { walletId, orderId, creditedPaise, refundedPaise, disputedPaise } = payment;
    return [id, walletId, orderId, creditedPaise, refundedPaise, disputedPaise];
  });
  const moved = [...movedIds]
    .filter((id) => !creditedIds.has(id))
    .map((id) => {
      const payment = book.payments.get(id)!;
      return [id, payment.refundedPaise, payment.disputedPaise];
    });
  return { credited: transpose(credited, 6), moved: transpose(moved, 3) };
}

/** What the events spent, held and gave back, summed by wallet, member and month. */
function memberMonthArrays(recorded: readonly StoredEvent[]): Cell[][] {
  const rows = new Map<string, [string, string, string, number, number]>();
  for (const { event } of recorded) {
    if (event.memberUid === null || event.budgetMonth === null) continue;
    const key = joined(event.walletId, event.memberUid, event.budgetMonth);
    const row = rows.get(key) ?? [event.walletId, event.memberUid, event.budgetMonth, 0, 0];
    row[3] -= event.amountPaise;
    row[4] += event.heldPaise;
    rows.set(key, row);
  }
  // In key order, so that two processes never lock these rows in opposite orders.
  const sorted = [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return transpose(sorted, 5);
}

/** A NOTIFY payload stays under 8,000 bytes: ids in portions. */
function walletNotices(walletIds: readonly string[]): string[] {
  const portion = 100;
  const notices: string[] = [];
  for (let i = 0; i < walletIds.length; i += portion) {
    notices.push(JSON.stringify({ event: 'wallet', ids: walletIds.slice(i, i + portion) }));
  }
  return notices;
}
