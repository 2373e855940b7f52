/** Versions of bought pictures: free copies with a brand, or fitted to a format. */
import type { Kysely, Selectable } from 'kysely';
import type { VersionRecipe } from '@sachet/shared/studio/contracts/version';
import { dayMs, minuteMs } from '@sachet/shared/time';
import { newId } from '../ids.ts';
import { lockOpenAccount } from '../people/open-account.ts';
import type { Database } from '../tables.ts';

type PictureVersionRow = Selectable<Database['picture_version']>;

/** A version whose file exists. */
export type MadeVersion = PictureVersionRow & {
  image_key: string;
  width: number;
  height: number;
  bytes: number;
};

interface VersionLimits {
  /** In 24 hours, deleted ones included. */
  readonly perDay: number;
  readonly perPicture: number;
}

/** A file that is not there after that will only be made by the same request again. */
const makingMs = minuteMs;

/**
 * Returns the version of this digest, which the first of several requests inserts, or the limit that it would
 * exceed. One user's requests are serialized.
 */
export async function reserveVersion(
  db: Kysely<Database>,
  version: { generationId: string; uid: string; digest: Buffer; recipe: VersionRecipe },
  { perDay, perPicture }: VersionLimits,
): Promise<PictureVersionRow | { over: 'day' | 'picture' }> {
  const { generationId, uid, digest, recipe } = version;
  return db.transaction().execute(async (trx) => {
    await lockOpenAccount(trx, uid);
    const known = await trx
      .selectFrom('picture_version')
      .selectAll()
      .where('generation_id', '=', generationId)
      .where('digest', '=', digest)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (known) return known;
    const today = await trx
      .selectFrom('picture_version')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('uid', '=', uid)
      .where('created_at', '>', new Date(Date.now() - dayMs))
      .executeTakeFirstOrThrow();
    if (today.count >= perDay) return { over: 'day' };
    const kept = await trx
      .selectFrom('picture_version')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('generation_id', '=', generationId)
      .where('deleted_at', 'is', null)
      // A file that was not made, because its caller left or was refused, is not kept.
      .where((row) =>
        row.or([
          row('image_key', 'is not', null),
          row('created_at', '>', new Date(Date.now() - makingMs)),
        ]),
      )
      .executeTakeFirstOrThrow();
    if (kept.count >= perPicture) return { over: 'picture' };
    return trx
      .insertInto('picture_version')
      .values({
        id: newId('ver'),
        generation_id: generationId,
        uid,
        digest,
        recipe: JSON.stringify(recipe),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/**
 * Records the file of a version. False if the version or its picture was deleted while the file was made: then
 * the caller deletes the file.
 */
export async function finishVersion(
  db: Kysely<Database>,
  id: string,
  file: { imageKey: string; width: number; height: number; bytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('picture_version')
    .from('generation')
    .set({
      image_key: file.imageKey,
      width: file.width,
      height: file.height,
      bytes: file.bytes,
    })
    .whereRef('generation.id', '=', 'picture_version.generation_id')
    .where('generation.deleted_at', 'is', null)
    .where('picture_version.id', '=', id)
    .where('picture_version.deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Newest first. */
export async function listVersions(
  db: Kysely<Database>,
  { generationId, uid }: { generationId: string; uid: string },
): Promise<MadeVersion[]> {
  return db
    .selectFrom('picture_version')
    .selectAll()
    .where('generation_id', '=', generationId)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .where('image_key', 'is not', null)
    .orderBy('id', 'desc')
    .$castTo<MadeVersion>()
    .execute();
}

/** The key of its file, which the caller deletes; null without one. Undefined if there is no such version. */
export async function removeVersion(
  db: Kysely<Database>,
  { id, uid }: { id: string; uid: string },
): Promise<string | null | undefined> {
  const deleted = await db
    .updateTable('picture_version')
    .set({ deleted_at: new Date() })
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .returning('image_key')
    .executeTakeFirst();
  return deleted?.image_key;
}

/** Removes the files of a generation's versions from their rows, after its pictures were erased. */
export async function eraseVersions(db: Kysely<Database>, generationId: string): Promise<void> {
  await db
    .updateTable('picture_version')
    .set({
      image_key: null,
      width: null,
      height: null,
      bytes: null,
      deleted_at: new Date(),
    })
    .where('generation_id', '=', generationId)
    .where('image_key', 'is not', null)
    .execute();
}
