/**
 * Claims of the sign-up bonus, and wallets that wait for their owner's verification. A person is stored only
 * as a digest, which stays when the account is deleted.
 */
import { sql, type CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { locks, lockUntilCommit } from '../locks.ts';
import { notify } from '../live.ts';
import type { Database } from '../tables.ts';

export interface Claimant {
  readonly uid: string;
  /** Digest of the phone number or the mailbox. */
  readonly digest: Buffer;
  readonly isVerified: boolean;
}

/** A verified person's claim replaces that of an account whose bonus is still locked. */
const isUnverified = sql<boolean>`exists (select from wallet where locked_for = bonus_claim.uid)`;

/** Whether this person had the bonus under another uid. */
export async function hasClaimedBonus(
  db: Kysely<Database>,
  { uid, digest, isVerified }: Claimant,
): Promise<boolean> {
  const claim = await db
    .selectFrom('bonus_claim')
    .select('uid')
    .where('person_digest', '=', digest)
    .where('uid', '<>', uid)
    .$if(isVerified, (query) => query.where(({ not }) => not(isUnverified)))
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
export function claimStatements(
  db: Kysely<Database>,
  { uid, digest, isVerified }: Claimant,
): CompiledQuery[] {
  const claim = db.insertInto('bonus_claim').values({ uid, person_digest: digest });
  return isVerified
    ? [
        lockClaim(digest).compile(db),
        selectReplaceableClaims(db, { uid, digest }).compile(),
        claim.compile(),
      ]
    : [claim.compile()];
}

/**
 * Fails while another account of this person claims or unlocks, and the ledger repeats the command. It is a
 * separate statement, so that the next one sees whether the other account was verified in the meantime.
 */
const lockClaim = (digest: Buffer) =>
  sql`select lock_now(${locks.bonusClaims.id}::int, ${digest.toString('hex')})`;

function selectReplaceableClaims(
  db: Kysely<Database>,
  { uid, digest }: Pick<Claimant, 'uid' | 'digest'>,
) {
  return db
    .deleteFrom('bonus_claim')
    .where('person_digest', '=', digest)
    .where('uid', '<>', uid)
    .where(isUnverified);
}

/** Run it with the credit of a user who is not verified yet. */
export function lockBonusStatement(
  db: Kysely<Database>,
  { walletId, uid, paise }: { walletId: string; uid: string; paise: number },
): CompiledQuery {
  return db
    .updateTable('wallet')
    .set({ locked_paise: paise, locked_for: uid })
    .where('id', '=', walletId)
    .compile();
}

export async function hasLockedBonus(db: Kysely<Database>, uid: string): Promise<boolean> {
  const wallet = await db
    .selectFrom('wallet')
    .select('id')
    .where('locked_for', '=', uid)
    .limit(1)
    .executeTakeFirst();
  return wallet !== undefined;
}

/**
 * Unlocks the bonus of a user who is verified by now, unless the same person, also verified, had a bonus
 * under another uid: then it stays locked.
 */
export async function unlockBonus(
  trx: Transaction<Database>,
  { uid, digest }: Pick<Claimant, 'uid' | 'digest'>,
): Promise<void> {
  // The wallet is locked before the claim, as in a sign-up: no one waits for a wallet while holding a claim.
  await trx
    .selectFrom('wallet')
    .select('id')
    .where('locked_for', '=', uid)
    .orderBy('id')
    .forUpdate()
    .execute();
  await lockUntilCommit(trx, 'bonusClaims', digest.toString('hex'));
  await selectReplaceableClaims(trx, { uid, digest }).execute();
  // The address may differ from that of the sign-up.
  await trx
    .insertInto('bonus_claim')
    .values({ uid, person_digest: digest })
    .onConflict((conflict) => conflict.column('person_digest').doNothing())
    .execute();
  if (await hasClaimedBonus(trx, { uid, digest, isVerified: false })) return;
  const unlocked = await trx
    .updateTable('wallet')
    .set({ locked_paise: 0, locked_for: null })
    .where('locked_for', '=', uid)
    .returning('id')
    .execute();
  await notify(trx, { event: 'wallet', ids: unlocked.map(({ id }) => id) });
}
