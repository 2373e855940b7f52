/** Locks the account of a request that may have waited since its caller was identified. */
import type { Selectable, Transaction } from 'kysely';
import type { Database } from '../tables.ts';

/** The account was disabled or closed after the request was admitted. */
export class AccountEnded extends Error {
  override name = 'AccountEnded';
}

type Standing = Pick<Selectable<Database['user_profile']>, 'organization_id' | 'role'>;

/**
 * Serializes the requests of one user until the transaction ends, and returns the user's present standing.
 * Throws `AccountEnded`: what begins or is stored after an account was erased would never be erased.
 */
export async function lockOpenAccount(trx: Transaction<Database>, uid: string): Promise<Standing> {
  const account = await trx
    .selectFrom('user_profile')
    .select(['disabled_at', 'organization_id', 'role'])
    .where('uid', '=', uid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account || account.disabled_at) throw new AccountEnded();
  return account;
}
