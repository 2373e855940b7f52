import {
  sql,
  type CompiledQuery,
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type Kysely,
  type Selectable,
  type Transaction,
} from 'kysely';
import type { BoughtCopy, PictureOnSale } from '@sachet/shared/models/picture-prices';
import { giveBackFreeWork, withFreeWork, type FreeWork } from './free-work.ts';
import { violates } from '../constraint.ts';
import { notify } from '../live.ts';
import { finalModel } from '../models/selection.ts';
import { prepare } from '../prepared.ts';
import { previewRound } from './queue-round.ts';
import type { StoredFailure } from '@sachet/shared/studio/failure';
import { dayMs, minuteMs } from '@sachet/shared/time';
import { lockOpenAccount } from '../people/open-account.ts';
import { withheldPaise } from '../people/signup-bonus.ts';
import type { Database, FreeWorkShare } from '../tables.ts';
import type { Unlock } from './unlocks.ts';
import { forgetInputs } from './uploads.ts';
import { eraseVersions } from './versions.ts';

export type Generation = Selectable<Database['generation']>;

/** A copy of a picture that was bought, and the model that made it. */
export interface Purchase extends BoughtCopy {
  readonly imageKey: string;
  readonly modelId: string;
  readonly modelName: string;
}

/**
 * A generation with the latest attempt to buy it, the bought copies, the model that would make the next one,
 * its owner's wallet, and the pictures of its source if it is an edit.
 * As in every row, its fields have the names of columns; values in JSON have the names of `shared`.
 */
export type GenerationView = Generation & {
  unlock_status: Unlock['status'] | null;
  unlock_size: Unlock['final_size'] | null;
  unlock_attempt: number | null;
  unlock_error: StoredFailure | null;
  unlock_hold_id: string | null;
  unlock_queue_round: number | null;
  unlock_provider_asked_at: Date | null;
  unlock_created_at: Date | null;
  /** The bought copies, each larger than the one before. */
  purchases: Purchase[];
  /** The sum of all its charges. */
  charged_paise: number | null;
  /** Null if it is not an image, or no suitable model is enabled. */
  final_model_id: string | null;
  final_model_label: string | null;
  final_largest_size: number | null;
  payer_wallet_id: string;
  payer_seq: number;
  payer_balance_paise: number;
  payer_held_paise: number;
  /** The part of the payer's balance that cannot be spent. */
  payer_withheld_paise: number;
  source_preview_key: string | null;
  /** The largest bought copy of the source. */
  source_image_key: string | null;
};

/** The columns of a generation, for a query that is prepared or has another table's columns too. */
export const generationColumns = Object.keys({
  id: true,
  uid: true,
  wallet_id: true,
  mode: true,
  provider: true,
  language: true,
  quality: true,
  prompt: true,
  aspect_ratio: true,
  preview_max: true,
  model_id: true,
  model_label: true,
  status: true,
  prices: true,
  rate_card_version: true,
  content: true,
  price_paise: true,
  input_key: true,
  mask_key: true,
  source_generation_id: true,
  original_key: true,
  preview_key: true,
  error: true,
  idempotency_key: true,
  request_hash: true,
  applicant_class: true,
  queue_round: true,
  favourite_at: true,
  bought_at: true,
  kept_from: true,
  created_at: true,
  updated_at: true,
  deleted_at: true,
  erase_after: true,
  taken_down_at: true,
} satisfies Record<keyof Database['generation'], true>) as (keyof Database['generation'])[];

