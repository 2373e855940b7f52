/**
 * Mails a reporter that their report has been read. Its row says whether the mail is still pending, so it is
 * sent once; a crash between the mail server's answer and our update sends it a second time.
 */
import {
  markReportMailed,
  reportsToMail,
  reportToMail,
  type ReportMail,
} from '@sachet/db/moderation/reports';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { pages } from '@sachet/shared/pages';
import { dayMs } from '@sachet/shared/time';
import type { Mail } from '@sachet/adapters/mail/mail';
import { escapeMarkup } from '@sachet/shared/text/escape-markup';
import type { Dependencies } from '../dependencies.ts';

type ReportDependencies = Pick<Dependencies, 'db' | 'log' | 'mail'>;

/** Throws when a retry may help. */
export async function mailReport(
  { db, log, mail }: ReportDependencies,
  reportId: string,
): Promise<void> {
  const wanted = await reportToMail(db, reportId);
  if (!wanted) return;
  if (!mail) {
    log.warn({ reportId }, 'report not acknowledged by mail: SMTP_URL is not set');
    return markReportMailed(db, reportId, 'failed');
  }
  const outcome = await mail.mailer.send(reportMail(wanted, mail.publicUrl));
  if (outcome === 'refused') log.warn({ reportId }, "the mail server refused a report's mail");
  await markReportMailed(db, reportId, outcome === 'sent' ? 'sent' : 'failed');
}

const perSweep = 100;

/** A mail server that is still busy after a day will not accept this mail. */
const deadlineMs = dayMs;

/** Queues the mails that a lost queue or an unreachable mail server left behind. */
export async function sweepReportMails(
  { db, queue, log }: Pick<Dependencies, 'db' | 'queue' | 'log'>,
  strandedAfterMs: number,
): Promise<void> {
  const askedBefore = (ageMs: number) =>
    reportsToMail(db, { before: new Date(Date.now() - ageMs), limit: perSweep });
  for (const reportId of await askedBefore(deadlineMs)) {
    log.warn({ reportId }, 'report acknowledgment mail timed out');
    await markReportMailed(db, reportId, 'failed');
  }
  for (const reportId of await askedBefore(strandedAfterMs)) {
    await queue.add({ name: 'report-mail', reportId });
  }
}

interface Words {
  readonly subject: string;
  readonly read: (id: string) => string;
  readonly order: string;
  readonly rules: string;
  readonly stranger: string;
}

const words: Record<Language, Words> = {
  en: {
    subject: 'Sachet: we received your report',
    read: (id) =>
      `You reported something made with Sachet. We received your report ${id} and are looking into it.`,
    order: 'We remove content within 3 hours of an official order.',
    rules: 'What is not allowed:',
    stranger:
      'Didn’t report anything? Someone entered your address by mistake. Ignore this email; we won’t use the address for anything else.',
  },
  hi: {
    subject: 'Sachet: आपकी शिकायत मिल गई',
    read: (id) =>
      `आपने Sachet से बनी किसी चीज़ की शिकायत की थी। शिकायत ${id} हमें मिल गई है और हम उसे देख रहे हैं।`,
    order: 'सरकारी आदेश पर हम 3 घंटे में कंटेंट हटा देते हैं।',
    rules: 'क्या मना है:',
    stranger:
      'आपने शिकायत नहीं की? तो किसी ने ग़लती से आपका ईमेल डाल दिया। इस ईमेल को अनदेखा करें; हम आपका पता और किसी काम में नहीं लेंगे।',
  },
  hg: {
    subject: 'Sachet: tumhari shikayat mil gayi',
    read: (id) =>
      `Tumne Sachet se bani kisi cheez ki shikayat ki thi. Shikayat ${id} humein mil gayi hai aur hum use dekh rahe hain.`,
    order: 'Sarkari order par hum 3 ghante mein content hata dete hain.',
    rules: 'Kya mana hai:',
    stranger:
      'Tumne shikayat nahi ki? To kisi ne galti se tumhara email daal diya. Is email ko ignore karo; hum tumhara address aur kisi kaam mein nahi lenge.',
  },
};

/**
 * `publicUrl` has no trailing slash. The mail repeats nothing that the reporter wrote, because the address
 * may belong to an uninvolved person.
 */
export function reportMail({ id, email, language }: ReportMail, publicUrl: string): Mail {
  const { subject, read, order, rules, stranger } = words[language];
  const link = `${publicUrl}${pages.contentPolicy}${language === 'en' ? '' : `?lang=${language}`}`;
  const message = `${read(id)} ${order}`;
  return {
    to: email,
    subject,
    text: `${message}\n\n${rules}\n${link}\n\n${stranger}\n`,
    html: `<!doctype html>
<html lang="${language === 'hg' ? 'hi-Latn' : language}"><body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#171b26;overflow-wrap:anywhere">
<p>${escapeMarkup(message)}</p>
<p>${escapeMarkup(rules)} <a href="${escapeMarkup(link)}">${escapeMarkup(link)}</a></p>
<p style="font-size:14px;color:#5a6070">${escapeMarkup(stranger)}</p>
</body></html>
`,
  };
}
