/**
 * Syncs of the catalogue with the providers' lists. A row requests a sync and stores its findings; at most
 * one row is open.
 */
import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely';
import { priceKinds } from '@sachet/shared/models/model-prices';
import { insertAudit, type AuditEntry } from '../admin/audit.ts';
import { raiseNotice, resolveNotices } from '../admin/notices.ts';
import { newId } from '../ids.ts';
import { lockCatalogue, toModelName, setDefault, updateModel } from './catalogue.ts';
import type { Model } from './changes.ts';
import { reviewCatalogue } from './review.ts';
import { decideListings, type ListingChanges, type Listings } from './listing.ts';
import type { Database, SyncResult } from '../tables.ts';

export type ModelSync = Selectable<Database['model_sync']>;

/** Returns the id of the open sync: a new one, unless one is already open. */
export async function requestSync(db: Kysely<Database>, actor: string): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const id = await openSync(trx, actor);
    await insertAudit(trx, { actor, action: 'sync-models', details: { sync: id } });
    return id;
  });
}

async function openSync(trx: Transaction<Database>, actor: string): Promise<string> {
  const { id } = await trx
    .insertInto('model_sync')
    .values({ id: newId('sync'), requested_by: actor })
    .onConflict((conflict) =>
      conflict
        .expression(sql`(true)`)
        .where('finished_at', 'is', null)
        // Changes nothing, but makes the statement return the existing row.
        .doUpdateSet({ requested_by: sql`model_sync.requested_by` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Opens a sync if the last request is at least `everyMs` old, or if there was none. Concurrent workers open
 * only one. Returns the id of the open sync, for the queue.
 */
export async function openDueSync(
  db: Kysely<Database>,
  { everyMs, actor }: { everyMs: number; actor: string },
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table model_sync in share row exclusive mode`.execute(trx);
    const latest = await trx
      .selectFrom('model_sync')
      .select(['id', 'requested_at', 'finished_at'])
      .orderBy('requested_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (latest && !latest.finished_at) return latest.id;
    if (everyMs === 0) return null;
    if (latest && latest.requested_at.getTime() > Date.now() - everyMs) return null;
    return openSync(trx, actor);
  });
}

export async function readSync(db: Kysely<Database>, id: string): Promise<ModelSync | undefined> {
  return db.selectFrom('model_sync').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The sync that a worker has still to finish. */
export async function readOpenSync(db: Kysely<Database>): Promise<ModelSync | undefined> {
  return db
    .selectFrom('model_sync')
    .selectAll()
    .where('finished_at', 'is', null)
    .executeTakeFirst();
}

/** The last sync that has finished. */
export async function readLastSync(db: Kysely<Database>): Promise<ModelSync | undefined> {
  return db
    .selectFrom('model_sync')
    .selectAll()
    .where('finished_at', 'is not', null)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Stores the listed models and ends the sync. Does nothing if another worker has ended it. */
export async function finishSync(
  db: Kysely<Database>,
  {
    id,
    listings,
    failures,
    actor,
  }: { id: string; listings: Listings; failures: SyncResult['failures']; actor: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const catalogue = await lockCatalogue(trx);
    const open = await trx
      .selectFrom('model_sync')
      .select('id')
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!open) return;
    const changes = decideListings(catalogue, listings, new Date());
    await writeListings(trx, changes);
    const ids = (models: readonly { id: string }[]) => models.map((model) => model.id);
    const result: SyncResult = {
      new: ids(changes.added.filter(({ status }) => status === 'candidate')),
      deprecated: ids(changes.deprecated),
      returned: ids(changes.returned),
      failures,
    };
    await trx
      .updateTable('model_sync')
      .set({ finished_at: new Date(), result: JSON.stringify(result) })
      .where('id', '=', id)
      .execute();
    await insertAudit(trx, ...toAuditEntries(changes, { id, actor }));
    await reviewCatalogue(trx);
  });
}

async function writeListings(trx: Transaction<Database>, changes: ListingChanges): Promise<void> {
  for (const model of changes.added) {
    await trx.insertInto('model').values(pickModelColumns(model)).execute();
  }
  for (const model of new Set([...changes.seen, ...changes.deprecated])) {
    const { provider: _provider, id: _id, ...values } = pickModelColumns(model);
    await updateModel(trx, model, values);
  }
  for (const { purpose, from, to } of changes.defaults) {
    await setDefault(trx, purpose, to);
    if (to?.was_default_for.includes(purpose)) {
      await updateModel(trx, to, {
        was_default_for: to.was_default_for.filter((each) => each !== purpose),
      });
    }
    // An earlier notice may name another model.
    await resolveNotices(trx, { kind: 'default_deprecated', subjects: [purpose] });
    // The model got its earlier default back, so there is nothing to review.
    if (to?.was_default_for.includes(purpose)) continue;
    const data = { purpose, from: from.id, to: to?.id ?? null };
    await raiseNotice(trx, { kind: 'default_deprecated', data }, purpose);
  }
}

/** The stored columns of a model itself: prices have a separate table. */
function pickModelColumns(model: Model): Insertable<Database['model']> {
  const { is_priced: _isPriced, is_configured: _isConfigured, ...columns } = model;
  for (const kind of priceKinds) delete (columns as Partial<typeof columns>)[kind];
  return columns;
}

/** A sync without changes needs no audit row. */
function toAuditEntries(
  { added, deprecated, returned, defaults }: ListingChanges,
  { id, actor }: { id: string; actor: string },
): AuditEntry[] {
  const names = {
    new: added.map(toModelName),
    deprecated: deprecated.map(toModelName),
    returned: returned.map(toModelName),
  };
  const changed = Object.values(names).some((list) => list.length > 0);
  return [
    ...(changed ? [{ actor, action: 'models-synced', details: { sync: id, ...names } }] : []),
    ...defaults.map(({ purpose, from, to }) => ({
      actor,
      action: 'set-model-default',
      details: { sync: id, purpose, from: toModelName(from), to: to && toModelName(to) },
    })),
  ];
}