function withUnlock(db: Kysely<Database>) {
  const model = finalModel({
    mode: sql.ref('g.mode'),
    quality: sql.ref('g.quality'),
    provider: sql.ref('g.provider'),
  });
  return db
    .selectFrom('generation as g')
    .innerJoin('user_profile as p', 'p.uid', 'g.uid')
    .innerJoin('wallet as w', 'w.id', 'p.wallet_id')
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('unlock')
          .selectAll()
          .whereRef('unlock.generation_id', '=', 'g.id')
          .orderBy('unlock.attempt', 'desc')
          .limit(1)
          .as('u'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(model.as('m'), (join) => join.onTrue())
    .leftJoin('generation as s', (join) =>
      join.onRef('s.id', '=', 'g.source_generation_id').on('s.deleted_at', 'is', null),
    )
    .select(generationColumns.map((column) => `g.${column}` as const))
    .select([
      'u.status as unlock_status',
      'u.final_size as unlock_size',
      'u.attempt as unlock_attempt',
      'u.error as unlock_error',
      'u.hold_id as unlock_hold_id',
      'u.queue_round as unlock_queue_round',
      'u.provider_asked_at as unlock_provider_asked_at',
      'u.created_at as unlock_created_at',
      selectPurchases(sql.ref('g.id')).as('purchases'),
      sql<number | null>`(
        select -sum(e.amount_paise)::bigint from ledger_events_of_generation(g.id) e
        where e.kind in ('HoldCaptured', 'Charged')
      )`.as('charged_paise'),
      'm.id as final_model_id',
      'm.label as final_model_label',
      'm.largest_size as final_largest_size',
      'w.id as payer_wallet_id',
      'w.seq as payer_seq',
      'w.balance_paise as payer_balance_paise',
      'w.held_paise as payer_held_paise',
      withheldPaise.as('payer_withheld_paise'),
      's.preview_key as source_preview_key',
      sql<string | null>`(
        select d.image_key from unlock d where d.generation_id = s.id and d.status = 'done'
        order by d.attempt desc limit 1
      )`.as('source_image_key'),
    ])
    .$castTo<GenerationView>();
}

/** The bought copies, each with its charge, which is found by its hold. */
function selectPurchases(generationId: Expression<unknown>) {
  return sql<Purchase[]>`(
    select coalesce(json_agg(json_build_object(
      'holdId', d.hold_id, 'walletId', d.wallet_id, 'seq', c.seq, 'finalSize', d.final_size,
      'chargedPaise', c.amount_paise, 'refundedPaise', c.refunded_paise, 'imageKey', d.image_key,
      'modelId', d.model_id, 'modelName', coalesce(d.model_label, d.model_id)
    ) order by d.attempt), '[]')
    from unlock d
    join ledger_event e on e.hold_id = d.hold_id and e.held_paise < 0
    join charge c on c.wallet_id = e.wallet_id and c.seq = e.seq
    where d.generation_id = ${generationId} and d.status = 'done'
  )`;
}

/** Undefined if this user has no such generation, even if another user has. */
export async function readGeneration(
  db: Kysely<Database>,
  { id, uid }: { id: string; uid: string },
): Promise<GenerationView | undefined> {
  const [generation] = await readOne(db, { id, uid });
  return generation;
}

const readOne = prepare('generation_view', (db, { id, uid }: { id: string; uid: string }) =>
  withUnlock(db).where('g.id', '=', id).where('g.uid', '=', uid).where('g.deleted_at', 'is', null),
);

/** Prices and bought copies of any user's picture, deleted or not; undefined if there is no such picture. */
export async function readPictureOnSale(
  db: Kysely<Database>,
  id: string,
): Promise<Omit<PictureOnSale, 'walletId'> | undefined> {
  return db
    .selectFrom('generation as g')
    .select(['g.prices', selectPurchases(sql.ref('g.id')).as('bought')])
    .where('g.id', '=', id)
    .executeTakeFirst();
}

/** The fields of a text that a purchase needs; the whole view takes ten times as long. */
export async function readTextOnSale(
  db: Kysely<Database>,
  { id, uid }: { id: string; uid: string },
): Promise<
  | Pick<
      Generation,
      'id' | 'mode' | 'model_id' | 'status' | 'content' | 'price_paise' | 'bought_at'
    >
  | undefined
> {
  return db
    .selectFrom('generation')
    .select(['id', 'mode', 'model_id', 'status', 'content', 'price_paise', 'bought_at'])
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The newest text of the tool `general` by this model, bought or not, that is ready or being written. */
export async function findNewestGeneralText(
  db: Kysely<Database>,
  { uid, modelId }: { uid: string; modelId: string },
): Promise<Pick<Generation, 'id' | 'status'> | undefined> {
  return db
    .selectFrom('generation')
    .select(['id', 'status'])
    .where('uid', '=', uid)
    .where('model_id', '=', modelId)
    .where('mode', '=', 'general')
    .where('price_paise', 'is not', null)
    .where('status', 'in', ['queued', 'running', 'ready'])
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Newest first; `after` is the last id of the previous page. */
export async function listGenerations(
  db: Kysely<Database>,
  { uid, after, limit }: { uid: string; after: string | null; limit: number },
): Promise<GenerationView[]> {
  let query = withUnlock(db).where('g.uid', '=', uid).where('g.deleted_at', 'is', null);
  if (after !== null) query = query.where('g.id', '<', after);
  return query.orderBy('g.id', 'desc').limit(limit).execute();
}

export async function findByRequestKey(
  db: Kysely<Database>,
  { uid, key }: { uid: string; key: string },
): Promise<Generation | undefined> {
  return db
    .selectFrom('generation')
    .selectAll()
    .where('uid', '=', uid)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** The most generations that one user may request. */
export interface GenerationLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

export type Insertion =
  | { outcome: 'inserted'; queueRound: number }
  | { outcome: 'repeated' | 'over_minute' | 'over_day' }
  | { outcome: 'over_free_work'; usedUp: FreeWorkShare };

/**
 * `repeated` if an earlier request of this user has the same idempotency key. One user's requests are
 * serialized, so that concurrent ones do not exceed a limit together.
 */
export async function insertGeneration(
  db: Kysely<Database>,
  generation: Insertable<Database['generation']> & Pick<Generation, 'applicant_class'>,
  { freeWork, ...limits }: GenerationLimits & { readonly freeWork: FreeWork },
): Promise<Insertion> {
  const inserted = await withFreeWork(db, freeWork, async (trx, take): Promise<Insertion> => {
    const { uid } = generation;
    await lockOpenAccount(trx, uid);
    const key = generation.idempotency_key;
    if (key && (await findByRequestKey(trx, { uid, key }))) return { outcome: 'repeated' };
    const over = await findLimitPassed(trx, uid, limits);
    if (over) return { outcome: over };
    const { queue_round: queueRound } = await trx
      .insertInto('generation')
      .values({ ...generation, queue_round: previewRound(generation) })
      .returning('queue_round')
      .executeTakeFirstOrThrow();
    const imageKeys = [generation.input_key, generation.mask_key].filter((key) => key != null);
    await forgetInputs(trx, { uid, imageKeys });
    await take(generation.id);
    return { outcome: 'inserted', queueRound };
  });
  return 'value' in inserted ? inserted.value : { outcome: 'over_free_work', ...inserted };
}

/** Returns the limit that this user has reached, if any. */
export async function findLimitPassed(
  db: Kysely<Database>,
  uid: string,
  limits: GenerationLimits,
): Promise<'over_minute' | 'over_day' | null> {
  const recent = await countRecent(db, uid);
  if (recent.minute >= limits.perMinute) return 'over_minute';
  return recent.day >= limits.perDay ? 'over_day' : null;
}

/** The number of generations that this user has requested in the last minute, and in 24 hours. */
async function countRecent(
  db: Kysely<Database>,
  uid: string,
): Promise<{ minute: number; day: number }> {
  return db
    .selectFrom('generation')
    .select((select) => [
      select.fn
        .countAll<number>()
        .filterWhere('created_at', '>', new Date(Date.now() - minuteMs))
        .as('minute'),
      select.fn.countAll<number>().as('day'),
    ])
    .where('uid', '=', uid)
    .where('created_at', '>', new Date(Date.now() - dayMs))
    .executeTakeFirstOrThrow();
}

/** Loads any user's generation, for the worker. */
export async function loadGeneration(
  db: Kysely<Database>,
  id: string,
): Promise<Generation | undefined> {
  return db.selectFrom('generation').selectAll().where('id', '=', id).executeTakeFirst();
}

type Progress = Partial<
  Pick<
    Insertable<Database['generation']>,
    'status' | 'content' | 'original_key' | 'preview_key' | 'error'
  >
>;

/**
 * Updates an unfinished generation and notifies its owner. False when it had already ended. Returns its free
 * work when it ends before a provider was called, or when `isUnbilled` says that the call cost nothing.
 */
export async function advanceGeneration(
  db: Kysely<Database>,
  { id, uid }: { id: string; uid: string },
  progress: Progress,
  { isUnbilled = false } = {},
): Promise<boolean> {
  return db.transaction().execute((trx) => advanceIn(trx, { id, uid }, progress, isUnbilled));
}

async function advanceIn(
  trx: Transaction<Database>,
  { id, uid }: { id: string; uid: string },
  progress: Progress,
  isUnbilled = false,
): Promise<boolean> {
  const advanced = await trx
    .updateTable('generation')
    .set({ ...progress, updated_at: new Date() })
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('status', 'in', ['queued', 'running'])
    .returning(sql<Database['generation']['status']>`old.status`.as('before'))
    .executeTakeFirst();
  if (!advanced) return false;
  await notify(trx, { event: 'generation', uid, id });
  const hasNoResult = progress.status === 'failed' || progress.status === 'cancelled';
  // `running` is written immediately before a provider is called.
  const costNothing = advanced.before === 'queued' || isUnbilled;
  if (hasNoResult && costNothing) await giveBackFreeWork(trx, id);
  return true;
}

/** Notifies the owner, and the worker that works on it. False when it had already ended. */
export async function cancelGeneration(
  db: Kysely<Database>,
  { id, uid }: { id: string; uid: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await advanceIn(trx, { id, uid }, { status: 'cancelled' }))) return false;
    await notify(trx, { event: 'cancelled', id });
    return true;
  });
}

/**
 * Hides the generation from its owner immediately. For `undoMs` it can be restored; then the worker erases
 * its words and images (the words immediately if `undoMs` is 0). The row that the ledger refers to stays.
 * Returns false if there is no such generation, or if money is still reserved for it.
 */
export async function deleteGeneration(
  db: Kysely<Database>,
  { id, uid }: { id: string; uid: string },
  { undoMs = 0 }: { undoMs?: number } = {},
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Waits for a purchase that is being placed; the next statement then finds it.
    await trx
      .selectFrom('generation')
      .select('id')
      .where('id', '=', id)
      .where('uid', '=', uid)
      .forUpdate()
      .execute();
    const { numUpdatedRows } = await trx
      .updateTable('generation')
      .set({
        ...(undoMs === 0 && { prompt: '', content: null }),
        deleted_at: sql<Date>`now()`,
        erase_after: afterNow(undoMs),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .where('uid', '=', uid)
      .where('deleted_at', 'is', null)
      .where('status', 'not in', ['queued', 'running'])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('unlock')
              .select('hold_id')
              .whereRef('unlock.generation_id', '=', 'generation.id')
              .where('unlock.status', 'in', ['pending', 'stored']),
          ),
        ),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await notify(trx, { event: 'generation', uid, id });
    return true;
  });
}

