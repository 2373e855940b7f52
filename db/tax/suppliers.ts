/** The supplier's settings, each from a moment on. Rows are never changed: issued documents refer to them. */
import { sql, type Kysely, type Transaction } from 'kysely';
import { StoredSupplierSettings, type SupplierSettings } from '@sachet/shared/tax/content';
import { startOfIstDay } from '@sachet/shared/time';
import { lockUntilCommit } from '../locks.ts';
import type { Database } from '../tables.ts';

export interface DatedSupplier {
  readonly id: number;
  readonly validFromMs: number;
  readonly settings: SupplierSettings;
}

/** All of them, oldest first: a handful. */
export async function readSuppliers(db: Kysely<Database>): Promise<DatedSupplier[]> {
  const rows = await db
    .selectFrom('supplier_setting')
    .select(['id', 'valid_from', 'settings'])
    .orderBy('valid_from')
    .orderBy('id')
    .execute();
  return rows.map(({ id, valid_from, settings }) => ({
    id,
    validFromMs: valid_from.getTime(),
    settings: StoredSupplierSettings.parse(settings),
  }));
}

/** `suppliers` as `readSuppliers` sorts them. Undefined before the first settings. */
export function supplierAt(
  suppliers: readonly DatedSupplier[],
  atMs: number,
): DatedSupplier | undefined {
  return suppliers.findLast(({ validFromMs }) => validFromMs <= atMs);
}

/** The newest settings of a registration at a moment: its documents continue after another one began. */
export function supplierWithGstin(
  suppliers: readonly DatedSupplier[],
  gstin: string,
  atMs: number,
): DatedSupplier | undefined {
  return suppliers.findLast(
    ({ settings, validFromMs }) => settings.gstin === gstin && validFromMs <= atMs,
  );
}

export type SupplierRefusal = 'from_day_past' | 'prefix_taken';

/**
 * Stores settings that are valid from the beginning of a day in India, or from now if the day is today.
 * Refuses an earlier day, and a prefix that a series of another kind or registration has.
 */
export async function addSupplier(
  trx: Transaction<Database>,
  { settings, fromDay, by }: { settings: SupplierSettings; fromDay: string; by: string },
): Promise<SupplierRefusal | null> {
  await lockUntilCommit(trx, 'documents');
  await lockUntilCommit(trx, 'supplier');
  const { rows } = await sql<{ now: Date; today: string }>`
    select clock_timestamp() as now,
           to_char(clock_timestamp() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as today`.execute(
    trx,
  );
  const { now, today } = rows[0]!;
  if (fromDay < today) return 'from_day_past';
  if (await isPrefixTaken(trx, settings)) return 'prefix_taken';
  await trx
    .insertInto('supplier_setting')
    .values({
      valid_from: fromDay === today ? now : new Date(startOfIstDay(fromDay)),
      gstin: settings.gstin,
      settings: JSON.stringify(settings),
      set_by: by,
    })
    .execute();
  return null;
}

async function isPrefixTaken(
  trx: Transaction<Database>,
  { prefixes, gstin }: SupplierSettings,
): Promise<boolean> {
  const suppliers = await readSuppliers(trx);
  const wanted = toSeries(prefixes, gstin);
  return suppliers.some(({ settings }) =>
    toSeries(settings.prefixes, settings.gstin).some((known) =>
      wanted.some(
        (each) =>
          each.prefix === known.prefix && (each.kind !== known.kind || each.gstin !== known.gstin),
      ),
    ),
  );
}

/** Plain receipts are issued with and without a registration, so their series has none. */
const toSeries = (prefixes: SupplierSettings['prefixes'], gstin: string | null) =>
  Object.entries(prefixes)
    // Without a registration, the prefixes of tax documents are not used.
    .filter(([kind]) => kind === 'receipt' || gstin !== null)
    .map(([kind, prefix]) => ({ kind, prefix, gstin: kind === 'receipt' ? null : gstin }));
