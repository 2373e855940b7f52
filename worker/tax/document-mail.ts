/**
 * Mails documents as PDF: that of a payment to its payer, others to the owner of the wallet or the admins of
 * the organization. Each row in `document_mail` commits with the document and is locked while its mail is
 * sent, then deleted; a crash between the mail server's answer and the deletion sends that mail again.
 */
import {
  deleteOldDocumentMails,
  documentToMail,
  sendWaitingMail,
  takeDueDocumentMails,
} from '@sachet/db/tax/mails';
import { findDocument } from '@sachet/db/tax/read';
import { renderPdf } from '@sachet/adapters/documents/pdf';
import { toDocumentFileName } from '@sachet/shared/tax/series';
import { dayMs } from '@sachet/shared/time';
import { composeDocumentMail } from './document-mail-words.ts';
import type { Dependencies } from '../dependencies.ts';

type MailDependencies = Pick<Dependencies, 'db' | 'log' | 'mail'>;

/** Throws when a retry may help; recipients who were already mailed are not mailed again. */
export async function mailDocument(
  { db, log, mail }: MailDependencies,
  documentId: number,
): Promise<void> {
  const wanted = await documentToMail(db, documentId);
  if (!wanted) return;
  const { number, isOfPayment, mails } = wanted;
  const failures: unknown[] = [];
  // Read after the mails: a mail that is asked for again has what changed.
  const document = (await findDocument(db, { number, of: 'anyone' }))!;
  let pdf: Promise<Buffer> | undefined;
  for (const { uid, askedAt, email, language } of mails) {
    try {
      // Before the transaction, because it takes a moment.
      const content =
        email !== null && mail ? await (pdf ??= renderPdf(document, mail.publicUrl)) : null;
      await sendWaitingMail(db, { documentId, uid, askedAt }, async () => {
        if (email === null || !mail || !content) return;
        const outcome = await mail.mailer.send({
          to: email,
          ...composeDocumentMail(document, { language, isOfPayment, publicUrl: mail.publicUrl }),
          attachments: [
            {
              filename: `${toDocumentFileName(number)}.pdf`,
              contentType: 'application/pdf',
              content,
            },
          ],
        });
        if (outcome === 'refused')
          log.warn({ documentId }, "the mail server refused a bill's mail");
      });
    } catch (error) {
      failures.push(error);
    }
  }
  // Failures are thrown last, so that one slow address does not delay the others.
  if (failures.length > 0) throw failures[0];
}

const perSweep = 100;

/** A mail server that is still busy after a week will not accept this mail. */
const deadlineMs = 7 * dayMs;

/** Queues new mails immediately, and again after `retryAfterMs` while they are not sent. */
export async function sweepDocumentMails(
  { db, queue, log }: Pick<Dependencies, 'db' | 'queue' | 'log'>,
  retryAfterMs: number,
): Promise<void> {
  const givenUp = await deleteOldDocumentMails(db, new Date(Date.now() - deadlineMs));
  if (givenUp > 0) log.warn({ mails: givenUp }, 'mails of bills timed out');
  for (const documentId of await takeDueDocumentMails(db, { retryAfterMs, limit: perSweep })) {
    await queue.add({ name: 'document-mail', documentId });
  }
}