const afterNow = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;

/**
 * Compares with the clock, not with the transaction's start, because the transaction may wait for an erasure
 * that has locked the row.
 */
const isTimeLeft = (where: ExpressionBuilder<Database, 'generation'>) =>
  where('erase_after', '>', sql<Date>`clock_timestamp()`);

/** Restores a deleted generation. False if it was not deleted, was taken down, or if its time is over. */
export async function restoreGeneration(
  db: Kysely<Database>,
  { id, uid }: { id: string; uid: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('generation')
      .set({ deleted_at: null, erase_after: null, updated_at: new Date() })
      .where('id', '=', id)
      .where('uid', '=', uid)
      .where('deleted_at', 'is not', null)
      .where('taken_down_at', 'is', null)
      .where(isTimeLeft)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await notify(trx, { event: 'generation', uid, id });
    return true;
  });
}

/**
 * Run it in the transaction that begins a purchase: the generation is kept, even if it was deleted after its
 * buyer saw it. `isPaid` is true if the price is charged immediately, and only once, even if another wallet
 * would pay. If the generation is erased, taken down or already bought, or its owner's account is closed, the
 * statement fails, and the purchase with it (`isGone`).
 */
export function buyStatement(
  db: Kysely<Database>,
  id: string,
  { isPaid }: { isPaid: boolean },
): CompiledQuery {
  const keeping = keep(db, id, { isPaid });
  return refuseGone(isPaid ? keeping.where('bought_at', 'is', null) : keeping).compile(db);
}

