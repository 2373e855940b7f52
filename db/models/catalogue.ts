/** The catalogue of models and their defaults: read as a whole, changed by one transaction at a time. */
import { sql, type Kysely, type Selectable, type Transaction, type Updateable } from 'kysely';
import type { ModelPurpose } from '@sachet/shared/models/contracts/admin-models';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { knownModels, type KnownPrices } from '@sachet/shared/models/known-models';
import { priceKinds, type ModelPrices } from '@sachet/shared/models/model-prices';
import { lockUntilCommit } from '../locks.ts';
import { insertAudit, type AuditEntry } from '../admin/audit.ts';
import { resolveNotices } from '../admin/notices.ts';
import { reviewCatalogue } from './review.ts';
import {
  changedColumns,
  decideChanges,
  sameModel,
  type Catalogue,
  type CatalogueChanges,
  type CatalogueError,
  type Decided,
  type Defaults,
  type Model,
} from './changes.ts';
import type { Database, ModelPriceTable } from '../tables.ts';

/** Models by provider and id. */
export async function readCatalogue(db: Kysely<Database>): Promise<Catalogue> {
  const models = await db
    .selectFrom('priced_model')
    .selectAll()
    .orderBy('provider')
    .orderBy('id')
    .execute();
  const rows = await db.selectFrom('model_default').selectAll().execute();
  const defaults: Defaults = {};
  for (const { purpose, provider, model_id: id } of rows) {
    const model = models.find((each) => sameModel(each, { provider, id }));
    if (model) defaults[purpose] = model;
  }
  return { models, defaults };
}

/**
 * Reads the catalogue and locks it until the transaction ends: changes are serialized, so that two valid
 * changes cannot be invalid together.
 */
export async function lockCatalogue(trx: Transaction<Database>): Promise<Catalogue> {
  await lockUntilCommit(trx, 'catalogue');
  return readCatalogue(trx);
}

/** Applies all changes or none; an error says why. Saved defaults resolve the notices about them. */
export async function changeCatalogue(
  db: Kysely<Database>,
  { actor, ...changes }: CatalogueChanges & { actor: string },
): Promise<CatalogueError | 'done'> {
  return db.transaction().execute(async (trx) => {
    const decided = decideChanges(await lockCatalogue(trx), changes);
    if ('kind' in decided) return decided;
    for (const { before, after } of decided.models) {
      const columns = changedColumns(before, after).filter((column) => !isPriceKind(column));
      if (columns.length > 0) await updateModel(trx, before, pick(after, columns));
    }
    for (const { model, fromDay, ...prices } of decided.prices) {
      await writePrices(trx, model, fromDay, prices);
    }
    for (const { purpose, after } of decided.defaults) await setDefault(trx, purpose, after);
    const confirmed = Object.keys(changes.defaults ?? {});
    await resolveNotices(trx, { kind: 'default_deprecated', subjects: confirmed });
    // After an admin has chosen defaults, a model that returns does not become a default again.
    if (changes.defaults) {
      await trx.updateTable('model').set({ was_default_for: [] }).execute();
    }
    await insertAudit(trx, ...toAuditEntries(decided, actor));
    await reviewCatalogue(trx);
    return 'done';
  });
}

/** One row for each changed model and for each changed default. */
function toAuditEntries({ models, defaults }: Decided, actor: string): AuditEntry[] {
  return [
    ...models.map(({ before, after }) => {
      const columns = changedColumns(before, after);
      const details = {
        model: toModelName(before),
        from: pick(before, columns),
        to: pick(after, columns),
      };
      return { actor, action: 'update-model', details };
    }),
    ...defaults.map(({ purpose, before, after }) => ({
      actor,
      action: 'set-model-default',
      details: { purpose, from: before && toModelName(before), to: toModelName(after) },
    })),
  ];
}

function pick(model: Model, columns: readonly (keyof Model)[]): Partial<Model> {
  return Object.fromEntries(columns.map((column) => [column, model[column]]));
}

/** For example `openai/gpt-6-luna`. */
export const toModelName = ({ provider, id }: Pick<Model, 'provider' | 'id'>) =>
  `${provider}/${id}`;

