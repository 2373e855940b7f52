/** Names and addresses for the documents of wallets, each from a moment on. */
import { sql, type Kysely, type Transaction } from 'kysely';
import { noProfile } from '@sachet/shared/tax/compose';
import type { BillingProfile } from '@sachet/shared/tax/content';
import type { Database } from '../tables.ts';
import { closedWallets } from '../wallet/closings.ts';

export interface DatedProfile {
  readonly walletId: string;
  readonly validFromMs: number;
  readonly profile: BillingProfile;
}

/** Oldest first. */
export async function readBillingProfiles(
  db: Kysely<Database>,
  walletIds: readonly string[],
): Promise<DatedProfile[]> {
  if (walletIds.length === 0) return [];
  const rows = await db
    .selectFrom('billing_profile')
    .selectAll()
    .where('wallet_id', 'in', [...walletIds])
    .orderBy('valid_from')
    .orderBy('id')
    .execute();
  return rows.map(
    ({ wallet_id, valid_from, name, address, pin, state_code, gstin, country, is_sez }) => ({
      walletId: wallet_id,
      validFromMs: valid_from.getTime(),
      profile: { name, address, pin, stateCode: state_code, gstin, country, isSez: is_sez },
    }),
  );
}

/** Whether the wallet's profile was ever stored, with or without a State. */
export async function hasProfile(db: Kysely<Database>, walletId: string): Promise<boolean> {
  const row = await db
    .selectFrom('billing_profile')
    .select('id')
    .where('wallet_id', '=', walletId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** `profiles` as `readBillingProfiles` sorts them. */
export function profileAt(
  profiles: readonly DatedProfile[],
  walletId: string,
  atMs: number,
): BillingProfile {
  const dated = profiles.findLast((each) => each.walletId === walletId && each.validFromMs <= atMs);
  return dated?.profile ?? noProfile;
}

const changesPerDay = 20;

/** For documents from now on. False after too many changes in a day: every one of them is kept. */
export async function addProfile(
  db: Kysely<Database>,
  { walletId, profile, by }: { walletId: string; profile: BillingProfile; by: string },
): Promise<boolean> {
  const { name, address, pin, stateCode, gstin, country, isSez } = profile;
  const { numAffectedRows } = await sql`
    insert into billing_profile (wallet_id, valid_from, name, address, pin, state_code, gstin, country,
                                 is_sez, set_by)
    select ${walletId}, clock_timestamp(), ${name}, ${address}, ${pin}, ${stateCode}, ${gstin}, ${country},
           ${isSez}, ${by}
     where (select count(*) from billing_profile
             where wallet_id = ${walletId} and valid_from > clock_timestamp() - interval '1 day')
           < ${changesPerDay}`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Erases the profiles of the wallets that a deleted person's account closed. The State stays for the last
 * month's invoice. A country goes: an export needs the name that is erased.
 */
export async function eraseProfiles(trx: Transaction<Database>, uid: string): Promise<void> {
  await trx
    .updateTable('billing_profile')
    .set({
      name: '',
      address: '',
      pin: null,
      gstin: null,
      country: null,
      is_sez: false,
      set_by: '',
    })
    .where('wallet_id', 'in', closedWallets(trx, uid).select('w.id'))
    .execute();
}
