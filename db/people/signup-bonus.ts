/**
 * Claims of the sign-up bonus, and the wallets in which it is locked. A person is stored only as a digest,
 * which stays when the account is deleted.
 */
import { sql, type CompiledQuery, type Kysely } from 'kysely';
import type { BonusWithheld } from '@sachet/shared/people/contracts/user';
import type { Database } from '../tables.ts';

export interface Claimant {
  readonly uid: string;
  /** Digest of the phone number or the mailbox. */
  readonly digest: Buffer;
  readonly isVerified: boolean;
}

/**
 * Whether this person had the bonus under another uid. An unverified claim gives way to one that is verified.
 */
export async function hasClaimedBonus(
  db: Kysely<Database>,
  { uid, digest, isVerified }: Claimant,
): Promise<boolean> {
  const claim = await db
    .selectFrom('bonus_claim')
    .select('uid')
    .where('person_digest', '=', digest)
    .where('uid', '<>', uid)
    .$if(isVerified, (query) => query.where('is_verified', '=', true))
    .limit(1)
    .executeTakeFirst();
  return claim !== undefined;
}

/** When the database was last restored from a backup, by its clock; null if never. */
export async function readLastRestore(db: Kysely<Database>): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest((select max(created_at) from ledger_restore),
                    case when pending_restore() is not null then clock_timestamp() end) as at`.execute(
    db,
  );
  return rows[0]!.at;
}

/** Run it with the credit. Two concurrent claims of one person violate `bonus_claim_pkey`. */
export const claimStatement = (
  db: Kysely<Database>,
  { uid, digest, isVerified }: Claimant,
): CompiledQuery =>
  db
    .insertInto('bonus_claim')
    .values({ uid, person_digest: digest, is_verified: isVerified })
    .compile();

/** Claims the bonus of a mailbox that this user has verified. False if another user had claimed it so. */
export async function claimVerified(
  db: Kysely<Database>,
  { uid, digest }: Pick<Claimant, 'uid' | 'digest'>,
): Promise<boolean> {
  await db
    .insertInto('bonus_claim')
    .values({ uid, person_digest: digest, is_verified: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return !(await hasClaimedBonus(db, { uid, digest, isVerified: true }));
}

export interface BonusState {
  readonly isByPhone: boolean;
  readonly isEmailVerified: boolean;
  readonly withheld: BonusWithheld | null;
  /** The wallet in which this user's bonus is locked; null if it is not. */
  readonly locked: { readonly walletId: string; readonly paise: number } | null;
}

export async function readBonusState(db: Kysely<Database>, uid: string): Promise<BonusState> {
  const row = await db
    .selectFrom('user_profile as u')
    .leftJoin('wallet as w', 'w.locked_for', 'u.uid')
    .select(['u.phone_number', 'u.email_verified', 'u.bonus_withheld', 'w.id', 'w.locked_paise'])
    .where('u.uid', '=', uid)
    .executeTakeFirstOrThrow();
  return {
    isByPhone: row.phone_number !== null,
    isEmailVerified: row.email_verified,
    withheld: row.bonus_withheld,
    locked: row.id === null ? null : { walletId: row.id, paise: row.locked_paise! },
  };
}

/** The amounts that decide how much of a wallet's locked bonus a purchase needs. */
export async function readLock(db: Kysely<Database>, walletId: string) {
  const wallet = await db
    .selectFrom('wallet')
    .select(['balance_paise', 'held_paise', 'locked_paise', 'locked_for'])
    .where('id', '=', walletId)
    .executeTakeFirstOrThrow();
  const { balance_paise: balance, held_paise: held, locked_paise: locked } = wallet;
  return { lockedFor: wallet.locked_for, unlockedPaise: balance - held - locked };
}

/**
 * The part of the wallet `w` that cannot be spent: the locked bonus of a user who verified an address that
 * brings none.
 */
export const withheldPaise = sql<number>`case when w.locked_for is not null and exists (
  select from user_profile l where l.uid = w.locked_for and l.bonus_withheld is not null
) then w.locked_paise else 0 end`;