const refuseGone = (keeping: ReturnType<typeof keep>) => sql`
  with kept as (${keeping.returning('id')})
  select refuse_gone_generation() where not exists (select from kept)`;

export async function isBought(db: Kysely<Database>, id: string): Promise<boolean> {
  const bought = await db
    .selectFrom('generation')
    .select('id')
    .where('id', '=', id)
    .where('bought_at', 'is not', null)
    .executeTakeFirst();
  return bought !== undefined;
}

/** The error of `refuse_gone_generation`. */
export const isGone = (error: unknown): boolean => violates(error, 'generation_there');

/**
 * Run it in the transaction that captures a reserved price. If the generation was taken down, or its owner's
 * account closed, since the price was reserved, the statement fails, and the capture with it (`isGone`).
 */
export function keepBoughtStatement(db: Kysely<Database>, id: string): CompiledQuery {
  return refuseGone(keep(db, id, { isPaid: true })).compile(db);
}

function keep(db: Kysely<Database>, id: string, { isPaid }: { isPaid: boolean }) {
  return db
    .updateTable('generation')
    .set({
      kept_from: sql<Date>`now()`,
      deleted_at: null,
      erase_after: null,
      ...(isPaid && { bought_at: sql<Date>`coalesce(bought_at, now())` }),
    })
    .where('id', '=', id)
    .where('taken_down_at', 'is', null)
    .where((where) => where.or([where('deleted_at', 'is', null), isTimeLeft(where)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_profile as owner')
          .select('owner.uid')
          .whereRef('owner.uid', '=', 'generation.uid')
          .where('owner.deleted_at', 'is', null),
      ),
    );
}

/**
 * Erases the words of deleted generations whose time is over, and returns their ids, whose images must be
 * deleted. They are returned again until `markGenerationErased`.
 */
export async function claimGenerationsToErase(
  db: Kysely<Database>,
  limit: number,
): Promise<string[]> {
  const claimed = await db
    .updateTable('generation')
    .set({ prompt: '', content: null, error: withoutSaid })
    .where('id', 'in', (due) =>
      due
        .selectFrom('generation')
        .select('id')
        .where(isToErase)
        .where((where) =>
          where.or([
            where('original_key', 'is not', null),
            where('preview_key', 'is not', null),
            where('input_key', 'is not', null),
            where('mask_key', 'is not', null),
            where('prompt', '<>', ''),
            where('content', 'is not', null),
          ]),
        )
        .orderBy('erase_after')
        .limit(limit),
    )
    // The condition is checked again under the row's lock, because the generation may be restored at this
    // moment.
    .where(isToErase)
    .returning('id')
    .execute();
  return claimed.map(({ id }) => id);
}

const isToErase = (where: ExpressionBuilder<Database, 'generation'>) =>
  where.and([where('deleted_at', 'is not', null), where('erase_after', '<=', sql<Date>`now()`)]);

export async function markGenerationErased(db: Kysely<Database>, id: string): Promise<void> {
  await db
    .updateTable('generation')
    // The words of content that was taken down were kept until now.
    .set({
      prompt: '',
      content: null,
      error: withoutSaid,
      original_key: null,
      preview_key: null,
      input_key: null,
      mask_key: null,
    })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('unlock')
    .set({ error: withoutSaid })
    .where('generation_id', '=', id)
    .where(sql<boolean>`error ? 'said'`)
    .execute();
  await eraseVersions(db, id);
}

/** A failure without the words of the model, which may repeat the prompt. */
const withoutSaid = sql<string | null>`error - 'said'`;

/** How long an expired preview can still be bought by a user who has it on screen. */
const lastPurchaseMs = 10 * minuteMs;

/**
 * Deletes generations with a price that were not bought since `keptBefore`: previews, and failed or cancelled
 * ones. Returns how many. Bought generations and purchases in progress are not touched: a purchase changes
 * the row in the transaction of its money.
 */
export async function expirePreviews(
  db: Kysely<Database>,
  { keptBefore, limit }: { keptBefore: Date; limit: number },
): Promise<number> {
  const due = await db
    .selectFrom('generation')
    .select('id')
    .where(isUnbought)
    .where('kept_from', '<', keptBefore)
    .where('status', 'in', ['ready', 'failed', 'cancelled'])
    .orderBy('kept_from')
    .limit(limit)
    .execute();
  if (due.length === 0) return 0;
  const ids = due.map(({ id }) => id);
  const { numUpdatedRows } = await db
    .updateTable('generation')
    .set({ deleted_at: sql<Date>`now()`, erase_after: afterNow(lastPurchaseMs) })
    .where('id', 'in', ids)
    .where(isUnbought)
    .where('kept_from', '<', keptBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('unlock')
            .select('hold_id')
            .whereRef('unlock.generation_id', '=', 'generation.id')
            .where('unlock.status', '<>', 'failed'),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

const isUnbought = (where: ExpressionBuilder<Database, 'generation'>) =>
  where.and([
    where('bought_at', 'is', null),
    where('deleted_at', 'is', null),
    where.or([where('prices', 'is not', null), where('price_paise', 'is not', null)]),
  ]);

/**
 * Unfinished generations without a change since `before`, left by a crash or a lost queue. Generations of
 * early rounds come first, so that a queue is refilled as fairly as it was filled.
 */
export async function readStrandedGenerations(
  db: Kysely<Database>,
  { before, limit }: { before: Date; limit: number },
): Promise<Generation[]> {
  return stranded(db, before)
    .orderBy('applicant_class')
    .orderBy('queue_round')
    .orderBy('updated_at')
    .limit(limit)
    .execute();
}

/** Generations that no worker has begun: those of customers first, then early rounds. */
export async function readWaitingGenerations(
  db: Kysely<Database>,
  limit: number,
): Promise<Generation[]> {
  return db
    .selectFrom('generation')
    .selectAll()
    .where('status', '=', 'queued')
    .orderBy('applicant_class')
    .orderBy('queue_round')
    .orderBy('updated_at')
    .limit(limit)
    .execute();
}

/** Unfinished generations that were requested before `createdBefore`. */
export async function readOverdueGenerations(
  db: Kysely<Database>,
  { before, createdBefore, limit }: { before: Date; createdBefore: Date; limit: number },
): Promise<Generation[]> {
  return stranded(db, before).where('created_at', '<', createdBefore).limit(limit).execute();
}

function stranded(db: Kysely<Database>, before: Date) {
  return db
    .selectFrom('generation')
    .selectAll()
    .where('status', 'in', ['queued', 'running'])
    .where('updated_at', '<', before);
}