export async function updateModel(
  trx: Transaction<Database>,
  { provider, id }: Pick<Model, 'provider' | 'id'>,
  values: Updateable<Database['model']>,
): Promise<void> {
  await trx
    .updateTable('model')
    .set(values)
    .where('provider', '=', provider)
    .where('id', '=', id)
    .execute();
}

/** Null removes the default. */
export async function setDefault(
  trx: Transaction<Database>,
  purpose: ModelPurpose,
  model: Model | null,
): Promise<void> {
  if (!model) {
    await trx.deleteFrom('model_default').where('purpose', '=', purpose).execute();
    return;
  }
  const to = { provider: model.provider, model_id: model.id };
  await trx
    .insertInto('model_default')
    .values({ purpose, ...to })
    .onConflict((conflict) => conflict.column('purpose').doUpdateSet(to))
    .execute();
}

const isPriceKind = (column: keyof Model): boolean =>
  (priceKinds as readonly string[]).includes(column);

/** Sets prices from a day (UTC) on and replaces planned prices from the same day. */
async function writePrices(
  trx: Transaction<Database>,
  { provider, id }: Pick<Model, 'provider' | 'id'>,
  fromDay: string,
  prices: ModelPrices,
): Promise<void> {
  await trx
    .insertInto('model_price')
    .values({ provider, model_id: id, from_day: fromDay, ...prices })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'model_id', 'from_day']).doUpdateSet({ ...prices }),
    )
    .execute();
}

/** Prices from later days, earliest first. */
export async function readUpcomingPrices(
  db: Kysely<Database>,
): Promise<Selectable<ModelPriceTable>[]> {
  return db
    .selectFrom('model_price')
    .select(['provider', 'model_id', ...priceKinds])
    .select(sql<string>`to_char(from_day, 'YYYY-MM-DD')`.as('from_day'))
    .where('from_day', '>', sql<string>`(now() at time zone 'utc')::date`)
    .orderBy('from_day')
    .execute();
}

/**
 * Adds known models that the catalogue lacks, with their prices. A new installation begins with them;
 * existing models do not change.
 */
export async function seedKnownModels(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { models } = await lockCatalogue(trx);
    const isFirst = models.length === 0;
    for (const known of knownModels) {
      if (models.some((model) => sameModel(model, known))) continue;
      const isOnSale = isFirst && known.isOnSale;
      await trx
        .insertInto('model')
        .values({
          provider: known.provider,
          id: known.id,
          label: known.label,
          tier: known.tier,
          capabilities: [...known.capabilities],
          status: isOnSale ? 'enabled' : 'candidate',
          enabled: isOnSale,
          largest_size: known.largestSize ?? null,
        })
        .execute();
      for (const { from, usd } of known.prices) {
        await writePrices(trx, known, from ?? '2000-01-01', toMicrousd(usd));
      }
      for (const purpose of isFirst ? (known.defaultFor ?? []) : []) {
        const { provider, id } = known;
        await trx.insertInto('model_default').values({ purpose, provider, model_id: id }).execute();
      }
    }
  });
}

function toMicrousd(usd: KnownPrices): ModelPrices {
  const micro = (price: number | undefined) =>
    price === undefined ? null : Math.round(price * 1_000_000);
  return {
    text_in: micro(usd.textIn),
    cached_in: micro(usd.cachedIn),
    cache_write: micro(usd.cacheWrite),
    image_in: micro(usd.imageIn),
    text_out: micro(usd.textOut),
    image_out: micro(usd.imageOut),
    per_image: micro(usd.perImage),
  };
}

/** Stores when a provider ends a model: its answers may state that, even if its list does not. */
export async function noteShutdown(
  db: Kysely<Database>,
  { provider, modelId }: { provider: Provider; modelId: string },
  endsAt: Date,
): Promise<void> {
  await db
    .updateTable('model')
    .set({ shutdown_at: endsAt })
    .where('provider', '=', provider)
    .where('id', '=', modelId)
    .where('shutdown_at', 'is distinct from', endsAt)
    .execute();
}
