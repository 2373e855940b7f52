/** E-invoices: downloading one for the invoice registration portal, and storing the portal's answers. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { findAcknowledged, findDocumentId, storeEInvoiceAnswer } from '@sachet/db/tax/e-invoices';
import { askDocumentMail } from '@sachet/db/tax/mails';
import { findDocument } from '@sachet/db/tax/read';
import {
  eInvoiceAnswersAtMost,
  type EInvoiceAnswer,
} from '@sachet/shared/tax/contracts/admin-documents';
import type { StoredDocument } from '@sachet/shared/tax/content';
import { toEInvoice, toIrnSource, type EInvoiceRefusal } from '@sachet/shared/tax/e-invoice';
import { parseDocumentNumber, toDocumentFileName } from '@sachet/shared/tax/series';
import { noSuch, Refusal } from '../http/refusal.ts';
import { ok, reply, route } from '../http/route.ts';
import { audited } from '../admin/audited.ts';
import type { Dependencies } from '../dependencies.ts';

const refusals: Record<EInvoiceRefusal, string> = {
  not_b2b: 'Only invoices and notes to a recipient with a GSTIN or abroad have an e-invoice.',
  invalid: 'The portal would refuse the e-invoice of this document.',
};

export const getEInvoice = route('GET /api/admin/documents/e-invoice', {
  async handle({ deps, query: { number } }) {
    const document = await findDocument(deps.db, { number, of: 'anyone' });
    if (!document) throw noSuch('document');
    const result = toEInvoice(number, document.content);
    if (!result.ok) throw new Refusal('invalid', refusals[result.refusal], { field: 'number' });
    const headers = {
      'Content-Disposition': `attachment; filename="e-invoice-${toDocumentFileName(number)}.json"`,
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

/** The acknowledgement in the signed invoice of an answer. */
const SignedInvoice = z.object({
  Irn: z.string(),
  AckNo: z.union([z.string(), z.number()]).transform(String),
  AckDt: z.string(),
});

/** The claims of the portal's token, or null. Its signature is not checked: the portal changes its keys. */
function readToken<Claims>(token: string, schema: z.ZodType<Claims>): Claims | null {
  try {
    const claims = Buffer.from(token.split('.')[1]!, 'base64url').toString();
    const { data } = JSON.parse(claims) as { data: string };
    return schema.parse(JSON.parse(data));
  } catch {
    return null;
  }
}

/** The first difference between an answer and its document; undefined if they agree. */
function findDifference(
  { number, content, eInvoice }: StoredDocument,
  code: z.infer<typeof SignedCode>,
  answer: EInvoiceAnswer,
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
    ['the IRN', answer.Irn, ownIrn],
    ['the IRN in the signed code', code.Irn.toLowerCase(), ownIrn],
  ];
  const different = pairs.find(([, given, own]) => given !== own);
  if (different) return `${different[0]} differs from the document.`;
  const signed = answer.SignedInvoice && readToken(answer.SignedInvoice, SignedInvoice);
  if (signed && (signed.AckNo !== answer.AckNo || signed.AckDt !== answer.AckDt)) {
    return 'the acknowledgement differs from the one in the signed invoice.';
  }
  if (signed && signed.Irn.toLowerCase() !== ownIrn) {
    return 'the IRN in the signed invoice differs from the document.';
  }
  if (eInvoice && eInvoice.ackNumber !== answer.AckNo) {
    return `acknowledgement ${eInvoice.ackNumber} is stored already, and this is another one.`;
  }
  if (answer.AckDt.slice(0, 10) < content.day) return 'the acknowledgement is before the document.';
  return undefined;
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
  const code = readToken(answer.SignedQRCode, SignedCode);
  if (!code) return refuse('the signed code cannot be read.');
  const number = parseDocumentNumber(code.DocNo);
  const document = number ? await findDocument(db, { number, of: 'anyone' }) : undefined;
  if (!document) return refuse('no document has the number in the signed code.');
  const difference = findDifference(document, code, answer);
  if (difference !== undefined) return refuse(`${document.number}: ${difference}`);
  const other = await findAcknowledged(db, answer.AckNo);
  if (other !== undefined && other !== document.number) {
    return refuse(`${document.number}: ${other} has this acknowledgement number.`);
  }
  return document;
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
    const owners = new Map(found.map(({ answer, document }) => [answer.AckNo, document.number]));
    for (const { answer, document } of found) {
      if (owners.get(answer.AckNo) === document.number) continue;
      const message = `Two documents have the acknowledgement number ${answer.AckNo}. Nothing was stored.`;
      throw new Refusal('invalid', message, { field: 'answers' });
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
