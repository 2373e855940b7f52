/**
 * Mails a reporter that their report has been read. Its row says whether that is still to be done, so it
 * is mailed once; a crash between the mail server's answer and our update mails it a second time.
 */
import {
  markReportMailed,
  reportsToMail,
  reportToMail,
  type ReportMail,
} from '@sachet/db/admin/reports';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { pages } from '@sachet/shared/pages';
import { escapeHtml, type Mail } from './mail.ts';
import type { Dependencies } from './dependencies.ts';

type ReportDependencies = Pick<Dependencies, 'db' | 'log' | 'mail'>;

/** Throws when trying again may help. */
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

/** A mail server that is still busy after a day will not take this mail. */
const deadlineMs = 24 * 60 * 60 * 1000;

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
    subject: 'Sachet: we have your report',
    read: (id) =>
      `You reported something made with Sachet. We have your report ${id}, and one of us is looking at it.`,
    order: 'What an authority orders us to remove is gone within 3 hours.',
    rules: 'What is not allowed:',
    stranger:
      'You reported nothing? Then somebody gave us your address. Ignore this mail; we use the address for nothing else.',
  },
  hi: {
    subject: 'Sachet: आपकी शिकायत मिल गई',
    read: (id) =>
      `आपने Sachet से बनी किसी चीज़ की शिकायत की थी। शिकायत ${id} हमें मिल गई है और हममें से कोई उसे देख रहा है।`,
    order: 'सरकारी आदेश पर चीज़ 3 घंटे में हटा दी जाती है।',
    rules: 'क्या मना है:',
    stranger:
      'आपने शिकायत नहीं की? तो किसी ने आपका पता दे दिया है। इस मेल पर ध्यान न दें; पता और किसी काम में नहीं आएगा।',
  },
  hg: {
    subject: 'Sachet: aapki shikayat mil gayi',
    read: (id) =>
      `Aapne Sachet se bani kisi cheez ki shikayat ki thi. Shikayat ${id} humein mil gayi hai aur hum mein se koi use dekh raha hai.`,
    order: 'Sarkari order par cheez 3 ghante mein hata di jaati hai.',
    rules: 'Kya mana hai:',
    stranger:
      'Aapne shikayat nahi ki? To kisi ne aapka address de diya hai. Is mail ko ignore karo; address aur kisi kaam mein nahi aayega.',
  },
};

/**
 * `publicUrl` without a slash at its end. Nothing that the reporter wrote is in it: it may go to somebody
 * who has nothing to do with them.
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
<p>${escapeHtml(message)}</p>
<p>${escapeHtml(rules)} <a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>
<p style="font-size:14px;color:#5a6070">${escapeHtml(stranger)}</p>
</body></html>
`,
  };
}
