/**
 * Tax documents of the caller's wallet: of a person's own, or of an organization for its admins. A plain member has
 * the receipts of payments that they made, which the payer can still download after leaving.
 */
import { setBillMails } from '@sachet/db/tax/mails';
import type { Profile } from '@sachet/db/people/profiles';
import { findDocument, listDocuments, readDocumentYears } from '@sachet/db/tax/read';
import { addProfile, hasProfile, profileAt, readBillingProfiles } from '@sachet/db/tax/profiles';
import { isReceiptDue } from '@sachet/db/tax/receipts';
import { readSuppliers, supplierAt } from '@sachet/db/tax/suppliers';
import { renderPdfApart } from '@sachet/adapters/documents/render-apart';
import type { Applicant } from '@sachet/shared/admission';
import { documentPageSize } from '@sachet/shared/tax/contracts/documents';
import type { StoredDocument } from '@sachet/shared/tax/content';
import { toDocumentFileName } from '@sachet/shared/tax/series';
import { startOfIstDay } from '@sachet/shared/time';
import { rupeesFromPaise } from '@sachet/shared/money';
import type { Dependencies } from '../dependencies.ts';
import { isMember } from '../identity/access.ts';
import { requireProfile } from '../identity/caller.ts';
import { AfterNumber, pageTokens, splitPage } from '../http/page-token.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { sendZip, type ZippedFile } from '../http/send-zip.ts';
import { toApplicant } from '../limits/resources.ts';
import { whenClosed } from '../limits/upload-admission.ts';

async function readSupplierState({ db }: Pick<Dependencies, 'db'>) {
  const supplier = supplierAt(await readSuppliers(db), Date.now());
  if (!supplier) return 'none';
  return supplier.settings.gstin === null ? 'unregistered' : 'registered';
}

/** The documents that this person's page lists. */
const toListed = (profile: Profile) => ({
  walletId: profile.wallet_id,
  payerUid: isMember(profile) ? profile.uid : undefined,
});

const tokens = pageTokens('documents', AfterNumber);

export const getDocuments = route('GET /api/documents', {
  async handle({ deps, caller, query: { after, ...wanted } }) {
    const profile = await requireProfile(deps, caller);
    const filter = { ...toListed(profile), ...wanted };
    const beforeId = tokens.read(after, wanted) ?? undefined;
    // Read first: a receipt that is issued in between is among the documents.
    const isDue = await isReceiptDue(deps.db, filter);
    const limit = documentPageSize + 1;
    const rows = await listDocuments(deps.db, { ...filter, limit, beforeId });
    const { page, last } = splitPage(rows, documentPageSize);
    const supplier = await readSupplierState(deps);
    return ok({
      isIssuing: supplier !== 'none' && isDue,
      supplier,
      // Members have no zips.
      years: isMember(profile) ? [] : await readDocumentYears(deps.db, profile.wallet_id),
      items: page.map(({ number, kind, day, amountPaise, month }) => ({
        number,
        kind,
        day,
        amount: rupeesFromPaise(amountPaise),
        month,
      })),
      next: tokens.write(last && last.id, wanted),
    });
  },
});

export const getDocumentPdf = route('GET /api/document.pdf', {
  // Fonts are embedded again for each file.
  weight: 20,
  async handle({ deps, caller, query: { number }, request, response }) {
    const profile = await requireProfile(deps, caller);
    const walletId = isMember(profile) ? null : profile.wallet_id;
    const document = await findDocument(deps.db, {
      number,
      of: { walletId, payerUid: profile.uid },
    });
    if (!document) throw new Refusal('not_found', 'You have no document with this number.');
    const who = await toApplicant(deps, profile, request);
    const pdf = await renderInTurn(deps, document, { who, signal: whenClosed(response) });
    response
      .status(200)
      .set({
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${toDocumentFileName(number)}.pdf"`,
        'Cache-Control': 'private, no-store',
      })
      .end(pdf);
  },
});

export const getDocumentsZip = route('GET /api/documents.zip', {
  weight: 50,
  async handle({ deps, caller, query: { year }, request, response }) {
    const profile = await requireProfile(deps, caller);
    const walletId = profile.wallet_id;
    const years = await readDocumentYears(deps.db, walletId);
    if (!years.includes(year)) throw new Refusal('not_found', 'You have no document of this year.');
    const who = await toApplicant(deps, profile, request);
    const turn = { who, signal: whenClosed(response) };
    const files = renderYear(deps, { walletId, year }, turn);
    await sendZip(deps, response, { who, name: `sachet-bills-${year}.zip`, files });
  },
});

