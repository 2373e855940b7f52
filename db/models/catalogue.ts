/** The catalogue of models and their defaults: read whole, changed by one at a time. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { ModelPurpose } from '@sachet/shared/contracts/admin-models';
import { insertAudit, type AuditEntry } from '../admin/audit.ts';
import { resolveNotices } from '../admin/notices.ts';
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
import type { Database } from '../tables.ts';

/** Models by provider and id. */
export async function readCatalogue(db: Kysely<Database>): Promise<Catalogue> {
  const models = await db
    .selectFrom('model')
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

const catalogueLock = 7207012;

/**
 * Reads the catalogue and locks it until the transaction ends: changes are serialized, so that two valid
 * changes cannot be invalid together.
 */
export async function lockCatalogue(trx: Transaction<Database>): Promise<Catalogue> {
  await sql`select pg_advisory_xact_lock(${catalogueLock}::bigint)`.execute(trx);
  return readCatalogue(trx);
}

/** All changes or none; an error says why none. Saved defaults resolve the notices about them. */
export async function changeCatalogue(
  db: Kysely<Database>,
  { actor, ...changes }: CatalogueChanges & { actor: string },
): Promise<CatalogueError | 'done'> {
  return db.transaction().execute(async (trx) => {
    const decided = decideChanges(await lockCatalogue(trx), changes);
    if ('kind' in decided) return decided;
    for (const { before, after } of decided.models) {
      await updateModel(trx, before, pick(after, changedColumns(before, after)));
    }
    for (const { purpose, after } of decided.defaults) await setDefault(trx, purpose, after);
    const confirmed = Object.keys(changes.defaults ?? {});
    await resolveNotices(trx, { kind: 'default_deprecated', subjects: confirmed });
    await insertAudit(trx, ...toAuditEntries(decided, actor));
    return 'done';
  });
}

/** A row for each model and for each default. */
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

/** `openai/gpt-5.2` */
export const toModelName = ({ provider, id }: Pick<Model, 'provider' | 'id'>) =>
  `${provider}/${id}`;

export async function updateModel(
  trx: Transaction<Database>,
  { provider, id }: Pick<Model, 'provider' | 'id'>,
  values: Partial<Model>,
): Promise<void> {
  await trx
    .updateTable('model')
    .set(values)
    .where('provider', '=', provider)
    .where('id', '=', id)
    .execute();
}

/** Null takes the default away. */
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
