/** The checksum of each stored picture, which `pictures verify` compares with its bytes. */
import type { Kysely } from 'kysely';
import type { Database } from '../tables.ts';

export interface StoredPicture {
  readonly key: string;
  readonly bytes: number;
  readonly sha256: Buffer;
}

export async function saveStoredPicture(
  db: Kysely<Database>,
  { key, bytes, sha256 }: StoredPicture,
): Promise<void> {
  await db
    .insertInto('stored_picture')
    .values({ key, bytes, sha256 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ bytes, sha256 }))
    .execute();
}

export async function readStoredPicture(
  db: Kysely<Database>,
  key: string,
): Promise<StoredPicture | undefined> {
  return db
    .selectFrom('stored_picture')
    .select(['key', 'bytes', 'sha256'])
    .where('key', '=', key)
    .executeTakeFirst();
}

/** The next pictures in the order of their keys. */
export async function readStoredPictures(
  db: Kysely<Database>,
  { after, limit }: { after: string; limit: number },
): Promise<StoredPicture[]> {
  return db
    .selectFrom('stored_picture')
    .select(['key', 'bytes', 'sha256'])
    .where('key', '>', after)
    .orderBy('key')
    .limit(limit)
    .execute();
}

export async function forgetStoredPicture(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom('stored_picture').where('key', '=', key).execute();
}

/** All pictures of an owner (`imageKey`). */
export async function forgetStoredPictures(db: Kysely<Database>, owner: string): Promise<void> {
  await db
    .deleteFrom('stored_picture')
    .where('key', '>', `${owner}/`)
    // `0` is the character after `/`.
    .where('key', '<', `${owner}0`)
    .execute();
}
