import type { Insertable, Kysely } from 'kysely';
import { priceUsage, type ModelPrices } from '@sachet/shared/models/model-prices';
import type { Database } from '../tables.ts';

type Usage = Parameters<typeof priceUsage>[1];

type Call = Omit<
  Insertable<Database['provider_call']>,
  | 'cost_microusd'
  | 'input_tokens'
  | 'cached_tokens'
  | 'cache_write_tokens'
  | 'image_input_tokens'
  | 'output_tokens'
  | 'image_output_tokens'
  | 'images'
>;

/**
 * Stores a call, priced by today's prices of the model that answered, or of the requested model if the one
 * that answered has none. Resolves to its cost in millionths of a US dollar, and to its cost by the
 * requested model's prices; null if it is not known. A call that used nothing cost nothing. `prices` are those
 * that were used.
 */
export async function recordProviderCall(
  db: Kysely<Database>,
  call: Call,
  usage: Usage,
): Promise<{
  microusd: number | null;
  asAskedMicrousd: number | null;
  prices: ModelPrices | undefined;
}> {
  const { asked, answered } = await readPrices(db, call);
  const isUnused = Object.values(usage).every((count) => count === 0);
  const asAskedMicrousd = asked ? priceUsage(asked, usage) : isUnused ? 0 : null;
  const microusd = answered ? priceUsage(answered, usage) : asAskedMicrousd;
  await db
    .insertInto('provider_call')
    .values({
      ...call,
      input_tokens: usage.inputTokens,
      cached_tokens: usage.cachedTokens,
      cache_write_tokens: usage.cacheWriteTokens,
      image_input_tokens: usage.imageInputTokens,
      output_tokens: usage.outputTokens,
      image_output_tokens: usage.imageOutputTokens,
      images: usage.images,
      cost_microusd: microusd,
    })
    .execute();
  return { microusd, asAskedMicrousd, prices: answered ?? asked };
}

/** Whether an answered call for a bought picture has been booked since this time. */
export async function hasAnsweredCall(
  db: Kysely<Database>,
  generationId: string,
  since: Date,
): Promise<boolean> {
  const call = await db
    .selectFrom('provider_call')
    .select('id')
    .where('generation_id', '=', generationId)
    .where('purpose', '=', 'final')
    .where('failure', 'is', null)
    .where('at', '>=', since)
    .executeTakeFirst();
  return call !== undefined;
}

async function readPrices(
  db: Kysely<Database>,
  { provider, model_id: asked, answered_by: answered }: Call,
): Promise<{ asked: ModelPrices | undefined; answered: ModelPrices | undefined }> {
  const models = await db
    .selectFrom('priced_model')
    .selectAll()
    .where('provider', '=', provider)
    .where('id', 'in', answered ? [asked, answered] : [asked])
    .execute();
  const find = (id: string | null | undefined) =>
    models.find((model) => model.id === id && model.is_priced);
  return { asked: find(asked), answered: find(answered) };
}
