/** What a person has at some moment, written into whichever schema there is. */
import pg from 'pg';
import { newWallet } from '@sachet/shared/ledger/evolve';
import { applyCommand, requestHash, type Book } from '../ledger/book.ts';
import { eventCells, eventColumns, sha256 } from '../ledger/rows.ts';
import { createStory } from './ledger-story.ts';

type Row = Readonly<Record<string, unknown>>;

/** What was put somewhere, as far as its table knew the columns. */
export interface PutRow {
  readonly table: string;
  readonly values: Row;
}

const toHex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`;
const toMoment = (ms: number) => new Date(ms).toISOString();

/**
 * Somebody with a wallet that every kind of event has happened to, and with what they made, asked and
 * paid. Each row is described once, with every column that it ever had: a table that is not there yet
 * gets none, and a column that is not there is left out. Returns what was put.
 */
export async function addEarlierData(pool: pg.Pool, name: string): Promise<PutRow[]> {
  const walletId = `wal_${name}`;
  const uid = `member_${walletId}`;
  const holdId = `hold_${walletId}_captured`;
  const generationId = `gen_${walletId}_captured`;
  const conversationId = `conv_${walletId}`;
  const columns = await readColumns(pool);
  const statements: string[] = [];
  const put: PutRow[] = [];
  const add = (table: string, ...rows: Row[]) => {
    const there = columns.get(table);
    if (!there) return;
    const known = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => there.has(column))),
    );
    statements.push(toInsert({ table, rows: known }));
    put.push(...known.map((values) => ({ table, values })));
  };
  const body = Buffer.from(JSON.stringify({ event: 'payment.captured', name }));
  const picture = {
    uid,
    wallet_id: walletId,
    mode: 'image',
    provider: 'google',
    language: 'hi',
    quality: 'quality',
    prompt: `a kite ${name}`,
    aspect_ratio: '1:1',
    preview_max: 256,
    model_id: 'gemini-3-pro-image',
    model_label: 'Gemini 3 Pro Image',
    status: 'ready',
    prices: { 512: 45 },
    rate_card_version: '1',
    original_key: `${name}/original.png`,
    preview_key: `${name}/preview.webp`,
  };
  const { wallet, ...ledger } = await tellStory(pool, walletId);
  add('wallet', { ...wallet, owner_kind: 'user', owner_id: uid });
  add('ledger_event', ...ledger.events);
  add('payment', ...ledger.payments);
  add('charge', ...ledger.charges);
  add('hold', ...ledger.holds);
  // Where there is a `hold`, it says which are open.
  if (!columns.has('hold')) {
    add('open_hold', ...ledger.holds.filter(({ status }) => status === 'open'));
  }
  statements.push(`
    insert into member_month (wallet_id, member_uid, month, spent_paise, held_paise)
    select wallet_id, member_uid, budget_month, -sum(amount_paise), sum(held_paise)
      from ledger_event where wallet_id = '${walletId}' and member_uid is not null group by 1, 2, 3;`);
  add('organization', { id: `org_${name}`, name: `Kites of ${name}` });
  add('user_profile', {
    uid,
    account_type: 'individual',
    wallet_id: walletId,
    first_name: 'Asha',
    last_name: name,
    phone_number: '+919812345678',
    email: `${name}@example.in`,
    email_verified: true,
  });
  add('generation', { ...picture, id: generationId });
  add('generation', {
    ...picture,
    id: `gen_${name}_text`,
    mode: 'general',
    prices: null,
    price_paise: 600,
    content: `All about kites of ${name}`,
  });
  add('unlock', {
    hold_id: holdId,
    generation_id: generationId,
    uid,
    wallet_id: walletId,
    attempt: 1,
    final_size: 512,
    price_paise: 45_00,
    model_id: picture.model_id,
    status: 'done',
    image_key: `${name}/final.png`,
  });
  add('provider_call', {
    generation_id: generationId,
    purpose: 'preview',
    provider: 'google',
    model_id: picture.model_id,
    duration_ms: 1_200,
    input_tokens: 10,
    output_tokens: 20,
    images: 1,
    cost_microusd: 39_000,
  });
  add('conversation', {
    id: conversationId,
    uid,
    provider: 'google',
    language: 'hg',
    title: `Kites of ${name}`,
    model_id: 'gemini-3-pro',
    model_label: 'Gemini 3 Pro',
    turn_count: 1,
  });
  add('chat_turn', {
    id: `turn_${name}`,
    conversation_id: conversationId,
    uid,
    number: 0,
    status: 'done',
    prompt: 'How do I fly it?',
    content: 'Against the wind.',
    model_id: 'gemini-3-pro',
    model_label: 'Gemini 3 Pro',
    rate_card_version: '1',
  });
  add('payment_order', {
    id: `order_${walletId}`,
    uid,
    wallet_id: walletId,
    amount_paise: 1_000_00,
    currency: 'INR',
    gateway_order_id: `gateway_${name}`,
    status: 'credited',
    payment_id: `pay_${walletId}`,
    expires_at: toMoment(Date.now()),
  });
  add('gateway_webhook', {
    // As 0023 names them; it renames others.
    event_id: `sha256_${sha256(body).toString('hex')}`,
    kind: 'payment.captured',
    body: toHex(body),
  });
  add('organization_invite', {
    organization_id: `org_${name}`,
    email: `friend-of-${name}@example.in`,
    invited_by: uid,
    expires_at: toMoment(Date.UTC(2199, 0, 1)),
  });
  add('upload', { id: `upload_${name}`, uid, bytes: 1_000 });
  add('admin_audit', { actor: 'operator', action: 'grant', target_uid: uid });
  await pool.query(statements.join('\n'));
  return put;
}

/** Of those, what no longer stands as it was put; a column that was taken away is nobody's loss. */
export async function findChanged(pool: pg.Pool, put: readonly PutRow[]): Promise<string[]> {
  const columns = await readColumns(pool);
  const changed: string[] = [];
  // Rows of one table that were put into the same columns.
  const alike = Map.groupBy(put, ({ table, values }) => `${table} ${Object.keys(values).join()}`);
  for (const rows of alike.values()) {
    const { table, values } = rows[0]!;
    const known = Object.keys(values).filter((column) => columns.get(table)?.has(column));
    const list = known.map((column) => `${column}::text`).join(', ');
    const { rows: missing } = await pool.query(
      `select ${list} from jsonb_populate_recordset(null::${table}, $1)
       except select ${list} from ${table}`,
      [JSON.stringify(rows.map((row) => row.values))],
    );
    changed.push(...missing.map((row) => `${table}: ${JSON.stringify(row)}`));
  }
  return changed;
}

/** Of every table and view, its columns. */
async function readColumns(pool: pg.Pool): Promise<Map<string, Set<string>>> {
  const { rows } = await pool.query<{ relation: string; columns: string[] }>(`
    select c.relname as relation, array_agg(a.attname::text) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
       and a.attnum > 0 and not a.attisdropped group by 1`);
  return new Map(rows.map(({ relation, columns }) => [relation, new Set(columns)]));
}

function toInsert({ table, rows }: { table: string; rows: readonly Row[] }): string {
  const columns = Object.keys(rows[0]!).join(', ');
  return `insert into ${table} (${columns}) select ${columns}
    from jsonb_populate_recordset(null::${table}, ${pg.escapeLiteral(JSON.stringify(rows))});`;
}

/** Every kind of event, decided as ever and not written: what the ledger's tables would have. */
async function tellStory(pool: pg.Pool, walletId: string) {
  const { rows } = await pool.query(`select nextval('ledger_position')::int8 as block`);
  const book: Book = {
    isRemembered: false,
    nowMs: Date.now(),
    firstPosition: rows[0].block * 1_000,
    wallets: new Map([
      [
        walletId,
        {
          state: newWallet(walletId),
          lockedPaise: 0,
          termsVersion: 0,
          seq: 0,
          head: Buffer.alloc(32),
          knownHead: Buffer.alloc(32),
          recordedAtMs: 0,
          openHolds: new Map(),
          hasBudgets: false,
          budgets: new Map(),
          memberMonths: new Map(),
        },
      ],
    ]),
    earlier: new Map(),
    holds: new Map(),
    charges: new Map(),
    payments: new Map(),
    recorded: [],
  };
  for (const command of createStory(walletId, 0)) {
    const outcome = applyCommand(book, command, requestHash(command));
    if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.refusal}`);
  }
  const { state, seq, head, recordedAtMs } = book.wallets.get(walletId)!;
  const spent = (of: {
    counterAccount: string | null;
    memberUid: string | null;
    month: string | null;
    generationId: string | null;
    conversationId: string | null;
  }) => ({
    counter_account: of.counterAccount,
    member_uid: of.memberUid,
    budget_month: of.month,
    generation_id: of.generationId,
    conversation_id: of.conversationId,
  });
  return {
    wallet: {
      id: walletId,
      balance_paise: state.balancePaise,
      held_paise: state.heldPaise,
      floor_paise: state.floorPaise,
      seq,
      head: toHex(head),
      recorded_at: toMoment(recordedAtMs),
    },
    events: eventCells(book.recorded).map((cells) =>
      Object.fromEntries(
        Object.entries(eventColumns).map(([column, type], i) => {
          const cell = cells[i]!;
          if (cell === null) return [column, null];
          if (type === 'bytea') return [column, toHex(cell as unknown as Uint8Array)];
          return [column, type === 'timestamptz' ? toMoment(Number(cell)) : cell];
        }),
      ),
    ),
    holds: [...book.holds.values()].map((hold) => ({
      id: hold.holdId,
      wallet_id: walletId,
      amount_paise: hold.amountPaise,
      status: hold.status,
      expires_at: toMoment(hold.expiresAtMs),
      ...spent(hold),
    })),
    charges: [...book.charges.values()].map((charge) => ({
      wallet_id: walletId,
      seq: charge.seq,
      amount_paise: charge.amountPaise,
      refunded_paise: charge.refundedPaise,
      ...spent(charge),
    })),
    payments: [...book.payments.values()].map((payment) => ({
      id: payment.paymentId,
      wallet_id: walletId,
      order_id: payment.orderId,
      credited_paise: payment.creditedPaise,
      refunded_paise: payment.refundedPaise,
      disputed_paise: payment.disputedPaise,
    })),
  };
}