interface Turn {
  readonly who: Applicant;
  readonly signal: AbortSignal;
}

const renderInTurn = (
  { resources, settings }: Pick<Dependencies, 'resources' | 'settings'>,
  document: StoredDocument,
  { who, signal }: Turn,
): Promise<Uint8Array> =>
  resources.documents.run(who, signal, () => renderPdfApart(document, settings.PUBLIC_URL));

/** Newest first. Renders one PDF at a time, each in its own turn. */
async function* renderYear(
  deps: Pick<Dependencies, 'db' | 'resources' | 'settings'>,
  filter: { walletId: string; year: string },
  turn: Turn,
): AsyncGenerator<ZippedFile> {
  let beforeId: number | undefined;
  do {
    const rows = await listDocuments(deps.db, { ...filter, beforeId, limit: documentPageSize });
    for (const { number, day } of rows) {
      const document = await findDocument(deps.db, { number, of: { walletId: filter.walletId } });
      const bytes = await renderInTurn(deps, document!, turn);
      yield {
        name: `${toDocumentFileName(number)}.pdf`,
        lastModified: new Date(startOfIstDay(day)),
        bytes,
      };
    }
    beforeId = rows.at(-1)?.id;
  } while (beforeId !== undefined);
}

export const getVerifiedDocument = route('GET /api/document/verify', {
  async handle({ deps, query: { number, code } }) {
    const document = await findDocument(deps.db, { number, of: 'anyone' });
    // Numbers are consecutive and amounts few. Only a reader of the document knows its SHA-256.
    if (!document?.hashHex.startsWith(code)) {
      throw new Refusal('not_found', 'No document has this number and SHA-256.');
    }
    const { kind, day, supplier, totals } = document.content;
    return ok({
      number,
      kind,
      day,
      amount: rupeesFromPaise(totals.totalPaise),
      supplier: { name: supplier.legalName, gstin: supplier.gstin },
    });
  },
});

async function readOwnProfile(deps: Dependencies, walletId: string) {
  // A profile is valid from the moment it was stored, by the database's clock.
  return profileAt(await readBillingProfiles(deps.db, [walletId]), walletId, Infinity);
}

export const getBillingProfile = route('GET /api/billing-profile', {
  async handle({ deps, caller }) {
    const reader = await requireProfile(deps, caller);
    const walletId = reader.wallet_id;
    const isRegistered = (await readSupplierState(deps)) === 'registered';
    return ok({
      profile: await readOwnProfile(deps, walletId),
      isTaxed: isRegistered,
      asksForState: isRegistered && !(await hasProfile(deps.db, walletId)),
      mail: { address: reader.email_verified ? reader.email : null, isOn: reader.bill_mails },
    });
  },
});

export const postBillingProfile = route('POST /api/billing-profile', {
  async handle({ deps, caller, body }) {
    const { wallet_id: walletId } = await requireProfile(deps, caller);
    const suppliers = await readSuppliers(deps.db);
    if (body.gstin !== null && suppliers.some(({ settings }) => settings.gstin === body.gstin)) {
      const message = 'This is our own GSTIN. Enter that of your business.';
      throw new Refusal('invalid', message, { field: 'gstin' });
    }
    const now = await readOwnProfile(deps, walletId);
    const isSame =
      JSON.stringify(Object.entries(now).toSorted()) ===
      JSON.stringify(Object.entries(body).toSorted());
    // An empty profile is stored once: then the question for the State was answered.
    if (isSame && (await hasProfile(deps.db, walletId))) return ok(body);
    const isStored = await addProfile(deps.db, { walletId, profile: body, by: caller.uid });
    if (isStored) return ok(body);
    throw new Refusal('wrong_state', 'You have changed this too often today. Try again tomorrow.');
  },
});

export const postBillMails = route('POST /api/bill-mails', {
  async handle({ deps, caller, body: { isOn }, response }) {
    const { uid } = await requireProfile(deps, caller);
    await setBillMails(deps.db, { uid, isOn });
    response.status(204).end();
  },
});
