/**
 * Computes what is derived from events again: projections, the sums of the days, provenance. The events are
 * verified first, because a rebuild would turn a forged event into a balance that can be spent.
 */
import type { Finding } from '@sachet/shared/ledger/contracts/admin-ledger';
import { findForgedEvents, type VerifyOptions } from '../checks/run.ts';
import { rebuildProjections, type Rebuilding } from '../ledger/rebuild.ts';
import { createKysely, createPool } from '../connect.ts';
import { rebuildDayTotals } from './day-totals.ts';
import { forgetProvenance } from './provenance/verify.ts';

export type Rebuilt<T> =
  | { readonly ok: true; readonly value: T }
  /** Nothing was changed. */
  | { readonly ok: false; readonly findings: readonly Finding[] };

/** Rebuilds projections and the sums of the days. Needs a login that may delete rows: the owner's. */
export function rebuildBooks(options: VerifyOptions): Promise<Rebuilt<Rebuilding>> {
  return ifEventsVerify(options, async () => {
    const { repaired, ...counts } = await rebuildProjections(options);
    const totals = await rebuildTotals(options);
    return { ...counts, repaired: [...repaired, ...totals] };
  });
}

/** Deletes provenance, which the next projection computes from the first event on. */
export function forgetProvenanceSafely(options: VerifyOptions): Promise<Rebuilt<void>> {
  return ifEventsVerify(options, async () => {
    const db = createKysely(createPool(options.connectionString, { max: 1 }));
    await forgetProvenance(db).finally(() => db.destroy());
  });
}

async function ifEventsVerify<T>(
  options: VerifyOptions,
  rebuild: () => Promise<T>,
): Promise<Rebuilt<T>> {
  const findings = await findForgedEvents(options);
  return findings.length > 0 ? { ok: false, findings } : { ok: true, value: await rebuild() };
}

async function rebuildTotals({ connectionString }: VerifyOptions): Promise<string[]> {
  const pool = createPool(connectionString, { max: 1, statement_timeout: 0 });
  const client = await pool.connect();
  try {
    return await rebuildDayTotals(client);
  } finally {
    client.release();
    await pool.end();
  }
}
