/** Uploaded photos: each belongs to its owner, counts against their daily limit and expires after a day. */
import type { Kysely, Selectable } from 'kysely';
import { dayMs } from '@sachet/shared/time';
import { newId } from '../ids.ts';
import { lockOpenAccount } from '../people/open-account.ts';
import type { Database } from '../tables.ts';

/** How long a photo can be used, and for how long its bytes count. */
export const uploadLastsMs = dayMs;

const sinceYesterday = () => new Date(Date.now() - uploadLastsMs);

/** The limits of one user in 24 hours. */
export interface UploadLimits {
  readonly count: number;
  readonly bytes: number;
}

/**
 * Counts an upload before it begins, with `bytes` as announced. False if it would exceed a limit. One user's
 * uploads are serialized, so that concurrent ones do not exceed a limit together.
 */
export async function reserveUpload(
  db: Kysely<Database>,
  upload: { id: string; uid: string; bytes: number },
  limits: UploadLimits,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockOpenAccount(trx, upload.uid);
    const sent = await trx
      .selectFrom('upload')
      .select((select) => [
        select.fn.countAll<number>().as('count'),
        select.fn.sum<string | null>('bytes').as('bytes'),
      ])
      .where('uid', '=', upload.uid)
      .where('created_at', '>', sinceYesterday())
      .executeTakeFirstOrThrow();
    if (sent.count >= limits.count) return false;
    if (Number(sent.bytes) + upload.bytes > limits.bytes) return false;
    await trx.insertInto('upload').values(upload).execute();
    return true;
  });
}

/** Called before the image is stored, so that the sweep finds it in every case. */
export async function nameUploadedImage(
  db: Kysely<Database>,
  upload: { id: string; imageKey: string; width: number; height: number },
): Promise<void> {
  const { id, imageKey, width, height } = upload;
  await db
    .updateTable('upload')
    .set({ image_key: imageKey, width, height })
    .where('id', '=', id)
    .execute();
}

/**
 * Called before the pictures of a request are stored for its generation. They expire like photos that were not
 * used, unless the generation begins (`forgetInputs`).
 */
export async function nameInputs(
  db: Kysely<Database>,
  inputs: { uid: string; imageKeys: readonly string[]; width: number; height: number },
): Promise<void> {
  const { imageKeys, ...each } = inputs;
  const rows = imageKeys.map((key) => ({ id: newId('upl'), ...each, bytes: 0, image_key: key }));
  await db.insertInto('upload').values(rows).execute();
}

/** Called in the transaction that begins the generation, and after its pictures were deleted. */
export async function forgetInputs(
  db: Kysely<Database>,
  { uid, imageKeys }: { uid: string; imageKeys: readonly string[] },
): Promise<void> {
  if (imageKeys.length === 0) return;
  await db
    .deleteFrom('upload')
    .where('uid', '=', uid)
    .where('image_key', 'in', imageKeys)
    .execute();
}

export type Upload = Selectable<Database['upload']> & { image_key: string };

/** Undefined if this user no longer has such a photo, even if another user has. */
export async function readUpload(
  db: Kysely<Database>,
  { id, uid }: { id: string; uid: string },
): Promise<Upload | undefined> {
  return db
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('image_key', 'is not', null)
    .where('created_at', '>', sinceYesterday())
    .$castTo<Upload>()
    .executeTakeFirst();
}

/** Expired photos, oldest first. */
export async function readExpiredUploads(
  db: Kysely<Database>,
  limit: number,
): Promise<{ id: string; image_key: string | null }[]> {
  return db
    .selectFrom('upload')
    .select(['id', 'image_key'])
    .where('created_at', '<', sinceYesterday())
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

export async function deleteUpload(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('upload').where('id', '=', id).execute();
}
