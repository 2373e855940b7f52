/** Tax documents of the caller's wallet: of a person's own, or of an organization for its admins. */
import { findDocument, listDocuments } from '@sachet/db/documents/read';
import { addProfile, profileAt, readProfiles } from '@sachet/db/documents/profiles';
import { readSuppliers, supplierAt } from '@sachet/db/documents/suppliers';
import { renderPdf } from '@sachet/documents/pdf';
import { documentPageSize } from '@sachet/shared/contracts/documents';
import { paiseFromRupees, rupeesFromPaise } from '@sachet/shared/money';
import type { Dependencies } from '../dependencies.ts';
import { requireProfile } from '../identity/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';

export const getDocuments = route('GET /api/documents', {
  async handle({ deps, caller, query: { before } }) {
    const { wallet_id: walletId } = await requireProfile(deps, caller);
    const beforeId = before ?? null;
    // One more than shown, which tells whether there is a next page.
    const rows = await listDocuments(deps.db, { walletId, beforeId, limit: documentPageSize + 1 });
    const shown = rows.slice(0, documentPageSize);
    const supplier = supplierAt(await readSuppliers(deps.db), Date.now())?.settings;
    const registration = supplier?.gstin ? 'registered' : 'unregistered';
    return ok({
      supplier: supplier ? registration : 'none',
      documents: shown.map(({ number, kind, day, amountPaise, month }) => ({
        number,
        kind,
        day,
        amount: rupeesFromPaise(amountPaise),
        month,
      })),
      nextBefore: rows.length > shown.length ? shown.at(-1)!.id : null,
    });
  },
});

export const getDocumentPdf = route('GET /api/document.pdf', {
  // Fonts are embedded again for each file.
  weight: 20,
  async handle({ deps, caller, query: { number }, response }) {
    const { wallet_id: walletId } = await requireProfile(deps, caller);
    const document = await findDocument(deps.db, { number, walletId });
    if (!document) throw new Refusal('not_found', 'You have no document with this number.');
    const pdf = await renderPdf(document, deps.settings.PUBLIC_URL);
    response
      .status(200)
      .set({
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${number.replaceAll('/', '-')}.pdf"`,
        'Cache-Control': 'private, no-store',
      })
      .end(pdf);
  },
});

export const getVerifiedDocument = route('GET /api/document/verify', {
  // A guess costs as much as some pages, because numbers are consecutive.
  weight: 5,
  async handle({ deps, query: { number, amount } }) {
    const document = await findDocument(deps.db, { number, walletId: null });
    const isSame = document?.content.totals.totalPaise === paiseFromRupees(amount);
    if (!document || !isSame) {
      throw new Refusal('not_found', 'No document has this number and amount.');
    }
    const { kind, day, supplier, totals } = document.content;
    return ok({
      number,
      kind,
      day,
      amount: rupeesFromPaise(totals.totalPaise),
      supplier: { name: supplier.legalName, gstin: supplier.gstin },
      hash: document.hashHex,
    });
  },
});

async function readOwnProfile(deps: Dependencies, walletId: string) {
  // A profile is valid from the moment it was stored, by the database's clock.
  return profileAt(await readProfiles(deps.db, [walletId]), walletId, Infinity);
}

export const getBillingProfile = route('GET /api/billing-profile', {
  async handle({ deps, caller }) {
    const { wallet_id: walletId } = await requireProfile(deps, caller);
    return ok(await readOwnProfile(deps, walletId));
  },
});

export const postBillingProfile = route('POST /api/billing-profile', {
  async handle({ deps, caller, body }) {
    const { wallet_id: walletId } = await requireProfile(deps, caller);
    const now = await readOwnProfile(deps, walletId);
    const isSame =
      JSON.stringify(Object.entries(now).toSorted()) ===
      JSON.stringify(Object.entries(body).toSorted());
    if (isSame) return ok(body);
    const isStored = await addProfile(deps.db, { walletId, profile: body, by: caller.uid });
    if (isStored) return ok(body);
    throw new Refusal('wrong_state', 'You have changed this too often today. Try again tomorrow.');
  },
});
