/** A wallet's events as its statement shows them: filtered, with the subject of each, and summed. */
import { sql, type Kysely } from 'kysely';
import { pictureWordsPattern } from '@sachet/shared/studio/brand';
import type { StatementKind } from '@sachet/shared/wallet/contracts/statement';
import type { Mode, Provider } from '@sachet/shared/contracts/vocabulary';
import { EventKind } from '@sachet/shared/ledger/event';
import type { FinalSize } from '@sachet/shared/models/rate-card';
import { findLastEvent } from '../ledger/history/last-event.ts';
import type { Database, LedgerEventTable } from '../tables.ts';

/** Part of a wallet's events: those after `afterSeq` up to and including `untilSeq`, of these kinds. */
export interface StatementScope {
  readonly walletId: string;
  readonly afterSeq: number;
  readonly untilSeq: number;
  /** Null for all. */
  readonly kind: StatementKind | null;
  /** Only the spending and payments of this member; null for everything. */
  readonly memberUid: string | null;
  /** Leaves out holds that have ended, and their release: a purchase is then one event. */
  readonly onlyOpenHolds: boolean;
}

export type StatementEvent = Pick<
  LedgerEventTable,
  | 'seq'
  | 'kind'
  | 'amount_paise'
  | 'held_paise'
  | 'balance_after'
  | 'held_after'
  | 'counter_account'
  | 'generation_id'
  | 'conversation_id'
  | 'order_id'
  | 'payment_id'
  | 'reason'
  | 'recorded_at'
> & {
  /** The user who spent the amount or paid it in. */
  member_uid: string | null;
  mode: Mode | null;
  provider: Provider | null;
  final_size: FinalSize | null;
  /** The size of the copy that was bought before, if this is a larger copy. */
  smaller_size: FinalSize | null;
  /** Signed; the purchase that this refunds. */
  reversed_paise: number | null;
  /** The model that made the purchase. */
  model_name: string | null;
  /** The beginning of the prompt, or the conversation's title. */
  subject: string | null;
  /** The key of the bought picture. */
  image_key: string | null;
  first_name: string | null;
  last_name: string | null;
};

const statementKinds: Record<EventKind, StatementKind> = {
  SignupBonusCredited: 'in',
  ReferralCredited: 'in',
  GiftCodeRedeemed: 'in',
  TopUpCredited: 'in',
  HoldCaptured: 'spent',
  Charged: 'spent',
  BonusReleased: 'reserved',
  HoldPlaced: 'reserved',
  HoldVoided: 'reserved',
  HoldExpired: 'reserved',
  ChargeRefunded: 'corrections',
  TopUpRefunded: 'corrections',
  RefundReturned: 'corrections',
  TopUpDisputed: 'corrections',
  DisputeWon: 'corrections',
  GatewayCorrected: 'corrections',
  AdjustedByAdmin: 'corrections',
  WalletCleared: 'corrections',
};

/** The newest event of a wallet that was recorded before this moment, or 0. */
export async function lastSeqBefore(
  db: Kysely<Database>,
  { walletId, lastSeq, momentMs }: { walletId: string; lastSeq: number; momentMs: number },
): Promise<number> {
  return findLastEvent(db, {
    walletId,
    highest: lastSeq,
    holds: sql`e.recorded_at < to_timestamp(${momentMs}::float8 / 1000)`,
  });
}

function selectScope(db: Kysely<Database>, scope: StatementScope) {
  const { walletId, afterSeq, untilSeq, kind, memberUid, onlyOpenHolds } = scope;
  let events = db
    .selectFrom('ledger_event')
    .where('wallet_id', '=', walletId)
    .where('seq', '>', afterSeq)
    .where('seq', '<=', untilSeq);
  if (memberUid !== null) {
    events = events.where(({ or, eb, selectFrom }) =>
      or([
        eb('member_uid', '=', memberUid),
        eb(
          'order_id',
          'in',
          selectFrom('payment_order')
            .select('payment_order.id')
            .where('uid', '=', memberUid)
            .where('payment_order.wallet_id', '=', walletId),
        ),
      ]),
    );
  }
  if (onlyOpenHolds) {
    events = events
      .where('kind', 'not in', ['HoldVoided', 'HoldExpired', 'BonusReleased'])
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('kind', '<>', 'HoldPlaced'),
          exists(
            selectFrom('open_hold')
              .whereRef('open_hold.id', '=', 'ledger_event.hold_id')
              .select('id'),
          ),
        ]),
      );
  }
  if (kind === null) return events;
  const kinds = EventKind.options.filter((each) => statementKinds[each] === kind);
  return events.where('kind', 'in', kinds);
}

