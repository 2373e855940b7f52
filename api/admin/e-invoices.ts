/** E-invoices: downloading one for the invoice registration portal, and storing the portal's answers. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { findDocumentId, storeEInvoiceAnswer } from '@sachet/db/documents/e-invoices';
import { askDocumentMail } from '@sachet/db/documents/mails';
import { findDocument } from '@sachet/db/documents/read';
import {
  eInvoiceAnswersAtMost,
  type EInvoiceAnswer,
} from '@sachet/shared/contracts/admin-documents';
import type { StoredDocument } from '@sachet/shared/documents/content';
import { toEInvoice, toIrnSource, type EInvoiceRefusal } from '@sachet/shared/documents/e-invoice';
import { parseDocumentNumber, toFileName } from '@sachet/shared/documents/series';
import { noSuch, Refusal } from '../http/refusal.ts';
import { ok, reply, route } from '../http/route.ts';
import { audited } from './audited.ts';
import type { Dependencies } from '../dependencies.ts';

const refusals: Record<EInvoiceRefusal, string> = {
  not_b2b: 'Only invoices and credit notes to a recipient with a GSTIN have an e-invoice.',
  no_pin: 'This document has no PIN of its recipient, which an e-invoice needs.',
};

export const getEInvoice = route('GET /api/admin/documents/e-invoice', {
  async handle({ deps, query: { number } }) {
    const document = await findDocument(deps.db, { number, walletId: null });
    if (!document) throw noSuch('document');
    const result = toEInvoice(number, document.content);
    if (!result.ok) throw new Refusal('invalid', refusals[result.refusal], { field: 'number' });
    const headers = {
      'Content-Disposition': `attachment; filename="e-invoice-${toFileName(number)}.json"`,
      'Cache-Control': 'no-store',
    };
    return reply(200, result.json, headers);
  },
});

/** The claims in the signed code of an e-invoice. */
const SignedCode = z.object({
  SellerGstin: z.string(),
  BuyerGstin: z.string(),
  DocNo: z.string(),
  DocTyp: z.string(),
  DocDt: z.string(),
  TotInvVal: z.coerce.number(),
  Irn: z.string(),
});

/** The claims of the portal's token, or null. Its signature is not checked: the portal changes its keys. */
function readSignedCode(token: string): z.infer<typeof SignedCode> | null {
  try {
    const claims = Buffer.from(token.split('.')[1]!, 'base64url').toString();
    const { data } = JSON.parse(claims) as { data: string };
    return SignedCode.parse(JSON.parse(data));
  } catch {
    return null;
  }
}

/** The first difference between an answer and its document; undefined if they agree. */
function findDifference(
  { number, content }: StoredDocument,
  code: z.infer<typeof SignedCode>,
  irn: string,
): string | undefined {
  const result = toEInvoice(number, content);
  if (!result.ok) return refusals[result.refusal];
  const { SellerDtls, BuyerDtls, DocDtls, ValDtls } = result.json;
  const ownIrn = createHash('sha256').update(toIrnSource(number, content)).digest('hex');
  const pairs: [string, unknown, unknown][] = [
    ['the supplier’s GSTIN', code.SellerGstin, SellerDtls.Gstin],
    ['the recipient’s GSTIN', code.BuyerGstin, BuyerDtls.Gstin],
    ['the kind', code.DocTyp, DocDtls.Typ],
    ['the date', code.DocDt, DocDtls.Dt],
    ['the total', code.TotInvVal, ValDtls.TotInvVal],
    ['the IRN', irn, ownIrn],
    ['the IRN in the signed code', code.Irn.toLowerCase(), ownIrn],
  ];
  const different = pairs.find(([, given, own]) => given !== own);
  return different && `${different[0]} differs from the document.`;
}

/** The document of an answer, whose signed code names it. */
async function findAnswered(
  { db }: Pick<Dependencies, 'db'>,
  answer: EInvoiceAnswer,
  place: number,
): Promise<StoredDocument> {
  const refuse = (problem: string): never => {
    throw new Refusal('invalid', `Answer ${place}: ${problem} Nothing was stored.`, {
      field: 'answers',
    });
  };
  const code = readSignedCode(answer.SignedQRCode);
  if (!code) return refuse('the signed code cannot be read.');
  const number = parseDocumentNumber(code.DocNo);
  const document = number ? await findDocument(db, { number, walletId: null }) : undefined;
  if (!document) return refuse('no document has the number in the signed code.');
  const difference = findDifference(document, code, answer.Irn);
  return difference === undefined ? document : refuse(`${document.number}: ${difference}`);
}

export const postEInvoiceAnswers = route('POST /api/admin/documents/e-invoice-answers', {
  weight: 20,
  // An answer with its signed invoice has some 5 kB.
  bodyLimit: eInvoiceAnswersAtMost * 32 * 1024,
  async handle({ deps, caller, body: { answers } }) {
    const found: { document: StoredDocument; answer: EInvoiceAnswer }[] = [];
    for (const [i, answer] of answers.entries()) {
      found.push({ document: await findAnswered(deps, answer, i + 1), answer });
    }
    const numbers: string[] = [];
    await audited(
      deps.db,
      caller,
      // Filled in before the row is written.
      { action: 'e-invoice-answers', details: { numbers } },
      async (trx) => {
        for (const { document, answer } of found) {
          const documentId = (await findDocumentId(trx, document.number))!;
          const isFirst = await storeEInvoiceAnswer(trx, {
            documentId,
            irn: answer.Irn,
            ackNumber: answer.AckNo,
            ackAt: answer.AckDt,
            signedQr: answer.SignedQRCode,
            signedInvoice: answer.SignedInvoice ?? null,
            by: caller.uid,
          });
          if (!isFirst) continue;
          numbers.push(document.number);
          // The recipient claims the tax with the copy that has the IRN.
          await askDocumentMail(trx, documentId);
        }
        return numbers.length > 0;
      },
    );
    return ok({ stored: numbers.length, known: found.length - numbers.length });
  },
});
