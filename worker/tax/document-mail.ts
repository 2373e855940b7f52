/**
 * The mails of documents, with the PDF: that of a payment goes to its payer, others to the owner of the wallet or
 * the admins of the organization.
 */
import { documentToMail } from '@sachet/db/tax/mails';
import { findDocument } from '@sachet/db/tax/read';
import { renderPdf } from '@sachet/adapters/documents/pdf';
import { toDocumentFileName } from '@sachet/shared/tax/series';
import { dayMs } from '@sachet/shared/time';
import type { MailRules } from '../mail/send-mail.ts';
import { writeDocumentMail } from './document-mail-words.ts';

export const documentMails: MailRules = {
  givenUpAfterMs: 7 * dayMs,
  async compose({ db, publicUrl }, { about, recipient: uid, language }) {
    const wanted = await documentToMail(db, { documentId: Number(about), uid });
    if (!wanted) return null;
    const { number, isOfPayment, email } = wanted;
    const document = (await findDocument(db, { number, of: 'anyone' }))!;
    const filename = `${toDocumentFileName(number)}.pdf`;
    const content = await renderPdf(document, publicUrl);
    return {
      to: email,
      ...writeDocumentMail(document, { language, isOfPayment, publicUrl }),
      attachments: [{ filename, contentType: 'application/pdf', content }],
    };
  },
};
