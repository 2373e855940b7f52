/** The table of providers: the entries of `shared/providers.ts`, and which of them can be asked. */
import { sql, type Kysely } from 'kysely';
import { type Provider, providerEntries, providers } from '@sachet/shared/providers';
import type { Database } from '../tables.ts';

/** Inserts the providers that the table lacks. An optional one waits for a server with its key. */
export async function seedProviders(db: Kysely<Database>): Promise<void> {
  await db
    .insertInto('provider')
    .values(providers.map((id) => ({ id, is_configured: !providerEntries[id].isOptional })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Stores which providers the servers can ask. The models of the others are neither used nor offered. */
export async function storeConfigured(
  db: Kysely<Database>,
  configured: readonly Provider[],
): Promise<void> {
  const isConfigured = sql<boolean>`(id = any(${configured}::text[]))`;
  await db
    .updateTable('provider')
    .set({ is_configured: isConfigured })
    .where('is_configured', '<>', isConfigured)
    .execute();
}

/** The providers that the servers can ask, in the order of the registry. */
export async function readConfigured(db: Kysely<Database>): Promise<Provider[]> {
  const rows = await db
    .selectFrom('provider')
    .select('id')
    .where('is_configured', '=', true)
    .execute();
  return providers.filter((provider) => rows.some(({ id }) => id === provider));
}
