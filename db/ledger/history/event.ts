/** One event with its context: its hold, the charge that it refunds, and the rows that it references. */
import { sql, type Kysely, type Selectable, type SqlBool } from 'kysely';
import type { EventKey } from '../rows.ts';
import type { Database, HoldView, PaymentView } from '../../tables.ts';
import { selectEvents, type HistoryEvent } from './read.ts';

/** A limit that is never reached, because few events belong to one hold or refund one charge. */
const atMost = 100;

export async function readEvent(
  db: Kysely<Database>,
  { walletId, seq }: EventKey,
): Promise<HistoryEvent | undefined> {
  const [event] = await selectEvents(db, sql`e.wallet_id = ${walletId} and e.seq = ${seq}`, 1);
  return event;
}

/** The hash that the event is chained to; null if the previous event is missing. */
export async function readPreviousHash(
  db: Kysely<Database>,
  { walletId, seq }: EventKey,
): Promise<Buffer | null> {
  if (seq === 1) return Buffer.alloc(32);
  const row = await db
    .selectFrom('ledger_event')
    .select('hash')
    .where('wallet_id', '=', walletId)
    .where('seq', '=', seq - 1)
    .executeTakeFirst();
  return row?.hash ?? null;
}

export interface AroundEvent {
  readonly hold: Pick<HoldView, 'id' | 'amount_paise' | 'status' | 'expires_at'> | null;
  /** All events of the hold, including this one; oldest first. */
  readonly holdEvents: HistoryEvent[];
  readonly reverses: HistoryEvent | null;
  /** Oldest first. */
  readonly reversedBy: HistoryEvent[];
  readonly upgrades: HistoryEvent | null;
  /** Oldest first. */
  readonly upgradedBy: HistoryEvent[];
  readonly payment: Selectable<PaymentView> | null;
}

export async function readAround(db: Kysely<Database>, event: HistoryEvent): Promise<AroundEvent> {
  const { wallet_id: walletId, seq, hold_id: holdId, payment_id: paymentId } = event;
  const inWallet = sql`e.wallet_id = ${walletId}`;
  const [hold, holdEvents, reverses, reversedBy, upgrades, upgradedBy, payment] = await Promise.all(
    [
      holdId === null
        ? undefined
        : db
            .selectFrom('hold')
            .select(['id', 'amount_paise', 'status', 'expires_at'])
            .where('id', '=', holdId)
            .executeTakeFirst(),
      holdId === null ? [] : selectEvents(db, isOfHold(holdId), atMost),
      event.reverses_seq === null
        ? undefined
        : readEvent(db, { walletId, seq: event.reverses_seq }),
      selectEvents(db, sql`${inWallet} and e.reverses_seq = ${seq}`, atMost),
      event.upgrades_seq === null
        ? undefined
        : readEvent(db, { walletId, seq: event.upgrades_seq }),
      selectEvents(db, sql`${inWallet} and e.upgrades_seq = ${seq}`, atMost),
      paymentId === null
        ? undefined
        : db.selectFrom('payment').selectAll().where('id', '=', paymentId).executeTakeFirst(),
    ],
  );
  return {
    hold: hold ?? null,
    holdEvents: holdEvents.toReversed(),
    reverses: reverses ?? null,
    reversedBy: reversedBy.toReversed(),
    upgrades: upgrades ?? null,
    upgradedBy: upgradedBy.toReversed(),
    payment: payment ?? null,
  };
}

/** The rows that the event references, without personal text. Undefined if there are none. */
export async function readBehind(db: Kysely<Database>, event: HistoryEvent) {
  const { generation_id, conversation_id, order_id } = event;
  const [generation, conversation, order, adminAction] = await Promise.all([
    generation_id === null
      ? undefined
      : db
          .selectFrom('generation as g')
          .leftJoin('unlock as u', (join) =>
            join.onRef('u.generation_id', '=', 'g.id').on('u.hold_id', '=', event.hold_id),
          )
          .select(['g.id', 'g.uid', 'mode', 'provider', 'g.status', 'g.created_at'])
          .select(({ fn }) =>
            fn.coalesce('u.model_label', 'u.model_id', 'g.model_label').as('model_label'),
          )
          .where('g.id', '=', generation_id)
          .executeTakeFirst(),
    conversation_id === null
      ? undefined
      : db
          .selectFrom('conversation')
          .select(['id', 'uid', 'provider', 'created_at'])
          .where('id', '=', conversation_id)
          .executeTakeFirst(),
    order_id === null
      ? undefined
      : db
          .selectFrom('payment_order')
          .select(['id', 'uid', 'amount_paise', 'gateway_order_id', 'status', 'created_at'])
          .where('id', '=', order_id)
          .executeTakeFirst(),
    readAdminAction(db, event),
  ]);
  return { generation, conversation, order, adminAction };
}

/** Uses two indexes: one of events that place holds, and one of events that end them. */
const isOfHold = (id: string) =>
  sql<SqlBool>`(e.hold_id = ${id} and e.held_paise > 0 or e.hold_id = ${id} and e.held_paise < 0)`;

/** An audit row references its event by wallet and key, or by the refund that it began. */
async function readAdminAction(db: Kysely<Database>, event: HistoryEvent) {
  const { wallet_id: walletId, idempotency_key: key, hold_id: holdId } = event;
  const { rows } = await sql<{
    id: number;
    at: Date;
    actor: string;
    action: string;
    target_uid: string | null;
  }>`
    select id, at, actor, action, target_uid from admin_audit
     where details ? 'idempotencyKey' and details ->> 'idempotencyKey' = ${key}
       and details ->> 'walletId' = ${walletId}
    union
    select a.id, a.at, a.actor, a.action, a.target_uid
      from payment_refund r
      join admin_audit a on a.details ? 'refundId' and a.details ->> 'refundId' = r.id
     where r.hold_id = ${holdId}
     order by id limit 1`.execute(db);
  return rows[0];
}

export interface NamedPerson {
  readonly uid: string;
  readonly name: string;
  readonly email: string | null;
}

/** Names of those of these users who have a profile and were not erased. */
export async function readNames(
  db: Kysely<Database>,
  uids: readonly string[],
): Promise<Map<string, NamedPerson>> {
  if (uids.length === 0) return new Map();
  const people = await db
    .selectFrom('user_profile')
    .select(['uid', 'first_name', 'last_name', 'email'])
    .where('uid', 'in', uids)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(
    people.map(({ uid, first_name, last_name, email }) => [
      uid,
      { uid, name: `${first_name} ${last_name}`, email },
    ]),
  );
}
