/** Brand kits: one of each person, and one of each organization, which its members use. */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import { newId } from '../ids.ts';
import { lockOpenAccount } from '../people/open-account.ts';
import type { Database } from '../tables.ts';
import { closedWallets } from '../wallet/closings.ts';

export type BrandKitRow = Selectable<Database['brand_kit']>;

/** The owner of the kit that a person uses. */
export type BrandOwner = { readonly uid: string } | { readonly organizationId: string };

export async function readBrandKit(
  db: Kysely<Database>,
  owner: BrandOwner,
): Promise<BrandKitRow | undefined> {
  const kits = db.selectFrom('brand_kit').selectAll().where('deleted_at', 'is', null);
  const theirs =
    'uid' in owner
      ? kits.where('uid', '=', owner.uid)
      : kits.where('organization_id', '=', owner.organizationId);
  return theirs.executeTakeFirst();
}

type BrandKitChange = Pick<
  Insertable<Database['brand_kit']>,
  'name' | 'phone' | 'address' | 'main_color' | 'second_color' | 'tone'
>;

/**
 * Inserts or replaces the kit. `logoKey` is the key of a stored logo, or null to remove the logo; without it
 * the logo stays. Also returns the key of the logo that is no longer used. Saves of one owner are serialized.
 * Null if the person joined or left the organization in the meantime, or is no longer its admin.
 */
export async function saveBrandKit(
  db: Kysely<Database>,
  given: {
    owner: BrandOwner;
    uid: string;
    change: BrandKitChange;
    logoKey?: string | null | undefined;
  },
): Promise<{ kit: BrandKitRow; unusedLogo: string | null } | null> {
  const { owner, uid, change, logoKey } = given;
  return db.transaction().execute(async (trx) => {
    const { organization_id: organizationId, role } = await lockOpenAccount(trx, uid);
    const mayEdit =
      'uid' in owner
        ? organizationId === null
        : organizationId === owner.organizationId && role === 'admin';
    if (!mayEdit) return null;
    if ('organizationId' in owner) {
      await trx
        .selectFrom('organization')
        .select('id')
        .where('id', '=', owner.organizationId)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
    }
    const earlier = await readBrandKit(trx, owner);
    const id = earlier?.id ?? newId('brd');
    const logoBefore = earlier?.logo_key ?? null;
    const logo = logoKey === undefined ? logoBefore : logoKey;
    const values = { ...change, logo_key: logo, updated_by: uid, updated_at: new Date() };
    const kit = earlier
      ? await trx
          .updateTable('brand_kit')
          .set(values)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await trx
          .insertInto('brand_kit')
          .values({
            id,
            uid: 'uid' in owner ? owner.uid : null,
            organization_id: 'uid' in owner ? null : owner.organizationId,
            ...values,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
    return { kit, unusedLogo: logoBefore === logo ? null : logoBefore };
  });
}

/**
 * Erases the words of a deleted person's kit, and of the organization that closes with its last member. The
 * sweep deletes the logos and the rows.
 */
export async function endBrandKits(trx: Transaction<Database>, uid: string): Promise<void> {
  await trx
    .updateTable('brand_kit')
    .set({ name: 'Deleted', phone: '', address: '', tone: null, deleted_at: new Date() })
    .where((kit) =>
      kit.or([
        kit('uid', '=', uid),
        kit(
          'organization_id',
          'in',
          closedWallets(trx, uid).where('w.owner_kind', '=', 'organization').select('w.owner_id'),
        ),
      ]),
    )
    .execute();
}

export async function readEndedBrandKits(db: Kysely<Database>, limit: number): Promise<string[]> {
  const kits = await db
    .selectFrom('brand_kit')
    .select('id')
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
  return kits.map(({ id }) => id);
}

export async function deleteBrandKit(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('brand_kit').where('id', '=', id).execute();
}
