import {
  addSupplier,
  readSuppliers,
  supplierAt,
  type SupplierRefusal,
} from '@sachet/db/tax/suppliers';
import {
  askToClose,
  listLeftVouchers,
  readLeftAdvances,
  type ClosingRefusal,
} from '@sachet/db/tax/closings';
import { leftVouchersAtMost } from '@sachet/shared/tax/contracts/documents';
import { inRupees } from '@sachet/shared/money';
import { Refusal } from '../http/refusal.ts';
import { ok, reply, route } from '../http/route.ts';
import { audited } from '../admin/audited.ts';
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

async function viewAdvances({ db }: Dependencies) {
  const present = supplierAt(await readSuppliers(db), Date.now())?.settings.gstin ?? null;
  const registrations = await readLeftAdvances(db);
  const vouchers = await listLeftVouchers(db, { present, limit: leftVouchersAtMost });
  return {
    registrations: registrations.map(({ closing, ...sums }) => ({
      ...inRupees(sums),
      isPresent: sums.gstin === present,
      closing: closing && {
        askedAt: closing.askedAt.toISOString(),
        doneAt: closing.doneAt?.toISOString() ?? null,
      },
    })),
    vouchers: vouchers.map(inRupees),
  };
}

export const getSupplierAdvances = route('GET /api/admin/supplier-advances', {
  // Reads every advance.
  weight: 20,
  handle: async ({ deps }) => ok(await viewAdvances(deps)),
});

const closingRefusals: Record<ClosingRefusal, string> = {
  unknown_registration:
    'The supplier never had this GSTIN. Choose one of its earlier registrations.',
  present_registration:
    'This registration is in use. Save the next one first; you can close this one from its day on.',
};

export const postSupplierAdvances = route('POST /api/admin/supplier-advances', {
  weight: 20,
  async handle({ deps, caller, body: { gstin } }) {
    await audited(
      deps.db,
      caller,
      { action: 'close-registration', details: { gstin } },
      async (trx) => {
        const refusal = await askToClose(trx, { gstin, by: caller.uid });
        if (refusal) throw new Refusal('invalid', closingRefusals[refusal], { field: 'gstin' });
        return true;
      },
    );
    return reply(202, await viewAdvances(deps));
  },
});
