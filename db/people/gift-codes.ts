/** Gift codes, stored as digests, and their redemptions. */
import { createHash, randomBytes } from 'node:crypto';
import { sql, type CompiledQuery, type Kysely, type Selectable } from 'kysely';
import { newId } from '../ids.ts';
import type { Database } from '../tables.ts';

export type GiftCode = Selectable<Database['gift_code']>;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const groups = 4;
const groupLength = 4;

/** `7kq2-m4xd-…`: 80 random bits, so a code cannot be guessed from its digest either. */
export function newGiftCode(): string {
  const characters = Array.from(
    randomBytes(groups * groupLength),
    (byte) => alphabet[byte % 32],
  ).join('');
  return characters.match(/.{4}/g)!.join('-');
}

/** Ignores case, spaces and dashes, and reads o, i and l as the digits that they resemble. */
export function toGiftCodeHash(code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return createHash('sha256').update(`sachet.gift-code\n${plain}`).digest();
}

/**
 * Fails with `gift_code_limit` beyond what one admin may give alone in a day, and with `gift_code_not_approved`
 * if the proposal does not approve this code.
 */
export async function insertGiftCode(
  trx: Kysely<Database>,
  {
    codeHash,
    ...given
  }: {
    codeHash: Buffer;
    amountPaise: number;
    uses: number;
    note: string;
    expiresAt: Date;
    madeBy: string;
    proposalId: string | null;
  },
): Promise<GiftCode> {
  return trx
    .insertInto('gift_code')
    .values({
      id: newId('gift'),
      code_hash: codeHash,
      amount_paise: given.amountPaise,
      uses: given.uses,
      note: given.note,
      expires_at: given.expiresAt,
      made_by: given.madeBy,
      proposal_id: given.proposalId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findGiftCode(
  db: Kysely<Database>,
  code: string,
): Promise<GiftCode | undefined> {
  return db
    .selectFrom('gift_code')
    .selectAll()
    .where('code_hash', '=', toGiftCodeHash(code))
    .executeTakeFirst();
}

export async function loadGiftCode(
  db: Kysely<Database>,
  id: string,
): Promise<GiftCode | undefined> {
  return db.selectFrom('gift_code').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Newest first. */
export async function readGiftCodes(db: Kysely<Database>, limit: number): Promise<GiftCode[]> {
  return db.selectFrom('gift_code').selectAll().orderBy('made_at', 'desc').limit(limit).execute();
}

/** False if it is unknown or was ended before. */
export async function endGiftCode(trx: Kysely<Database>, id: string): Promise<boolean> {
  const ended = await trx
    .updateTable('gift_code')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

export async function hasRedeemed(
  db: Kysely<Database>,
  { codeId, uid }: { codeId: string; uid: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('gift_redemption')
    .select('uid')
    .where('code_id', '=', codeId)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row !== undefined;
}

/** The codes that this person redeemed, newest first. */
export async function readRedemptions(
  db: Kysely<Database>,
  uid: string,
): Promise<{ amount_paise: number; redeemed_at: Date }[]> {
  return db
    .selectFrom('gift_redemption as r')
    .innerJoin('gift_code as c', 'c.id', 'r.code_id')
    .select(['c.amount_paise', 'r.redeemed_at'])
    .where('r.uid', '=', uid)
    .orderBy('r.redeemed_at', 'desc')
    .execute();
}

/**
 * Run them with the credit. They fail with `gift_redemption_pkey` the second time, with `gift_code_uses` if
 * the code is used up, was ended or has expired, and with `gift_code_own_wallet` for its maker.
 */
export function redemptionStatements(
  db: Kysely<Database>,
  { codeId, uid, walletId }: { codeId: string; uid: string; walletId: string },
): CompiledQuery[] {
  return [
    sql`update gift_code
           set used = case when ended_at is null and expires_at > now() then used + 1 else uses + 1 end
         where id = ${codeId}`.compile(db),
    db
      .insertInto('gift_redemption')
      .values({ code_id: codeId, uid, wallet_id: walletId })
      .compile(),
  ];
}
