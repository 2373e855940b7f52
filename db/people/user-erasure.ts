/**
 * Erases a deleted person. The row stays as a tombstone, because wallet, ledger and audit trail name its uid.
 * Personal data and words are erased immediately, except those of work in progress.
 */
import type { Kysely, Transaction } from 'kysely';
import { endBrandKits } from '../studio/brand-kits.ts';
import { deleteConversation } from '../chat/conversations.ts';
import { eraseProfiles } from '../tax/profiles.ts';
import { cancelGeneration, deleteGeneration } from '../studio/generations.ts';
import { notify } from '../live.ts';
import { deleteMailsTo } from '../mails.ts';
import type { Database } from '../tables.ts';

/**
 * Erases the person's data and their membership of an organization. The row still names the wallet that they
 * paid from.
 */
export async function anonymizeProfile(trx: Transaction<Database>, uid: string): Promise<void> {
  const person = await trx
    .selectFrom('user_profile')
    .select(['email', 'email_verified'])
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (!person) return;
  const now = new Date();
  await trx
    .updateTable('user_profile')
    .set({
      first_name: 'Deleted',
      last_name: 'user',
      email: null,
      email_verified: false,
      phone_number: null,
      account_type: 'individual',
      role: 'user',
      organization_id: null,
      disabled_at: now,
      deleted_at: now,
    })
    .where('uid', '=', uid)
    .execute();
  await eraseProfiles(trx, uid);
  await trx.deleteFrom('push_subscription').where('uid', '=', uid).execute();
  await endBrandKits(trx, uid);
  // An unverified address may belong to another person, and so may its invitations.
  await eraseInvites(trx, uid, person.email_verified ? person.email : null);
  await notify(trx, { event: 'access-ended', uid });
}

/** Erases invitations of this address, even open ones, because the person can no longer accept them. */
async function eraseInvites(
  trx: Transaction<Database>,
  uid: string,
  email: string | null,
): Promise<void> {
  const theirs = trx
    .updateTable('organization_invite')
    .where((where) =>
      where.or([
        where('accepted_by', '=', uid),
        ...(email === null ? [] : [where('email', '=', email)]),
      ]),
    );
  await theirs
    .set({ cancelled_at: new Date() })
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute();
  await theirs.set({ email: `deleted:${uid}` }).execute();
  await deleteMailsTo(trx, email === null ? [uid] : [uid, email]);
}

/** Deleted people whose content may not be completely erased. */
export async function readPeopleToErase(db: Kysely<Database>, limit: number): Promise<string[]> {
  const people = await db
    .selectFrom('user_profile')
    .select('uid')
    .where('deleted_at', 'is not', null)
    .where('erased_at', 'is', null)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
  return people.map(({ uid }) => uid);
}

/** A request that was admitted before the deletion may still write content. */
const lateRequestsMs = 60_000;

/**
 * Deletes up to `limit` generations and as many conversations, as their owner could; the worker's sweep
 * erases the images. It skips work in progress: the sweep repeats the call until everything has been deleted
 * for a while.
 */
export async function eraseContent(
  db: Kysely<Database>,
  { uid, limit }: { uid: string; limit: number },
): Promise<void> {
  for (const id of await remaining(db, 'generation', uid, limit)) {
    await cancelGeneration(db, { id, uid });
    await deleteGeneration(db, { id, uid });
  }
  for (const id of await remaining(db, 'conversation', uid, limit)) {
    await deleteConversation(db, { id, uid });
  }
  const left = await Promise.all([
    remaining(db, 'generation', uid, 1),
    remaining(db, 'conversation', uid, 1),
  ]);
  if (left.flat().length > 0) return;
  await db
    .updateTable('user_profile')
    .set({ erased_at: new Date() })
    .where('uid', '=', uid)
    .where('deleted_at', '<', new Date(Date.now() - lateRequestsMs))
    .execute();
}

async function remaining(
  db: Kysely<Database>,
  table: 'generation' | 'conversation',
  uid: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
