/** A user's results: read page by page, filtered, searched. */
import { sql, type AliasedExpression, type Kysely } from 'kysely';
import type { LibraryFilter } from '@sachet/shared/studio/contracts/library';
import { dayMs, startOfIstDay } from '@sachet/shared/time';
import type { FinalSize } from '@sachet/shared/models/rate-card';
import { notify } from '../live.ts';
import type { Database } from '../tables.ts';
import type { Generation } from './generations.ts';

/** A generation that is ready, with the largest copy of it that was bought. */
export type LibraryRow = Pick<
  Generation,
  | 'id'
  | 'mode'
  | 'provider'
  | 'aspect_ratio'
  | 'prompt'
  | 'content'
  | 'prices'
  | 'price_paise'
  | 'preview_key'
  | 'favourite_at'
  | 'bought_at'
  | 'kept_from'
  | 'created_at'
> & {
  readonly bought_key: string | null;
  readonly bought_size: FinalSize | null;
};

/** The number of rows that one request checks, however few of them match its filter. */
const lookedAtMax = 5_000;

export interface LibraryRows {
  readonly rows: LibraryRow[];
  /** The start of the next page; null when nothing is left. */
  readonly next: string | null;
}

/**
 * Newest first, after `after`. A search is for a part of the prompt, in either case. A page ends early when
 * `lookedAtMax` rows were checked, so that no filter reads a large library in one request.
 */
export async function listLibrary(
  db: Kysely<Database>,
  {
    uid,
    filter,
    after,
    limit,
  }: { uid: string; filter: LibraryFilter; after: string | null; limit: number },
): Promise<LibraryRows> {
  let behind = db.selectFrom('generation').where('uid', '=', uid);
  if (after !== null) behind = behind.where('id', '<', after);
  const inOrder = behind.orderBy('id', 'desc');
  const rows = await narrowed(db, inOrder.selectAll().limit(lookedAtMax).as('g'), filter)
    .orderBy('g.id', 'desc')
    .limit(limit)
    .execute();
  if (rows.length === limit) return { rows, next: rows.at(-1)!.id };
  const last = await inOrder
    .select('id')
    .offset(lookedAtMax - 1)
    .limit(1)
    .executeTakeFirst();
  return { rows, next: last?.id ?? null };
}

/** Returns the given generations that belong to this user and are ready, in any order. */
export async function readLibraryRows(
  db: Kysely<Database>,
  { uid, ids }: { uid: string; ids: readonly string[] },
): Promise<LibraryRow[]> {
  const theirs = db
    .selectFrom('generation')
    .selectAll()
    .where('uid', '=', uid)
    .where('id', '=', sql<string>`any(${ids})`);
  return narrowed(db, theirs.as('g'), {}).execute();
}

function narrowed(
  db: Kysely<Database>,
  generations: AliasedExpression<Generation, 'g'>,
  filter: LibraryFilter,
) {
  const { tool, state, provider, favourite, from, to, q } = filter;
  let query = db
    .selectFrom(generations)
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('unlock')
          .select(['unlock.image_key', 'unlock.final_size'])
          .whereRef('unlock.generation_id', '=', 'g.id')
          .where('unlock.status', '=', 'done')
          .orderBy('unlock.attempt', 'desc')
          .limit(1)
          .as('u'),
      (join) => join.onTrue(),
    )
    .where('g.status', '=', 'ready')
    .where('g.deleted_at', 'is', null);
  if (tool) query = query.where('g.mode', '=', tool);
  if (provider) query = query.where('g.provider', '=', provider);
  if (favourite) query = query.where('g.favourite_at', 'is not', null);
  if (state) query = query.where(state === 'preview' ? isPreview : sql<boolean>`not ${isPreview}`);
  if (from) query = query.where('g.created_at', '>=', new Date(startOfIstDay(from)));
  if (to) query = query.where('g.created_at', '<', new Date(startOfIstDay(to) + dayMs));
  if (q) query = query.where('g.prompt', 'ilike', `%${q.replace(/[\\%_]/g, String.raw`\$&`)}%`);
  return query
    .select([
      'g.id',
      'g.mode',
      'g.provider',
      'g.aspect_ratio',
      'g.prompt',
      'g.content',
      'g.prices',
      'g.price_paise',
      'g.preview_key',
      'g.favourite_at',
      'g.bought_at',
      'g.kept_from',
      'g.created_at',
      'u.image_key as bought_key',
      'u.final_size as bought_size',
    ])
    .$castTo<LibraryRow>();
}

const isPreview = sql<boolean>`(
  g.bought_at is null and (g.prices is not null or g.price_paise is not null)
)`;

/** False when there is no such generation of this user's. */
export async function setFavourite(
  db: Kysely<Database>,
  { id, uid, favourite }: { id: string; uid: string; favourite: boolean },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('generation')
      .set({
        favourite_at: favourite ? sql<Date>`coalesce(favourite_at, now())` : null,
      })
      .where('id', '=', id)
      .where('uid', '=', uid)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await notify(trx, { event: 'generation', uid, id });
    return true;
  });
}

/** The number of pictures and texts that this user has bought since then. */
export async function countBought(
  db: Kysely<Database>,
  { uid, since }: { uid: string; since: Date },
): Promise<{ pictures: number; texts: number; chatBlocks: number }> {
  const results = await db
    .selectFrom('generation')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('prices', 'is not', null).as('pictures'),
      fn.countAll<number>().filterWhere('prices', 'is', null).as('texts'),
    ])
    .where('uid', '=', uid)
    .where('bought_at', '>=', since)
    .executeTakeFirstOrThrow();
  const blocks = await db
    .selectFrom('chat_turn')
    .select(({ fn }) => fn.countAll<number>().as('chatBlocks'))
    .where('uid', '=', uid)
    .where('created_at', '>=', since)
    .where('price_paise', 'is not', null)
    .where('status', 'in', ['done', 'stopped'])
    .executeTakeFirstOrThrow();
  return { ...results, ...blocks };
}
