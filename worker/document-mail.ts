/**
 * Mails the document of a payment to its payer, as PDF. The row in `document_mail` commits with the document
 * and is deleted after the mail; a crash between the mail server's answer and the deletion sends it again.
 */
import {
  deleteDocumentMail,
  deleteOldDocumentMails,
  documentToMail,
  takeDueDocumentMails,
  type DocumentMail,
} from '@sachet/db/documents/mails';
import { renderPdf } from '@sachet/documents/pdf';
import { kindTitles } from '@sachet/shared/documents/words';
import { formatRupees, rupeesFromPaise } from '@sachet/shared/money';
import { pages } from '@sachet/shared/pages';
import { escapeHtml, type Mail } from './mail.ts';
import type { Dependencies } from './dependencies.ts';

type MailDependencies = Pick<Dependencies, 'db' | 'log' | 'mail'>;

/** Throws when a retry may help. */
export async function mailDocument(
  { db, log, mail }: MailDependencies,
  documentId: number,
): Promise<void> {
  const wanted = await documentToMail(db, documentId);
  if (wanted && mail) {
    const outcome = await mail.mailer.send(await documentMail(wanted, mail.publicUrl));
    if (outcome === 'refused') log.warn({ documentId }, "the mail server refused a payment's mail");
  }
  await deleteDocumentMail(db, documentId);
}

const perSweep = 100;

/** A mail server that is still busy after a week will not accept this mail. */
const deadlineMs = 7 * 24 * 60 * 60 * 1000;

/** Queues new mails immediately, and again after `retryAfterMs` while they are not sent. */
export async function sweepDocumentMails(
  { db, queue, log }: Pick<Dependencies, 'db' | 'queue' | 'log'>,
  retryAfterMs: number,
): Promise<void> {
  const givenUp = await deleteOldDocumentMails(db, new Date(Date.now() - deadlineMs));
  if (givenUp > 0) log.warn({ documents: givenUp }, 'mails of payments timed out');
  for (const documentId of await takeDueDocumentMails(db, { retryAfterMs, limit: perSweep })) {
    await queue.add({ name: 'document-mail', documentId });
  }
}

/** `publicUrl` has no trailing slash. */
async function documentMail({ email, document }: DocumentMail, publicUrl: string): Promise<Mail> {
  const { number, content } = document;
  const title = kindTitles[content.kind].toLowerCase();
  const amount = formatRupees(rupeesFromPaise(content.totals.totalPaise));
  const message = `We received your payment of ${amount}. The ${title} ${number} is attached.`;
  const link = `${publicUrl}${pages.documents}`;
  const more = 'All bills, your tax details, and the switch that stops these emails:';
  return {
    to: email,
    subject: `Sachet: ${title} ${number}`,
    text: `${message}\n\n${more}\n${link}\n`,
    html: `<!doctype html>
<html lang="en"><body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#171b26;overflow-wrap:anywhere">
<p>${escapeHtml(message)}</p>
<p style="font-size:14px;color:#5a6070">${escapeHtml(more)} <a href="${escapeHtml(link)}" style="color:#5a6070">${escapeHtml(link)}</a></p>
</body></html>
`,
    attachments: [
      {
        filename: `${number.replaceAll('/', '-')}.pdf`,
        contentType: 'application/pdf',
        content: await renderPdf(document, publicUrl),
      },
    ],
  };
}