const subjectMaxCharacters = 120;

/** Newest first, at most `limit`. */
export async function readStatement(
  db: Kysely<Database>,
  scope: StatementScope,
  limit: number,
): Promise<StatementEvent[]> {
  return db
    .selectFrom(selectScope(db, scope).selectAll().orderBy('seq', 'desc').limit(limit).as('e'))
    .leftJoin('generation as g', 'g.id', 'e.generation_id')
    .leftJoin('conversation as c', 'c.id', 'e.conversation_id')
    .leftJoin('ledger_event as reversed', (join) =>
      join
        .onRef('reversed.wallet_id', '=', 'e.wallet_id')
        .onRef('reversed.seq', '=', 'e.reverses_seq'),
    )
    .leftJoin('unlock as u', (join) =>
      join.on((on) => on('u.hold_id', '=', on.fn.coalesce('e.hold_id', 'reversed.hold_id'))),
    )
    .leftJoin('unlock as smaller', 'smaller.hold_id', 'u.upgrades_hold_id')
    .leftJoin('payment_order as o', 'o.id', 'e.order_id')
    .leftJoin('user_profile as p', (join) =>
      join.on((on) => on('p.uid', '=', on.fn.coalesce('e.member_uid', 'o.uid'))),
    )
    .select([
      'e.seq',
      'e.kind',
      'e.amount_paise',
      'e.held_paise',
      'e.balance_after',
      'e.held_after',
      'e.counter_account',
      'e.generation_id',
      'e.conversation_id',
      'e.order_id',
      'e.payment_id',
      'e.reason',
      'e.recorded_at',
      'g.mode',
      'u.final_size',
      'smaller.final_size as smaller_size',
      'reversed.amount_paise as reversed_paise',
      'p.first_name',
      'p.last_name',
    ])
    .select(({ fn }) => [
      fn.coalesce('g.provider', 'c.provider').as('provider'),
      fn.coalesce('e.member_uid', 'o.uid').as('member_uid'),
      fn.coalesce('u.model_label', 'u.model_id', 'g.model_label').as('model_name'),
      sql<
        string | null
      >`nullif(left(coalesce(regexp_replace(g.prompt, ${pictureWordsPattern}, ''), c.title), ${subjectMaxCharacters}), '')`.as(
        'subject',
      ),
      sql<string | null>`case when g.deleted_at is null then u.image_key end`.as('image_key'),
    ])
    .orderBy('e.seq', 'desc')
    .execute();
}

const batchSize = 250;

/**
 * Yields all events of the scope, newest first, in batches: a slow reader occupies neither memory nor a
 * connection. Events do not change and new ones are above `untilSeq`, so the batches are as consistent as one
 * snapshot.
 */
export async function* readWholeStatement(
  db: Kysely<Database>,
  scope: StatementScope,
): AsyncGenerator<StatementEvent[], void> {
  let { untilSeq } = scope;
  for (;;) {
    const batch = await readStatement(db, { ...scope, untilSeq }, batchSize);
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    untilSeq = batch.at(-1)!.seq - 1;
  }
}

/** Paise; both sums are positive. */
interface StatementTotals {
  readonly events: number;
  readonly in_paise: number;
  readonly out_paise: number;
}

export async function readStatementTotals(
  db: Kysely<Database>,
  scope: StatementScope,
): Promise<StatementTotals> {
  return selectScope(db, scope)
    .select(({ fn }) => [
      fn.countAll<number>().as('events'),
      sql<number>`coalesce(sum(amount_paise) filter (where amount_paise > 0), 0)::bigint`.as(
        'in_paise',
      ),
      sql<number>`coalesce(-sum(amount_paise) filter (where amount_paise < 0), 0)::bigint`.as(
        'out_paise',
      ),
    ])
    .executeTakeFirstOrThrow();
}
