import { sql, type Insertable, type Kysely } from 'kysely';
import type { Database, ProviderCallTable } from '../tables.ts';

/**
 * Priced by the catalogue as it stands now, in millionths of a US dollar, rounded up; that is what it
 * resolves to.
 */
export async function recordProviderCall(
  db: Kysely<Database>,
  call: Omit<Insertable<ProviderCallTable>, 'cost_microusd'>,
): Promise<number> {
  const cost = sql<number>`(
    select (${call.input_tokens}::bigint * coalesce(input_microusd_per_million_tokens, 0)
            + ${call.output_tokens}::bigint * coalesce(output_microusd_per_million_tokens, 0)
            + 999999) / 1000000
           + ${call.images}::bigint * coalesce(microusd_per_image, 0)
      from model where provider = ${call.provider} and id = ${call.model_id})`;
  const { cost_microusd: microusd } = await db
    .insertInto('provider_call')
    .values({ ...call, cost_microusd: cost })
    .returning('cost_microusd')
    .executeTakeFirstOrThrow();
  return microusd;
}
