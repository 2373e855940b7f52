import { addSupplier, readSuppliers, type SupplierRefusal } from '@sachet/db/documents/suppliers';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { audited } from './audited.ts';
import type { Dependencies } from '../dependencies.ts';

async function viewSuppliers({ db }: Dependencies) {
  const suppliers = await readSuppliers(db);
  return ok({
    suppliers: suppliers.toReversed().map(({ validFromMs, settings }) => ({
      validFrom: new Date(validFromMs).toISOString(),
      settings,
    })),
  });
}

export const getSuppliers = route('GET /api/admin/supplier', {
  handle: ({ deps }) => viewSuppliers(deps),
});

const refusals: Record<SupplierRefusal, { message: string; field: string }> = {
  from_day_past: { message: 'Choose today or a later day.', field: 'fromDay' },
  prefix_taken: {
    message: 'Another registration or another kind of document has this prefix.',
    field: 'settings.prefixes',
  },
};

export const postSupplier = route('POST /api/admin/supplier', {
  async handle({ deps, caller, body: { settings, fromDay } }) {
    const { gstin, model, rateBasisPoints } = settings;
    await audited(
      deps.db,
      caller,
      { action: 'supplier-settings', details: { fromDay, gstin, model, rateBasisPoints } },
      async (trx) => {
        const refusal = await addSupplier(trx, { settings, fromDay, by: caller.uid });
        if (!refusal) return true;
        const { message, field } = refusals[refusal];
        throw new Refusal('invalid', message, { field });
      },
    );
    return viewSuppliers(deps);
  },
});
